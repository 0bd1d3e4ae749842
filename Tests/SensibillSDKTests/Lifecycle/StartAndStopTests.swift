import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import SensibillAPI
import Testing

@testable import SensibillSDK

@MainActor
@Suite("Starting and stopping the SDK", .timeLimit(.minutes(1)))
final class StartAndStopTests {
    private let sdk = SensibillSDK()
    private let tokens = TestTokenProvider(tokens: ["one", "two"])
    private let transport = ScriptedTransport { request in
        request.path.hasSuffix("/invalidate") ? .status(200) : .noDocuments
    }
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    private var configuration: SensibillSDK.Configuration {
        SensibillSDK.Configuration(
            api: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: transport)
            ),
            uploads: UploadPolicy(directory: directory)
        )
    }

    @Test("the client has its user after a start and none after a stop")
    func startAndStop() async throws {
        #expect(sdk.apiClient == nil)
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        let client = try #require(sdk.apiClient)
        _ = try await client.documents.documents().value()
        #expect(tokens.questions == ["ada"])
        #expect(transport.requests.last?.header("Authorization") == "Bearer one")
        try await sdk.stop()
        #expect(sdk.apiClient == nil)
        while transport.requests.last?.path != "/api/v1/invalidate" { try Task.checkCancellation(); await Task.yield() }
        #expect(transport.requests.last?.header("Authorization") == "Bearer one")
        let task = try client.documents.documents()
        await #expect(throws: SensibillAPIClient.TaskError.missingUserAccessToken) { try await task.value() }
    }

    @Test("a stop that invalidates the token deletes the user's stored responses", arguments: [true, false])
    func cachedResponses(invalidates: Bool) async throws {
        let cache = ResponseCache()
        let transport = ScriptedTransport { request in
            guard !request.path.hasSuffix("/invalidate") else { return .status(200) }
            return .json(#"{"documents":[],"count":0}"#, headers: [.cacheControl: "max-age=60"])
        }
        var configuration = configuration
        configuration.api.client = ClientConfiguration(transport: transport, cache: cache)
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        for _ in 0..<2 { _ = try await #require(sdk.apiClient).documents.documents().value() }
        #expect(transport.requests.count { $0.path.hasSuffix("/documents") } == 1)
        try await sdk.stop(invalidateToken: invalidates)
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        _ = try await #require(sdk.apiClient).documents.documents().value()
        #expect(transport.requests.count { $0.path.hasSuffix("/documents") } == (invalidates ? 2 : 1))
        try await sdk.stop(invalidateToken: false)
    }

    @Test("the client of the shared SDK uses the configuration of the start")
    func sharedClient() async throws {
        var configuration = configuration
        configuration.api.baseUrl = "https://other.example/prefix"
        configuration.api.defaultTaskOptions.shouldRefreshTokenAndRetryOnStatusCode401 = true
        try await SensibillSDK.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        let task = try #require(SensibillSDK.shared.apiClient).documents.documents()
        #expect(task.options.shouldRefreshTokenAndRetryOnStatusCode401)
        _ = try await task.value()
        let request = try #require(transport.requests.last)
        #expect(request.head.authority == "other.example" && request.path == "/prefix/api/v2/documents")
        try await SensibillSDK.stop(invalidateToken: false)
        #expect(SensibillSDK.shared.apiClient == nil)
    }

    @Test("the client of a started SDK renews a rejected token by itself, and the option of its tasks stays off")
    func replaced() async throws {
        let service = ScriptedTransport([.refusal(401), .noDocuments])
        var configuration = configuration
        configuration.api.client.transport = service
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        let task = try #require(sdk.apiClient).documents.documents()
        #expect(!task.options.shouldRefreshTokenAndRetryOnStatusCode401)
        _ = try await task.value()
        #expect(service.requests.map { $0.header("Authorization") } == ["Bearer one", "Bearer two"])
        try await sdk.stop(invalidateToken: false)
    }

    @Test("a stop during a start ends the start as interrupted")
    func interrupted() async throws {
        let store = SlowTokenStore()
        var configuration = configuration
        configuration.tokenStore = store
        let start = Task { [sdk, tokens, configuration] in
            try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        }
        await store.isAsked.response()
        try await sdk.stop()
        store.mayRespond.open(())
        await #expect(throws: SensibillSDK.StateError.startWasInterrupted) { try await start.value }
        #expect(sdk.apiClient == nil)
    }

    @Test("a stop with a callback interrupts the start before it")
    func callbackOrder() async throws {
        for _ in 0..<50 {
            let results = LockedState<[Bool]>([])
            await withCheckedContinuation { (both: CheckedContinuation<Void, Never>) in
                let add = { @Sendable (isSuccess: Bool) in
                    let count = results.withLock { results in
                        results.append(isSuccess)
                        return results.count
                    }
                    if count == 2 { both.resume() }
                }
                SensibillSDK.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration) {
                    if case .success = $0 { add(true) } else { add(false) }
                }
                SensibillSDK.stop(invalidateToken: false) { if case .success = $0 { add(true) } else { add(false) } }
            }
            // The stop succeeds, and the start may have failed as interrupted.
            #expect(results.withLock { $0.contains(true) })
            #expect(SensibillSDK.shared.apiClient == nil)
        }
    }

    @Test("a start and a new upload need neither the network nor a token")
    func offline() async throws {
        tokens.failure = DelegateFailure()
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        let service = sdk.documentUploadService
        let id = try service.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
        #expect(try service.allSourceIds() == [id])
        try await sdk.stop(invalidateToken: false)
    }

    // Without uploads, which would ask the provider for tokens at the same time.
    @Test("calls that need a token report its absence")
    func withoutToken() async throws {
        tokens.failure = DelegateFailure()
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        let task = try #require(sdk.apiClient).documents.documents()
        await #expect(throws: SensibillAPIClient.TaskError.executionFailure(DelegateFailure())) {
            try await task.value()
        }
        tokens.failure = nil
        tokens.tokens = [""]
        await #expect(throws: SensibillAPIClient.TaskError.executionFailure(SensibillSDK.IdentityError.noToken)) {
            try await task.value()
        }
        tokens.tokens = ["good"]
        _ = try await task.value()
        try await sdk.stop(invalidateToken: false)
    }

    @Test("a start without a user identifier, or without the keys of a pinned host, fails")
    func invalid() async throws {
        await #expect(throws: SensibillSDK.StateError.missingUserInContext) {
            try await self.sdk.start(userIdentifier: "", tokenProvider: self.tokens, configuration: self.configuration)
        }
        var configuration = configuration
        configuration.api.baseUrl = "https://receipts.getsensibill.com"
        configuration.api.certificatePinningEnabled = true
        do {
            try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
            Issue.record("A start without keys succeeded.")
        } catch SensibillAPIClient.TaskError.invalidInput(let reason) {
            #expect(reason.contains("pins contains no key for receipts.getsensibill.com"))
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("a stop while the provider fetches a token drops the token, and does not wait for it")
    func lateToken() async throws {
        tokens.held = []
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        while tokens.questions.isEmpty { try Task.checkCancellation(); await Task.yield() }
        try await sdk.stop()
        for response in tokens.held ?? [] { response(.success(.init(accessToken: "late"))) }
        tokens.held = nil
        tokens.tokens = ["new"]
        try await sdk.start(userIdentifier: "bob", tokenProvider: tokens, configuration: configuration)
        _ = try await sdk.apiClient?.documents.documents().value()
        #expect(transport.requests.compactMap { $0.header("Authorization") } == ["Bearer new"])
        try await sdk.stop(invalidateToken: false)
    }

    @Test("an SDK that is dropped without a stop releases its folder")
    func dropped() async throws {
        var dropped: SensibillSDK? = SensibillSDK()
        try await dropped?.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        dropped = nil
        while true {
            do {
                try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
                break
            } catch SensibillSDK.ServiceError.cannotStart {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        try await sdk.stop(invalidateToken: false)
    }

    @Test("a start that was interrupted while the token store was slow leaves the folder to the next start")
    func afterInterruption() async throws {
        let store = SlowTokenStore()
        var slow = configuration
        slow.tokenStore = store
        let first = Task { [sdk, tokens, slow] in
            try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: slow)
        }
        await store.isAsked.response()
        try await sdk.stop()
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        store.mayRespond.open(())
        await #expect(throws: SensibillSDK.StateError.startWasInterrupted) { try await first.value }
        let service = sdk.documentUploadService
        let id = try service.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
        #expect(try service.allSourceIds() == [id])
        try await sdk.stop(invalidateToken: false)
    }

    @Test("however starts and stops overlap, the SDK is started or stopped afterwards, and can be started again")
    func overlapping() async throws {
        var configuration = configuration
        // A store that takes its time, so that starts are interrupted at different moments.
        configuration.tokenStore = ModelTokenStore()
        for _ in 0..<30 {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<12 {
                    group.addTask { [sdk, tokens, configuration] in
                        for _ in 0..<number { await Task.yield() }
                        do {
                            if number.isMultiple(of: 3) {
                                try await sdk.start(
                                    userIdentifier: "ada",
                                    tokenProvider: tokens,
                                    configuration: configuration
                                )
                            } else {
                                try await sdk.stop(invalidateToken: false)
                            }
                        } catch is SensibillSDK.StateError {
                            // Expected: each call is refused in some orders.
                        } catch {
                            Issue.record("A start or stop failed: \(error)")
                        }
                    }
                }
            }
            let hasQueue = (try? sdk.documentUploadService.progress()) != nil
            #expect(hasQueue == (sdk.apiClient != nil))
            try await sdk.stop(invalidateToken: false)
            #expect(throws: (any Error).self) { try sdk.documentUploadService.progress() }
            try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
            try await sdk.stop(invalidateToken: false)
        }
    }

    @Test("a start does not fail while the token store cannot be read, and uses its token as soon as it can be")
    func unreadableStore() async throws {
        let store = LockedTokenStore(StoredToken(token: OAuthToken(accessToken: "kept"), partition: "ada"))
        var configuration = configuration
        configuration.tokenStore = store
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        let service = sdk.documentUploadService
        #expect(throws: Never.self) {
            try service.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
        }
        let task = try #require(sdk.apiClient).documents.documents()
        await #expect(throws: SensibillAPIClient.TaskError.self) { try await task.value() }
        #expect(transport.requests.isEmpty)
        store.isReadable.withLock { $0 = true }
        // The queue may have begun a renewal before, which this call joins.
        _ = try? await task.value()
        _ = try await task.value()
        #expect(transport.requests.last?.header("Authorization") == "Bearer kept")
        #expect(tokens.questions.isEmpty)
        try await sdk.stop(invalidateToken: false)
    }

    @Test("a stop reports a token that could not be removed, and the SDK has stopped")
    func keptToken() async throws {
        var configuration = configuration
        configuration.tokenStore = StuckTokenStore(
            StoredToken(token: OAuthToken(accessToken: "kept"), partition: "ada")
        )
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        await #expect(throws: AuthenticationError.self) { try await sdk.stop() }
        #expect(sdk.apiClient == nil)
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        try await sdk.stop(invalidateToken: false)
    }

    @Test("a token of an earlier run is restored without a delegate call")
    func storedToken() async throws {
        var configuration = configuration
        configuration.tokenStore = MemoryTokenStore(
            StoredToken(token: OAuthToken(accessToken: "kept"), partition: "ada")
        )
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        #expect(tokens.questions.isEmpty)
        try await sdk.stop(invalidateToken: false)
        try await sdk.start(userIdentifier: "bob", tokenProvider: tokens, configuration: configuration)
        while tokens.questions != ["bob"] { try Task.checkCancellation(); await Task.yield() }
        try await sdk.stop(invalidateToken: false)
    }
}

