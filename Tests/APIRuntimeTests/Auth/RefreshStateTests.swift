import Foundation
import Testing

@testable import APIRuntime

@Suite("Session state machine")
struct RefreshStateTests {
    private let start = Date(timeIntervalSince1970: 1_000_000)

    private func signedIn(
        _ token: OAuthToken = .pair(1),
        partition: String = "anna",
        limit: RefreshLimit = RefreshLimit()
    ) -> RefreshState {
        var state = RefreshState(limit: limit)
        _ = state.signedIn(StoredToken(token: token, partition: partition), at: start)
        return state
    }

    private func credential(_ state: RefreshState) throws -> AuthCredential {
        try #require(state.held?.credential)
    }

    private func attempt(_ step: RefreshState.Step) throws -> RefreshState.RefreshAttempt {
        guard case .refresh(let attempt) = step else {
            throw AuthenticationError(.missing, message: "Not a renewal: \(step)")
        }
        return attempt
    }

    private func stored(_ number: Int, _ partition: String = "anna") -> StoredToken {
        StoredToken(token: .pair(number), partition: partition)
    }

    @Test("no decision is made before the store is read")
    func loadsFirst() {
        var state = RefreshState()
        #expect(state.needed(at: start) == .load)
        state.loaded(nil)
        #expect(state.needed(at: start) == .fail(.signedOut))
    }

    @Test("a sign-in during the loading of the store overrides the loaded token")
    func signInBeatsLoad() throws {
        var state = signedIn()
        state.loaded(stored(9, "bert"))
        #expect(try credential(state).value == "access-1")
    }

    @Test("a token without an expiration date is sent without a refresh")
    func endless() throws {
        var state = signedIn()
        #expect(state.needed(at: start + 1e9) == .send(try credential(state)))
    }

