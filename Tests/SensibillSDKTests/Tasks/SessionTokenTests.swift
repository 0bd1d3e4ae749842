import APIRuntime
import APITesting
import Foundation
import Testing

@testable import SensibillSDK

@MainActor
@Suite("The token of a session", .timeLimit(.minutes(1)))
struct SessionTokenTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func record(_ tokens: String...) -> TokenRecord {
        var record = TokenRecord()
        for token in tokens { _ = record.take(OAuthToken(accessToken: token), isIssued: true, at: start) }
        return record
    }

    @Test("a missing token is remedied by any token that the service has not refused")
    func missing() {
        var record = record()
        #expect(!record.removes(.missing, after: 0, at: start))
        record = self.record("a")
        #expect(record.removes(.missing, after: 0, at: start))
        record.wasRefused("a")
        #expect(!record.removes(.missing, after: 0, at: start))
        // The same token once more is no news.
        let isOther = record.take(OAuthToken(accessToken: "a"), isIssued: true, at: start)
        #expect(!isOther && !record.removes(.missing, after: 0, at: start))
        _ = record.take(OAuthToken(accessToken: "b"), isIssued: true, at: start)
        #expect(record.removes(.missing, after: 0, at: start))
    }

    @Test("a refused token is remedied only by a newer one that has worked")
    func refused() {
        var record = record("a")
        let works = record.wasAccepted("a")
        record.wasRefused("a")
        #expect(works && !record.removes(.refused, after: 0, at: start))
        _ = record.take(OAuthToken(accessToken: "b"), isIssued: true, at: start)
        #expect(!record.removes(.refused, after: 0, at: start))
        let isNews = record.wasAccepted("b")
        let isNewsAgain = record.wasAccepted("b")
        #expect(isNews && !isNewsAgain && record.removes(.refused, after: 0, at: start))
        record.wasRefused("b")
        #expect(!record.removes(.refused, after: 0, at: start))
    }

    @Test("a token that was there when the call began does not remove the reason for its failure")
    func nothingNew() {
        var record = record("a")
        _ = record.wasAccepted("a")
        #expect(!record.removes(.missing, after: 1, at: start) && !record.removes(.refused, after: 1, at: start))
        _ = record.take(OAuthToken(accessToken: "b"), isIssued: true, at: start)
        #expect(record.removes(.missing, after: 1, at: start) && !record.removes(.refused, after: 1, at: start))
        _ = record.wasAccepted("b")
        #expect(record.removes(.refused, after: 1, at: start))
    }

    @Test("the service's judgement of a former token says nothing about the current one")
    func former() {
        var record = record("a", "b")
        record.wasRefused("a")
        let isNews = record.wasAccepted("a")
        #expect(!isNews)
        #expect(record.removes(.missing, after: 0, at: start) && !record.removes(.refused, after: 0, at: start))
    }

    @Test("a token expires at its time, except one that had expired when it was issued")
    func expiry() {
        var record = TokenRecord()
        let token = OAuthToken(accessToken: "a", expiresAt: start)
        _ = record.take(token, isIssued: true, at: start.addingTimeInterval(-1))
        #expect(record.value(at: start.addingTimeInterval(-1)) == "a")
        #expect(record.value(at: start) == nil && !record.removes(.missing, after: 0, at: start))
        _ = record.take(token, isIssued: false, at: start)
        #expect(record.value(at: start) == nil)
        _ = record.take(token, isIssued: true, at: start)
        #expect(record.value(at: start) == "a")
    }

    @Test("after its end, a session takes no token")
    func ended() {
        var record = record("a")
        record.end()
        let isTaken = record.take(OAuthToken(accessToken: "b"), isIssued: true, at: start)
        #expect(!isTaken && record.value(at: start) == "a")
        record.remove()
        #expect(record.value(at: start) == nil)
    }

    @Test("the expiry of a token is measured with the clock of the configuration, and another jump does no harm")
    func clock() async throws {
        let time = LockedState(start)
        let logins = LockedState(0)
        let delegate = SessionTokenDelegate(cacheIdentifier: "ada", now: { time.withLock { $0 } }) { [start] in
            // The service's own time does not jump.
            let number = logins.withLock { count in
                count += 1
                return count
            }
            return OAuthToken(accessToken: "t\(number)", expiresAt: start.addingTimeInterval(3600))
        }
        let scripted = ScriptedProvider((0..<4).map { _ in .noDocuments })
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let task = try scripted.provider.documents.documents()
        task.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
        // A day ahead, each new token seems to have expired; a day back, an old one seems to be valid.
        for jump in [0.0, 86_400, 86_400, -86_400] {
            time.withLock { $0 = start.addingTimeInterval(jump) }
            _ = try await task.value()
        }
        #expect(scripted.authorizations == ["Bearer t1", "Bearer t2", "Bearer t2", "Bearer t2"])
    }

    @Test("without a refresher, a user whose sign-in returned a refresh token signs in again after the expiry")
    func noRefresher() async throws {
        let time = LockedState(start)
        let logins = LockedState(0)
        let delegate = SessionTokenDelegate(cacheIdentifier: "ada", now: { time.withLock { $0 } }) {
            let number = logins.withLock { count in
                count += 1
                return count
            }
            let now = time.withLock { $0 }
            return OAuthToken(accessToken: "t\(number)", refreshToken: "r\(number)", expiresIn: 60, now: now)
        }
        try await delegate.update()
        time.withLock { $0 += 61 }
        #expect(delegate.currentAccessToken(for: "ada") == nil)
        try await delegate.update()
        #expect(delegate.currentAccessToken(for: "ada") == "t2")
    }

    @Test("a token that is refused before its renewal has ended is renewed once more")
    func refusedEarly() async throws {
        for _ in 0..<50 {
            let logins = LockedState(0)
            let delegate = SessionTokenDelegate(cacheIdentifier: "ada") {
                let number = logins.withLock { count in
                    count += 1
                    return count
                }
                return OAuthToken(accessToken: "t\(number)")
            }
            let first = Task { try await delegate.update() }
            // As a call that reads the token at once, and whose response arrives at once.
            while delegate.token.value(for: "ada") == nil { try Task.checkCancellation(); await Task.yield() }
            delegate.token.wasRefused("t1")
            try await delegate.update()
            #expect(delegate.token.value(for: "ada") == "t2" && logins.withLock { $0 } == 2)
            try await first.value
        }
    }

    @Test("a sign-out leaves the stored token of another user")
    func otherUser() async throws {
        let store = MemoryTokenStore()
        let ada = SessionTokenDelegate(cacheIdentifier: "ada", store: store) { OAuthToken(accessToken: "a") }
        try await ada.update()
        let bob = SessionTokenDelegate(cacheIdentifier: "bob", store: store) { OAuthToken(accessToken: "b") }
        try await bob.signOut()
        #expect(try await store.load()?.partition == "ada")
        try await bob.update()
        try await bob.signOut()
        #expect(try await store.load() == nil)
    }

    @Test("a sign-out during a sign-in drops the token, on the device as well")
    func signedOut() async throws {
        let (isAsked, mayRespond) = (ResponseGate<Void>(), ResponseGate<Void>())
        let store = MemoryTokenStore()
        let delegate = SessionTokenDelegate(cacheIdentifier: "ada", store: store) {
            isAsked.open(())
            await mayRespond.response()
            return OAuthToken(accessToken: "late")
        }
        let update = Task { try await delegate.update() }
        await isAsked.response()
        try await delegate.signOut()
        mayRespond.open(())
        await #expect(throws: CancellationError.self) { try await update.value }
        let stored = try await store.load()
        #expect(stored == nil && delegate.currentAccessToken(for: "ada") == nil)
    }
}
