public import SensibillSDK

/// Endpoints for merchants whose responses an app's tests define.
///
/// A task whose closure is not set fails with ``FakeResponseMissing``.
public struct FakeMerchants: MerchantsEndpointsProvider {
    /// The version of the API.
    public var version = EndpointVersion.v2

    /// The response of a task that lists at most 20 merchants by name prefix, in alphabetical order.
    public var list: @Sendable (String?) async throws -> SensibillAPIModel.MerchantsDto =
        { _ in throw FakeResponseMissing("merchants.list") }

    /// Creates endpoints without responses.
    public init() {}
}

extension FakeMerchants {
    /// Creates a task that lists at most 20 merchants by name prefix, in alphabetical order.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func merchants(name: String?) throws -> SensibillAPIClient.Task<SensibillAPIModel.MerchantsDto> {
        .init { [list] _ in try await list(name) }
    }
}
