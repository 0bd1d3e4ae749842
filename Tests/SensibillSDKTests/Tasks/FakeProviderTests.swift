// The models come with the SDK: this file does not import their module.
import SensibillSDK
import SensibillTesting
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

@Suite("The test kit", .timeLimit(.minutes(1)))
struct TestKitTests {
    @Test("a fake returns the responses that a test defines, with the arguments of the call")
    func responses() async throws {
        var documents = FakeDocuments()
        documents.get = { id in .init(document: .init(id: id)) }
        documents.create = { request in .init(id: request.foreignId ?? "none") }
        var users = FakeUsers()
        users.registerWithClient = { _, token in
            #expect(token == "client")
            throw SensibillAPIClient.TaskError.apiFailure(.conflict, nil)
        }
        let provider: any SensibillAPIProvider = FakeSensibillProvider(documents: documents, users: users)
        #expect(try await provider.documents.document(id: "document-7").value().document?.id == "document-7")
        let upload = SensibillAPIModel.DocumentCreationRequestDto(
            sourceFile: try .init(data: Samples.jpeg),
            documentType: .receipt,
            foreignId: "own-1"
        )
        #expect(try await provider.documents.document(create: upload).value().id == "own-1")
    }

    @Test("a response that a test has not defined fails with the name of the closure to set")
    func missing() async throws {
        let provider = FakeSensibillProvider()
        let task = try provider.folders.folders()
        let failure = FakeResponseMissing("folders.list")
        await #expect(throws: SensibillAPIClient.TaskError.executionFailure(failure)) { try await task.value() }
        #expect(failure.errorDescription?.contains("folders.list") == true)
    }

    @Test("a fake records the user whose delegate is set")
    @MainActor
    func user() {
        let provider = FakeSensibillProvider()
        provider.setUserAccessTokenDelegate(TestDelegate(), withCacheIdentifier: "ada")
        #expect(provider.cacheIdentifier == "ada")
        provider.resetUserAccessTokenDelegate()
        #expect(provider.cacheIdentifier == nil)
    }
}
