public import SensibillAPI

/// Names of merchants.
public protocol MerchantsEndpointsProvider: EndpointsProvider {
    /// At most 20 merchants by the beginning of their name, in alphabetical order; needs the user token.
    ///
    /// - Parameter name: Beginning of the name; `nil` for any.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would refuse.
    func merchants(name: String?) throws -> SensibillAPIClient.Task<SensibillAPIModel.MerchantsDto>
}

struct LiveMerchantsEndpoints: MerchantsEndpointsProvider {
    let endpoints: LiveEndpoints
    var version: EndpointVersion { .v2 }

    func merchants(name: String?) throws -> SensibillAPIClient.Task<SensibillAPIModel.MerchantsDto> {
        try endpoints.task(.user) { try await $0.merchants.list(name: name) }
    }
}
