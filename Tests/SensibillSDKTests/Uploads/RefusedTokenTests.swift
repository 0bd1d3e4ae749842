import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import SensibillAPI
import Testing

@testable import SensibillSDK

/// Uploads of a started SDK whose tokens the service refuses.
@MainActor
@Suite("Uploads without a valid token", .timeLimit(.minutes(1)))
final class RefusedTokenTests {
    private let sdk = SensibillSDK()
    private let clock = TestClock()
    private let service = ModelDocumentService()
    private let tokens = TestTokenProvider(tokens: [])
    private let observer = RecordingObserver()
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    private func start(token: String? = nil) async throws {
        sdk.documentUploadService.addObserver(observer, for: "test")
        let stored = token.map { StoredToken(token: OAuthToken(accessToken: $0), partition: "ada") }
        try await sdk.start(
            userIdentifier: "ada",
            tokenProvider: tokens,
            configuration: .init(
                api: .init(
                    baseUrl: "https://api.example",
                    certificatePinningEnabled: false,
                    client: ClientConfiguration(transport: service.transport, clock: clock)
                ),
                uploads: UploadPolicy(directory: directory, connectivity: nil, random: { 1 }),
                tokenStore: MemoryTokenStore(stored)
            )
        )
    }

    private func add() throws -> String {
        try sdk.documentUploadService.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
    }

    private var posts: Int { service.state.withLock { $0.requests["POST /api/v2/documents"] ?? 0 } }
    private var statuses: Int { service.state.withLock { $0.requests["GET /api/v2/documents/status"] ?? 0 } }

    /// Waits until a condition holds and has not changed after many steps of other tasks.
    private func settle(_ isReached: () -> Bool) async throws {
        while !isReached() { try Task.checkCancellation(); await Task.yield() }
        for _ in 0..<500 { await Task.yield() }
    }

    @Test("a token that is refused even after its renewal waits, with delays that grow, and asks once for each attempt")
    func persistent() async throws {
        tokens.tokens = (1...100).map { "bad\($0)" }
        try await start(token: "bad0")
        _ = try add()
        for (attempt, delay) in [2, 4, 8, 16, 32].enumerated() {
            let count = attempt + 1
            try await settle { posts >= count * 2 && clock.sleeperCount == 1 }
            // Each attempt sends the request with the old and with the renewed token.
            #expect(posts == count * 2)
            #expect(tokens.questions.count == count)
            #expect(observer.events.map(\.payload) == Array(repeating: .uploadFailedAttempt, count: count))
            clock.advance(by: .seconds(delay))
        }
        try await sdk.stop(invalidateToken: false)
    }

    @Test("while all tokens are refused, uploads and status requests do not wake each other")
    func bothLoops() async throws {
        tokens.tokens = (1...100).map { "bad\($0)" }
        service.state.withLock { $0.neverFinishes = true }
        try await start(token: "t0")
        _ = try add()
        while statuses == 0 { try Task.checkCancellation(); await Task.yield() }
        // The first document is being read; from now on, the service refuses every token.
        service.state.withLock { $0.token = "none" }
        _ = try add()
        try await settle { posts >= 3 && clock.sleeperCount == 2 }
        clock.advance(by: .seconds(1))
        try await settle { statuses >= 3 && clock.sleeperCount == 2 }
        #expect(posts == 3 && statuses == 3)
        #expect(tokens.questions.count == 2)
        for _ in 0..<4 {
            let before = (posts, statuses, tokens.questions.count)
            clock.advance(by: .seconds(7200))
            try await settle { posts >= before.0 + 2 && statuses >= before.1 + 2 && clock.sleeperCount == 2 }
            #expect((posts, statuses) == (before.0 + 2, before.1 + 2))
            #expect(tokens.questions.count <= before.2 + 2)
        }
        try await sdk.stop(invalidateToken: false)
    }

