public import SensibillAPI

/// State of the service.
public protocol HomeEndpointsProvider: EndpointsProvider {
    /// State of the service and an index of its endpoints; needs no credentials.
    func home() throws -> SensibillAPIClient.Task<SensibillAPIModel.GeneralInfo>
}

struct LiveHomeEndpoints: HomeEndpointsProvider {
    let endpoints: LiveEndpoints
    var version: EndpointVersion { .v1 }

    func home() throws -> SensibillAPIClient.Task<SensibillAPIModel.GeneralInfo> {
        try endpoints.task(.none) { try await $0.homeV1.info() }
    }
}
