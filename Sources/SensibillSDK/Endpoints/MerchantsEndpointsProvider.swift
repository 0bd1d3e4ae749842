public import SensibillAPI

/// The endpoint for names of merchants.
public protocol MerchantsEndpointsProvider: EndpointsProvider {
    /// Creates a task that lists at most 20 merchants by name prefix, in alphabetical order; needs the user token.
    ///
    /// - Parameter name: The beginning of the name; `nil` matches every name.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func merchants(name: String?) throws -> SensibillAPIClient.Task<SensibillAPIModel.MerchantsDto>
}

struct LiveMerchantsEndpoints: MerchantsEndpointsProvider {
    let endpoints: LiveEndpoints
    var version: EndpointVersion { .v2 }

    func merchants(name: String?) throws -> SensibillAPIClient.Task<SensibillAPIModel.MerchantsDto> {
        try endpoints.task(.user) { try await $0.merchants.list(name: name) }
    }
}