/// A token store that responds when the test allows it.
private struct SlowTokenStore: TokenStore {
    let isAsked = ResponseGate<Void>()
    let mayRespond = ResponseGate<Void>()

    func load() async throws -> StoredToken? {
        isAsked.open(())
        await mayRespond.response()
        return nil
    }

    func save(_ entry: StoredToken) async throws {}

    func remove() async throws {}

    func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool { true }
}

/// A token store that cannot be read at first, as on a device that has not been unlocked since it was switched on.
private struct LockedTokenStore: TokenStore {
    let isReadable = LockedState(false)
    private let stored: MemoryTokenStore

    init(_ entry: StoredToken) {
        stored = MemoryTokenStore(entry)
    }

    func load() async throws -> StoredToken? {
        guard isReadable.withLock({ $0 }) else { throw DelegateFailure() }
        return try await stored.load()
    }

    func save(_ entry: StoredToken) async throws { try await stored.save(entry) }

    func remove() async throws { try await stored.remove() }
}

/// A token store that removes nothing.
private struct StuckTokenStore: TokenStore {
    private let stored: MemoryTokenStore

    init(_ entry: StoredToken) {
        stored = MemoryTokenStore(entry)
    }

    func load() async throws -> StoredToken? { try await stored.load() }

    func save(_ entry: StoredToken) async throws { try await stored.save(entry) }

    func remove() async throws { throw DelegateFailure() }

    func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool { throw DelegateFailure() }
}
