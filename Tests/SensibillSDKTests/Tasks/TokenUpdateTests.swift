import APIRuntime
import APITesting
import Foundation
import SensibillSDK
import Testing

@MainActor
@Suite("Delegate token updates")
struct TokenUpdateTests {
    private let clock = TestClock()

    private func makeTask(
        _ scripted: ScriptedProvider,
        _ delegate: TestDelegate
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let task = try scripted.provider.documents.documents()
        task.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
        return task
    }

    @Test("a delegate's response from another thread is used")
    func otherThread() async throws {
        let scripted = ScriptedProvider([.noDocuments], clock: clock)
        let delegate = TestDelegate()
        delegate.onUpdate = { completion in
            delegate.token = "new"
            let response = UncheckedResponse(completion)
            Thread.detachNewThread { response.give(nil) }
        }
        _ = try await makeTask(scripted, delegate).value()
        #expect(scripted.authorizations == ["Bearer new"])
    }

    @Test("after a reset of the delegate, a task that waits for a token fails without a request")
    func resetWhileWaiting() async throws {
        let scripted = ScriptedProvider([.noDocuments], clock: clock)
        let delegate = TestDelegate()
        delegate.onUpdate = { completion in
            scripted.provider.resetUserAccessTokenDelegate()
            delegate.token = "new"
            completion(nil)
        }
        let task = try makeTask(scripted, delegate)
        await #expect(throws: SensibillAPIClient.TaskError.missingUserAccessToken) { try await task.value() }
        #expect(scripted.transport.requests.isEmpty)
    }

    @Test("a second response of the delegate is ignored")
    func twice() async throws {
        let scripted = ScriptedProvider([.noDocuments], clock: clock)
        let delegate = TestDelegate()
        delegate.onUpdate = { completion in
            delegate.token = "new"
            completion(nil)
            completion(DelegateFailure())
        }
        _ = try await makeTask(scripted, delegate).value()
        #expect(scripted.transport.requests.count == 1)
    }

    @Test("a delegate that never responds fails the task after the limit, and a late response is ignored")
    func never() async throws {
        let scripted = ScriptedProvider(clock: clock)
        let delegate = TestDelegate()
        var late: (((any Error)?) -> Void)?
        delegate.onUpdate = { late = $0 }
        let task = try makeTask(scripted, delegate)
        let running = Task { await task.execute() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(29))
        #expect(task.result == nil)
        clock.advance(by: .seconds(1))
        _ = await running.value
        let expected = SensibillAPIClient.TaskError.executionFailure(TokenUpdateTimeout(limit: .seconds(30)))
        #expect(throws: expected) { try task.result?.get() }
        delegate.token = "late"
        late?(nil)
        #expect(throws: expected) { try task.result?.get() }
        #expect(scripted.transport.requests.isEmpty)
    }

    @Test("after a user change during a refresh, the call is not sent with the other user's token")
    func userChange() async throws {
        let scripted = ScriptedProvider(clock: clock)
        let ada = TestDelegate()
        let bob = TestDelegate(token: "bob's")
        let provider = scripted.provider
        ada.onUpdate = { completion in
            provider.setUserAccessTokenDelegate(bob, withCacheIdentifier: "bob")
            completion(nil)
        }
        let task = try makeTask(scripted, ada)
        await #expect(throws: SensibillAPIClient.TaskError.missingUserAccessToken) { try await task.value() }
        #expect(scripted.transport.requests.isEmpty)
    }

    /// A change of the user while a call is in progress.
    enum Change: CaseIterable {
        case reset, otherUser, otherDelegate
    }

