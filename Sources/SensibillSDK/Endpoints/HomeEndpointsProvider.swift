public import SensibillAPI

/// The endpoint for the state of the service.
public protocol HomeEndpointsProvider: EndpointsProvider {
    /// Creates a task that reads the state of the service and an index of its endpoints; needs no credentials.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL cannot be used.
    func home() throws -> SensibillAPIClient.Task<SensibillAPIModel.GeneralInfo>
}

struct LiveHomeEndpoints: HomeEndpointsProvider {
    let endpoints: LiveEndpoints
    var version: EndpointVersion { .v1 }

    func home() throws -> SensibillAPIClient.Task<SensibillAPIModel.GeneralInfo> {
        try endpoints.task(.none) { try await $0.homeV1.info() }
    }
}