    @Test("a token is refreshed 60 seconds before it expires, not earlier", arguments: [(539.0, false), (540.0, true)])
    func refreshAhead(_ elapsed: Double, _ renews: Bool) throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: start))
        let step = state.needed(at: start + elapsed)
        if renews {
            #expect(try attempt(step).held.token.accessToken == "a")
        } else {
            #expect(step == .send(try credential(state)))
        }
    }

    @Test("a token with a short lifetime is refreshed at half of it", arguments: [(14.0, false), (15.0, true)])
    func shortLife(_ elapsed: Double, _ renews: Bool) throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 30, now: start))
        let step = state.needed(at: start + elapsed)
        #expect((step != .send(try credential(state))) == renews)
    }

    @Test("an expired token that cannot be refreshed is sent, and the server decides")
    func expiredWithoutRefreshToken() throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: nil, expiresIn: 10, now: start))
        #expect(state.needed(at: start + 100) == .send(try credential(state)))
        #expect(state.refused(try credential(state), at: start + 100) == .deliver)
    }

    @Test("the first refusal starts a refresh, and the second one joins it")
    func singleFlight() throws {
        var state = signedIn()
        let old = try credential(state)
        _ = try attempt(state.refused(old, at: start))
        #expect(state.refused(old, at: start) == .join)
    }

    @Test("a refusal of a replaced token only causes a retry")
    func olderRefused() throws {
        var state = signedIn()
        let old = try credential(state)
        let first = try attempt(state.refused(old, at: start))
        _ = state.finished(first, .renewed(stored(2)), at: start)
        #expect(state.refused(old, at: start) == .send(try credential(state)))
    }

    @Test("a refusal right after a refresh is returned to the caller")
    func refusedTwice() throws {
        var state = signedIn()
        let first = try attempt(state.refused(try credential(state), at: start))
        _ = state.finished(first, .renewed(stored(2)), at: start)
        #expect(state.refused(try credential(state), at: start + 1) == .deliver)
        _ = try attempt(state.refused(try credential(state), at: start + 6))
    }

    @Test("a new token that has worked is refreshed again when it is refused, however young it is")
    func refusedAfterUse() throws {
        var state = signedIn()
        let first = try attempt(state.refused(try credential(state), at: start))
        _ = state.finished(first, .renewed(stored(2)), at: start)
        let renewed = try credential(state)
        state.noteResponse(to: renewed, status: 401)
        #expect(state.refused(renewed, at: start + 1) == .deliver)
        state.noteResponse(to: renewed, status: 204)
        _ = try attempt(state.refused(renewed, at: start + 1))
    }

    @Test("a new token that has already expired is refreshed again, however young it is")
    func refusedAfterTinyLife() throws {
        var state = signedIn()
        let first = try attempt(state.refused(try credential(state), at: start))
        let short = OAuthToken(accessToken: "s", refreshToken: "r", expiresIn: 1, now: start)
        _ = state.finished(first, .renewed(StoredToken(token: short, partition: "anna")), at: start)
        _ = try attempt(state.refused(try credential(state), at: start + 2))
    }

    @Test("a refusal of another user's token is returned to the caller")
    func otherUser() throws {
        var state = signedIn()
        let old = try credential(state)
        _ = state.signedIn(stored(2, "bert"), at: start)
        #expect(state.refused(old, at: start) == .deliver)
        #expect(try state.settled(after: nil, refused: old, at: start) == nil)
    }

    @Test("a refresh that ends after the sign-out is ignored")
    func lateAfterSignOut() throws {
        var state = signedIn()
        let first = try attempt(state.refused(try credential(state), at: start))
        #expect(state.signedOut(.requested) == [.signedOut(partition: "anna", reason: .requested)])
        #expect(state.finished(first, .renewed(stored(2)), at: start) == nil)
        #expect(state.held == nil)
    }

    @Test("a refresh that ends after another sign-in is ignored and does not end the newer refresh")
    func lateAfterSignIn() throws {
        var state = signedIn()
        let first = try attempt(state.refused(try credential(state), at: start))
        let events = state.signedIn(stored(5, "bert"), at: start)
        #expect(events == [.signedOut(partition: "anna", reason: .replaced), .signedIn(partition: "bert")])
        let second = try attempt(state.refused(try credential(state), at: start))
        #expect(state.finished(first, .rejected(status: 400), at: start) == nil)
        #expect(state.refused(try credential(state), at: start) == .join)
        #expect(state.finished(second, .renewed(stored(6, "bert")), at: start) != nil)
        #expect(try credential(state).value == "access-6")
    }

    @Test("signing in again as the same user does not end the session")
    func sameUserAgain() {
        var state = signedIn()
        #expect(state.signedIn(stored(2), at: start) == [.signedIn(partition: "anna")])
    }

    @Test("a rejected refresh signs the user out, and an unreachable server does not")
    func failures() throws {
        var rejected = signedIn()
        let first = try attempt(rejected.refused(try credential(rejected), at: start))
        let end = rejected.finished(first, .rejected(status: 400), at: start)
        #expect(end?.failure == .rejected(status: 400))
        #expect(end?.events == [.signedOut(partition: "anna", reason: .rejected(status: 400))])
        #expect(rejected.needed(at: start) == .fail(.signedOut))

        var unreachable = signedIn()
        let second = try attempt(unreachable.refused(try credential(unreachable), at: start))
        let failure = AuthenticationError(.unreachable, status: 503, message: "c")
        let kept = unreachable.finished(second, .failed(failure), at: start)
        #expect(kept == RefreshState.RefreshOutcome(failure: failure, events: []))
        #expect(unreachable.needed(at: start) == .send(try credential(unreachable)))
    }

    @Test("while a token is still valid, a failed refresh is not repeated for 10 seconds")
    func failurePause() throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: start))
        let first = try attempt(state.needed(at: start + 550))
        let failure = AuthenticationError(.unreachable, status: nil, message: "c")
        _ = state.finished(first, .failed(failure), at: start + 550)
        #expect(try state.settled(after: failure, refused: nil, at: start + 550) == (try credential(state)))
        #expect(state.needed(at: start + 559) == .send(try credential(state)))
        _ = try attempt(state.needed(at: start + 560))
    }

    @Test("after a token has expired, a failed refresh fails the call")
    func expiredFailure() throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: start))
        let first = try attempt(state.needed(at: start + 601))
        let failure = AuthenticationError(.unreachable, status: nil, message: "c")
        _ = state.finished(first, .failed(failure), at: start + 601)
        #expect(throws: failure) { try state.settled(after: failure, refused: nil, at: start + 601) }
        _ = try attempt(state.needed(at: start + 602))
    }

    @Test("more refreshes than the limit in its interval are blocked and later allowed again")
    func loopWindow() throws {
        var state = signedIn(limit: RefreshLimit(count: 2, interval: .seconds(60)))
        for (number, time) in [(2, 0.0), (3, 10.0)] {
            let next = try attempt(state.refused(try credential(state), at: start + time))
            _ = state.finished(next, .renewed(stored(number)), at: start + time)
        }
        #expect(state.refused(try credential(state), at: start + 59) == .fail(.tooManyRefreshes))
        #expect(state.needed(at: start + 59) == .send(try credential(state)))
        _ = try attempt(state.refused(try credential(state), at: start + 60))
    }

    @Test("after renewals that failed without a connection, the limit fails with their error until one may start again")
    func loopWindowOffline() throws {
        let limit = RefreshLimit(count: 2, interval: .seconds(10))
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: start), limit: limit)
        let failure = AuthenticationError(.unreachable, status: nil, message: "c")
        for time in [601.0, 602] {
            let next = try attempt(state.needed(at: start + time))
            _ = state.finished(next, .failed(failure), at: start + time)
        }
        #expect(state.needed(at: start + 603) == .fail(failure))
        #expect(state.refused(try credential(state), at: start + 603) == .fail(failure))
        let next = try attempt(state.needed(at: start + 612))
        _ = state.finished(next, .renewed(stored(2)), at: start + 612)
        #expect(state.needed(at: start + 612) == .send(try credential(state)))
    }

    @Test("when an early refresh is blocked by the limit, the valid token is still sent")
    func loopWindowAhead() throws {
        var state = signedIn(
            OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: start),
            limit: RefreshLimit(count: 1, interval: .seconds(1000))
        )
        let first = try attempt(state.refused(try credential(state), at: start))
        let next = OAuthToken(accessToken: "b", refreshToken: "r", expiresIn: 600, now: start)
        _ = state.finished(first, .renewed(StoredToken(token: next, partition: "anna")), at: start)
        #expect(state.needed(at: start + 550) == .send(try credential(state)))
        #expect(state.needed(at: start + 601) == .fail(.tooManyRefreshes))
    }

    @Test("an expiration date is compared with the server's clock when the device's is an hour slow")
    func slowClock() throws {
        let end = start + 3600 + 600
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresAt: end))
        #expect(state.needed(at: start + 590) == .send(try credential(state)))
        state.noteServerDate(start + 3600 + 590, at: start + 590)
        _ = try attempt(state.needed(at: start + 590))
    }

    @Test("a lifetime is measured by the device alone when its clock is an hour fast")
    func fastClock() throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: start))
        state.noteServerDate(start - 3600, at: start)
        #expect(state.needed(at: start + 500) == .send(try credential(state)))
        _ = try attempt(state.needed(at: start + 545))
    }

    @Test("a token that another process stored is used, with its user")
    func adopted() throws {
        var state = signedIn()
        let first = try attempt(state.refused(try credential(state), at: start))
        let same = state.finished(first, .adopted(stored(7)), at: start)
        #expect(same == RefreshState.RefreshOutcome(events: [.refreshed(partition: "anna")]))
        let second = try attempt(state.refused(try credential(state), at: start))
        let other = state.finished(second, .adopted(stored(8, "bert")), at: start)
        let events: [SessionEvent] = [.signedOut(partition: "anna", reason: .replaced), .signedIn(partition: "bert")]
        #expect(other?.events == events)
    }

    @Test("a sign-out by another process ends the session")
    func removedElsewhere() throws {
        var state = signedIn()
        let first = try attempt(state.refused(try credential(state), at: start))
        let end = state.finished(first, .removed, at: start)
        #expect(end?.failure == .signedOut)
        #expect(end?.events == [.signedOut(partition: "anna", reason: .elsewhere)])
    }

    @Test("an unstored token pair is used, and the next refresh still knows the stored pair")
    func unsaved() throws {
        var state = signedIn()
        let first = try attempt(state.refused(try credential(state), at: start))
        let end = state.finished(first, .unsaved(stored(2), over: stored(1)), at: start)
        #expect(end?.events == [.refreshed(partition: "anna"), .notStored(partition: "anna")])
        let second = try attempt(state.refused(try credential(state), at: start + 10))
        #expect(second.held.token == .pair(2))
        #expect(second.held.saved == stored(1))
    }

    @Test("an explicit refresh starts at any token age and joins a running one")
    func demanded() throws {
        var state = signedIn()
        _ = try attempt(state.demanded(at: start))
        #expect(state.demanded(at: start) == .join)
    }

    @Test("a sign-in under a name that identifies nobody replaces the session")
    func anonymousReplaced() {
        var state = RefreshState(anonymousPartition: "user")
        _ = state.signedIn(StoredToken(token: .pair(1), partition: "user", generation: "1"), at: start)
        let events = state.signedIn(StoredToken(token: .pair(2), partition: "user", generation: "2"), at: start)
        #expect(events == [.signedOut(partition: "user", reason: .replaced), .signedIn(partition: "user")])
    }

    @Test("without generations, only a name that identifies the user continues a session", arguments: ["user", "anna"])
    func withoutGenerations(_ name: String) throws {
        var state = RefreshState(anonymousPartition: "user")
        state.loaded(StoredToken(token: .pair(1), partition: name))
        let before = try credential(state)
        let first = try attempt(state.refused(before, at: start))
        _ = state.finished(first, .adopted(StoredToken(token: .pair(2), partition: name)), at: start)
        #expect(state.held?.isOwner(of: before) == (name == "anna"))
    }
}