    @Test("the response of a call is not returned after its user was removed or replaced", arguments: Change.allCases)
    func changeWhileSending(_ change: Change) async throws {
        let (isSent, mayRespond) = (ResponseGate<Void>(), ResponseGate<Void>())
        let transport = ScriptedTransport { _ in
            isSent.open(())
            await mayRespond.response()
            return .noDocuments
        }
        let provider = SensibillAPIClient.get(
            configuration: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: transport, clock: clock)
            )
        )
        let (ada, other) = (TestDelegate(token: "ada's"), TestDelegate(token: "other"))
        provider.setUserAccessTokenDelegate(ada, withCacheIdentifier: "ada")
        let task = try provider.documents.documents()
        let running = Task { try await task.value() }
        await isSent.response()
        switch change {
        case .reset: provider.resetUserAccessTokenDelegate()
        case .otherUser: provider.setUserAccessTokenDelegate(other, withCacheIdentifier: "bob")
        case .otherDelegate: provider.setUserAccessTokenDelegate(other, withCacheIdentifier: "ada")
        }
        mayRespond.open(())
        if change == .otherDelegate {
            #expect(try await running.value.count == 0)
        } else {
            await #expect(throws: SensibillAPIClient.TaskError.missingUserAccessToken) { try await running.value }
        }
        withExtendedLifetime((ada, other)) {}
    }

    @Test("twenty rejected calls ask the delegate once, and all are sent again with the new token")
    func shared() async throws {
        let transport = ScriptedTransport { request in
            request.header("Authorization") == "Bearer new" ? .noDocuments : .refusal(401)
        }
        let provider = SensibillAPIClient.get(
            configuration: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: transport, clock: clock)
            )
        )
        let delegate = TestDelegate(token: "old")
        var completions: [((any Error)?) -> Void] = []
        delegate.onUpdate = { completions.append($0) }
        provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let options = SensibillAPIClient.TaskOptions(shouldRefreshTokenAndRetryOnStatusCode401: true)
        let tasks = try (0..<20).map { _ in
            let task = try provider.documents.documents()
            task.options = options
            return task
        }
        let running = tasks.map { task in Task { try await task.value() } }
        while transport.requests.count < 20 || completions.isEmpty { try Task.checkCancellation(); await Task.yield() }
        delegate.token = "new"
        for completion in completions { completion(nil) }
        for task in running { _ = try await task.value }
        #expect(delegate.updates == 1)
        #expect(transport.requests.count == 40)
    }

    @Test("a token that is refused while the request for it continues is replaced once more")
    func refusedEarly() async throws {
        let transport = ScriptedTransport(clock: clock) { request in
            request.header("Authorization") == "Bearer second" ? .noDocuments : .refusal(401)
        }
        let provider = SensibillAPIClient.get(
            configuration: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: transport, clock: clock)
            )
        )
        let delegate = TestDelegate(token: "old")
        var completions: [((any Error)?) -> Void] = []
        delegate.onUpdate = { completion in
            if delegate.updates == 1 { return completions.append(completion) }
            delegate.token = "second"
            completion(nil)
        }
        provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let options = SensibillAPIClient.TaskOptions(shouldRefreshTokenAndRetryOnStatusCode401: true)
        func start() throws -> Task<Void, any Error> {
            let task = try provider.documents.documents()
            task.options = options
            return Task { _ = try await task.value() }
        }
        let first = try start()
        while completions.isEmpty { try Task.checkCancellation(); await Task.yield() }
        // The token can be read before the request for it has been completed.
        delegate.token = "first"
        let second = try start()
        while transport.requests.count < 2 { try Task.checkCancellation(); await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        completions[0](nil)
        try await second.value
        #expect(delegate.updates == 2)
        _ = await first.result
    }

    @Test("cancelling does not wait for the delegate")
    func cancelled() async throws {
        let scripted = ScriptedProvider(clock: clock)
        let delegate = TestDelegate()
        delegate.onUpdate = { _ in }
        let task = try makeTask(scripted, delegate)
        let running = Task { try await task.value() }
        await clock.sleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }
}

/// A completion that is sent to another thread.
///
/// Unchecked because code before Swift 6 behaves this way: it calls a completion on any thread.
private final class UncheckedResponse: @unchecked Sendable {
    private let completion: ((any Error)?) -> Void

    init(_ completion: @escaping ((any Error)?) -> Void) {
        self.completion = completion
    }

    func give(_ error: (any Error)?) {
        completion(error)
    }
}
