public import SensibillSDK

/// Endpoints for the state of the service whose responses an app's tests define.
///
/// A task whose closure is not set fails with ``FakeResponseMissing``.
public struct FakeHome: HomeEndpointsProvider {
    /// The version of the API.
    public var version = EndpointVersion.v1

    /// The response of a task that reads the state of the service and an index of its endpoints.
    public var info: @Sendable () async throws -> SensibillAPIModel.GeneralInfo =
        { throw FakeResponseMissing("home.info") }

    /// Creates endpoints without responses.
    public init() {}
}

extension FakeHome {
    /// Creates a task that reads the state of the service and an index of its endpoints.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func home() throws -> SensibillAPIClient.Task<SensibillAPIModel.GeneralInfo> {
        .init { [info] _ in try await info() }
    }
}
