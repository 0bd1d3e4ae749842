import APIRuntime
import APITesting
import SensibillAPI
import SensibillSDK
import Testing

@MainActor
@Suite("Task execution", .timeLimit(.minutes(1)))
struct TaskExecutionTests {
    @Test("the callback gets the task with its result")
    func callBack() async throws {
        let scripted = ScriptedProvider([.noDocuments])
        let delegate = TestDelegate(token: "t")
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let task = try scripted.provider.documents.documents()
        #expect(task.result == nil)
        let finished = await withCheckedContinuation { continuation in
            task.execute { continuation.resume(returning: $0) }
        }
        #expect(finished === task)
        #expect(try task.result?.get().count == 0)
        #expect(scripted.authorizations == ["Bearer t"])
        #expect(delegate.identifiers == ["ada"])
    }

    @Test("an execution belongs to the user of the moment at which it was started", arguments: 0..<50, [true, false])
    func userOfStart(_ run: Int, _ isSignedIn: Bool) async throws {
        let scripted = ScriptedProvider([.noDocuments])
        let ada = TestDelegate(token: "ada")
        let bob = TestDelegate(token: "bob")
        if isSignedIn { scripted.provider.setUserAccessTokenDelegate(ada, withCacheIdentifier: "ada") }
        let task = try scripted.provider.documents.documents()
        let finished = await withCheckedContinuation { continuation in
            task.execute { continuation.resume(returning: $0) }
            scripted.provider.resetUserAccessTokenDelegate()
            scripted.provider.setUserAccessTokenDelegate(bob, withCacheIdentifier: "bob")
        }
        #expect(throws: SensibillAPIClient.TaskError.self) { try finished.result?.get() }
        #expect(!scripted.authorizations.contains("Bearer bob"))
    }

    @Test("a task can be executed again and uses the current token")
    func again() async throws {
        let scripted = ScriptedProvider([.refusal(500), .noDocuments])
        let delegate = TestDelegate(token: "one")
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let task = try scripted.provider.documents.documents()
        await task.execute()
        #expect(throws: SensibillAPIClient.TaskError.self) { try task.result?.get() }
        delegate.token = "two"
        _ = try await task.value()
        #expect(scripted.authorizations == ["Bearer one", "Bearer two"])
    }

    @Test("one execution sends one request, whatever the response", arguments: [400, 401, 403, 404, 429, 500, 503])
    func oneRequest(status: Int) async throws {
        let scripted = ScriptedProvider([.refusal(status), .noDocuments])
        let delegate = TestDelegate(token: "t", next: ["u"])
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let task = try scripted.provider.documents.documents()
        let details = SensibillAPIModel.ErrorDetails(
            name: .authorizationError,
            correlationID: "trace-1",
            message: "no"
        )
        await #expect(throws: SensibillAPIClient.TaskError.apiFailure(.init(status: status), details)) {
            try await task.value()
        }
        #expect(scripted.transport.requests.count == 1)
        #expect(delegate.updates == 0)
    }

    @Test("with the option, a refused token is updated and the request sent once more")
    func renewed() async throws {
        let scripted = ScriptedProvider([.refusal(401), .noDocuments])
        let delegate = TestDelegate(token: "old", next: ["new"])
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let task = try scripted.provider.documents.documents()
        task.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
        _ = try await task.value()
        #expect(scripted.authorizations == ["Bearer old", "Bearer new"])
        #expect(delegate.updates == 1)
    }

    @Test("a token that is missing and then refused is refreshed once, not twice")
    func renewedOnce() async throws {
        let scripted = ScriptedProvider([.refusal(401), .noDocuments])
        let delegate = TestDelegate(next: ["new", "newer"])
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let task = try scripted.provider.documents.documents()
        task.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
        await task.execute()
        #expect(delegate.updates == 1)
        #expect(scripted.authorizations == ["Bearer new"])
        guard case .failure(let error as SensibillAPIClient.TaskError) = task.result,
            case .apiFailure(.unauthorized, _) = error
        else { return #expect(Bool(false), "The second refusal is the result.") }
    }

    @Test("without a delegate, with a deallocated one and after a reset, a user call fails without a request")
    func noDelegate() async throws {
        let scripted = ScriptedProvider()
        let task = try scripted.provider.documents.documents()
        task.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
        await #expect(throws: SensibillAPIClient.TaskError.missingUserAccessToken) { try await task.value() }
        var delegate: TestDelegate? = TestDelegate(token: "t")
        weak let held = delegate
        if let delegate { scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada") }
        delegate = nil
        #expect(held == nil, "The provider holds its delegate weakly.")
        await #expect(throws: SensibillAPIClient.TaskError.missingUserAccessToken) { try await task.value() }
        let other = TestDelegate(token: "t")
        scripted.provider.setUserAccessTokenDelegate(other, withCacheIdentifier: "ada")
        scripted.provider.resetUserAccessTokenDelegate()
        await #expect(throws: SensibillAPIClient.TaskError.missingUserAccessToken) { try await task.value() }
        #expect(scripted.transport.requests.isEmpty)
    }

    @Test("the delegate's error ends the task")
    func failedUpdate() async throws {
        let scripted = ScriptedProvider()
        let delegate = TestDelegate()
        delegate.failure = DelegateFailure()
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let task = try scripted.provider.documents.documents()
        task.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
        await #expect(throws: SensibillAPIClient.TaskError.executionFailure(DelegateFailure())) {
            try await task.value()
        }
    }

    @Test("cancelling ends a pending request, and the task can be executed again")
    func cancelled() async throws {
        let scripted = ScriptedProvider([.pending, .noDocuments])
        let delegate = TestDelegate(token: "t")
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let task = try scripted.provider.documents.documents()
        let running = Task { try await task.value() }
        while scripted.transport.requests.isEmpty { try Task.checkCancellation(); await Task.yield() }
        #expect(task.result == nil)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        guard case .failure(let error as SensibillAPIClient.TaskError) = task.result else {
            return #expect(Bool(false), "A cancelled task has a failure.")
        }
        #expect(error.canRetry)
        _ = try await task.value()
    }

    @Test("cancelling the waiting Swift task cancels the request")
    func outerCancellation() async throws {
        let scripted = ScriptedProvider([.pending])
        let delegate = TestDelegate(token: "t")
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let task = try scripted.provider.documents.documents()
        let running = Task { try await task.value() }
        while scripted.transport.requests.isEmpty { try Task.checkCancellation(); await Task.yield() }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }
}
