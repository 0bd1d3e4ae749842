// The models come with the SDK: this file does not import their module.
import SensibillSDK
import Testing

/// Endpoints of an app's tests, without a service.
private struct FixedHome: HomeEndpointsProvider {
    let version = EndpointVersion.v1
    let failures: FailureCount

    func home() throws -> SensibillAPIClient.Task<SensibillAPIModel.GeneralInfo> {
        .init { [failures] options in
            if await failures.take() {
                if options.shouldRefreshTokenAndRetryOnStatusCode401 { throw Offline() }
                throw SensibillAPIClient.TaskError.apiFailure(.notFound, nil)
            }
            return FakeProviderTests.info
        }
    }
}

private struct Offline: Error {}

private actor FailureCount {
    private var left: Int

    init(_ count: Int) { left = count }

    func take() -> Bool {
        left -= 1
        return left >= 0
    }
}

@MainActor
@Suite("Fakes of provider protocols", .timeLimit(.minutes(1)))
struct FakeProviderTests {
    nonisolated static let info = SensibillAPIModel.GeneralInfo(
        hostname: "h",
        version: "1",
        status: "ok",
        environment: "test",
        name: "n",
        bootedAt: "now",
        baseUrl: "/",
        endpoints: [:]
    )

    @Test("a task of a fake calls its closure once for each execution, and reports errors as task errors")
    func closure() async throws {
        let task = try FixedHome(failures: FailureCount(2)).home()
        await task.execute()
        #expect(throws: SensibillAPIClient.TaskError.apiFailure(.notFound, nil)) { try task.result?.get() }
        task.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
        await task.execute()
        #expect(throws: SensibillAPIClient.TaskError.executionFailure(Offline())) { try task.result?.get() }
        #expect(try await task.value() == Self.info)
        #expect(try task.result?.get() == Self.info)
    }
}