    @Test("a token that works for another call ends the delay of an upload")
    func worksAgain() async throws {
        tokens.tokens = ["bad1", "bad2", "t0"]
        try await start(token: "bad0")
        let id = try add()
        try await settle { posts >= 2 && clock.sleeperCount == 1 }
        let client = try #require(sdk.apiClient)
        // A renewal alone is no reason to send the document again.
        await #expect(throws: SensibillAPIClient.TaskError.self) { try await client.documents.documents().value() }
        try await settle { true }
        #expect(posts == 2)
        _ = try await client.documents.documents().value()
        await observer.ends(1)
        #expect(observer.ended == [id] && posts == 3)
        try await sdk.stop(invalidateToken: false)
    }

    @Test("uploads that only the service's upload operation refuses do not follow each token that works elsewhere")
    func onlyUploads() async throws {
        tokens.tokens = (1...100).map { "ok\($0)" }
        service.state.withLock { state in
            state.accepts = { token in token.hasPrefix("ok") }
            state.fault = { request in request.head.method == .post ? .unauthorized : nil }
        }
        try await start(token: "ok0")
        _ = try add()
        let client = try #require(sdk.apiClient)
        for count in 1...5 {
            try await settle { posts >= count * 2 && clock.sleeperCount == 1 }
            for _ in 0..<20 { _ = try await client.documents.documents().value() }
            try await settle { true }
            #expect(posts == count * 2)
            clock.advance(by: .seconds(7200))
        }
        try await sdk.stop(invalidateToken: false)
    }

    @Test("a token that another call obtains ends the delay of an upload that had none")
    func missing() async throws {
        tokens.failure = DelegateFailure()
        try await start()
        let id = try add()
        try await settle { !observer.events.isEmpty && clock.sleeperCount == 1 }
        #expect(posts == 0)
        tokens.failure = nil
        tokens.tokens = ["t0"]
        _ = try await sdk.apiClient?.documents.documents().value()
        await observer.ends(1)
        #expect(observer.ended == [id] && posts == 1)
        try await sdk.stop(invalidateToken: false)
    }

    @Test("after the app has removed or replaced the delegate of the client, uploads wait with growing delays")
    func otherDelegate() async throws {
        tokens.tokens = (1...100).map { "bad\($0)" }
        try await start(token: "t0")
        let client = try #require(sdk.apiClient)
        _ = try await client.documents.documents().value()
        client.resetUserAccessTokenDelegate()
        _ = try add()
        for count in 1...4 {
            try await settle { observer.events.count >= count && clock.sleeperCount == 1 }
            #expect(observer.events.count == count && posts == 0)
            clock.advance(by: .seconds(2 << (count - 1)))
        }
        try await settle { clock.sleeperCount == 1 }
        let delegate = TestDelegate(token: "bad")
        client.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        for count in 1...3 {
            clock.advance(by: .seconds(7200))
            try await settle { posts >= count * 2 && clock.sleeperCount == 1 }
            #expect(posts == count * 2)
        }
        withExtendedLifetime(delegate) {}
        try await sdk.stop(invalidateToken: false)
    }

    @Test("uploads wait by the monotonic clock, whatever the device's time does")
    func clockJumps() async throws {
        tokens.tokens = ["t0"]
        let isFailing = LockedState(true)
        service.state.withLock { $0.fault = { _ in isFailing.withLock { $0 } ? .unavailable : nil } }
        let time = LockedState(Date(timeIntervalSince1970: 1_800_000_000))
        sdk.documentUploadService.addObserver(observer, for: "test")
        var client = ClientConfiguration(transport: service.transport, clock: clock)
        client.now = { time.withLock { $0 } }
        try await sdk.start(
            userIdentifier: "ada",
            tokenProvider: tokens,
            configuration: .init(
                api: .init(baseUrl: "https://api.example", certificatePinningEnabled: false, client: client),
                uploads: UploadPolicy(directory: directory, connectivity: nil, random: { 1 })
            )
        )
        _ = try add()
        for (index, jump) in [-86_400.0, 34_560_000, -86_400_000].enumerated() {
            try await settle { service.state.withLock { $0.total } == index + 1 && clock.sleeperCount == 1 }
            time.withLock { $0 = $0.addingTimeInterval(jump) }
            clock.advance(by: .seconds(2 << index))
        }
        try await settle { clock.sleeperCount == 1 }
        isFailing.withLock { $0 = false }
        clock.advance(by: .seconds(16))
        await observer.ends(1)
        try await sdk.stop(invalidateToken: false)
    }
}
