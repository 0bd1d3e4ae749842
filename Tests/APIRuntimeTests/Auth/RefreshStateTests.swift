import Foundation
import Testing

@testable import APIRuntime

@Suite("Decisions of a session, without tasks")
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

    private func ticket(_ step: RefreshState.Step) throws -> RefreshState.RefreshAttempt {
        guard case .refresh(let ticket) = step else {
            throw AuthenticationError(.missing, message: "Not a renewal: \(step)")
        }
        return ticket
    }

    private func stored(_ number: Int, _ partition: String = "anna") -> StoredToken {
        StoredToken(token: .pair(number), partition: partition)
    }

    @Test("nothing is decided before the store was read")
    func loadsFirst() {
        var state = RefreshState()
        #expect(state.needed(at: start) == .load)
        state.loaded(nil)
        #expect(state.needed(at: start) == .fail(.signedOut))
    }

    @Test("a sign-in during the reading of the store wins over what was read")
    func signInBeatsLoad() throws {
        var state = signedIn()
        state.loaded(stored(9, "bert"))
        #expect(try credential(state).value == "access-1")
    }

    @Test("a token without an end is sent as it is")
    func endless() throws {
        var state = signedIn()
        #expect(state.needed(at: start + 1e9) == .send(try credential(state)))
    }

    @Test("a token is renewed 60 seconds before its end, not earlier", arguments: [(539.0, false), (540.0, true)])
    func refreshAhead(_ elapsed: Double, _ renews: Bool) throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: start))
        let step = state.needed(at: start + elapsed)
        if renews {
            #expect(try ticket(step).held.token.accessToken == "a")
        } else {
            #expect(step == .send(try credential(state)))
        }
    }

    @Test("a short life is renewed at its half, so that it is used at all", arguments: [(14.0, false), (15.0, true)])
    func shortLife(_ elapsed: Double, _ renews: Bool) throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 30, now: start))
        let step = state.needed(at: start + elapsed)
        #expect((step != .send(try credential(state))) == renews)
    }

    @Test("an expired token that cannot be renewed is sent: the server decides")
    func expiredWithoutRefreshToken() throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: nil, expiresIn: 10, now: start))
        #expect(state.needed(at: start + 100) == .send(try credential(state)))
        #expect(state.refused(try credential(state), at: start + 100) == .deliver)
    }

    @Test("the first refusal starts a renewal, the second one joins it")
    func singleFlight() throws {
        var state = signedIn()
        let old = try credential(state)
        _ = try ticket(state.refused(old, at: start))
        #expect(state.refused(old, at: start) == .join)
    }

    @Test("a refusal of a replaced token only sends again")
    func olderRefused() throws {
        var state = signedIn()
        let old = try credential(state)
        let first = try ticket(state.refused(old, at: start))
        _ = state.finished(first, .renewed(stored(2)), at: start)
        #expect(state.refused(old, at: start) == .send(try credential(state)))
    }

    @Test("a refusal right after the renewal is given to the caller")
    func refusedTwice() throws {
        var state = signedIn()
        let first = try ticket(state.refused(try credential(state), at: start))
        _ = state.finished(first, .renewed(stored(2)), at: start)
        #expect(state.refused(try credential(state), at: start + 1) == .deliver)
        _ = try ticket(state.refused(try credential(state), at: start + 6))
    }

    @Test("a renewed token that has worked is renewed again when it is refused, however young it is")
    func refusedAfterUse() throws {
        var state = signedIn()
        let first = try ticket(state.refused(try credential(state), at: start))
        _ = state.finished(first, .renewed(stored(2)), at: start)
        let renewed = try credential(state)
        state.answered(renewed, status: 401)
        #expect(state.refused(renewed, at: start + 1) == .deliver)
        state.answered(renewed, status: 204)
        _ = try ticket(state.refused(renewed, at: start + 1))
    }

    @Test("a renewed token that has already expired is renewed again, however young it is")
    func refusedAfterTinyLife() throws {
        var state = signedIn()
        let first = try ticket(state.refused(try credential(state), at: start))
        let short = OAuthToken(accessToken: "s", refreshToken: "r", expiresIn: 1, now: start)
        _ = state.finished(first, .renewed(StoredToken(token: short, partition: "anna")), at: start)
        _ = try ticket(state.refused(try credential(state), at: start + 2))
    }

    @Test("a refusal of another user's token is given to the caller")
    func otherUser() throws {
        var state = signedIn()
        let old = try credential(state)
        _ = state.signedIn(stored(2, "bert"), at: start)
        #expect(state.refused(old, at: start) == .deliver)
        #expect(try state.settled(after: nil, refused: old, at: start) == nil)
    }

    @Test("a renewal that ends after the sign-out does not count")
    func lateAfterSignOut() throws {
        var state = signedIn()
        let first = try ticket(state.refused(try credential(state), at: start))
        #expect(state.signedOut(.requested) == [.signedOut(partition: "anna", reason: .requested)])
        #expect(state.finished(first, .renewed(stored(2)), at: start) == nil)
        #expect(state.held == nil)
    }

    @Test("a renewal that ends after another sign-in does not count, and does not end the newer renewal")
    func lateAfterSignIn() throws {
        var state = signedIn()
        let first = try ticket(state.refused(try credential(state), at: start))
        let events = state.signedIn(stored(5, "bert"), at: start)
        #expect(events == [.signedOut(partition: "anna", reason: .replaced), .signedIn(partition: "bert")])
        let second = try ticket(state.refused(try credential(state), at: start))
        #expect(state.finished(first, .rejected(status: 400), at: start) == nil)
        #expect(state.refused(try credential(state), at: start) == .join)
        #expect(state.finished(second, .renewed(stored(6, "bert")), at: start) != nil)
        #expect(try credential(state).value == "access-6")
    }

    @Test("signing in again as the same user does not end their session")
    func sameUserAgain() {
        var state = signedIn()
        #expect(state.signedIn(stored(2), at: start) == [.signedIn(partition: "anna")])
    }

    @Test("a rejected renewal signs out, an unreachable server does not")
    func failures() throws {
        var rejected = signedIn()
        let first = try ticket(rejected.refused(try credential(rejected), at: start))
        let end = rejected.finished(first, .rejected(status: 400), at: start)
        #expect(end?.failure == .rejected(status: 400))
        #expect(end?.events == [.signedOut(partition: "anna", reason: .rejected(status: 400))])
        #expect(rejected.needed(at: start) == .fail(.signedOut))

        var unreachable = signedIn()
        let second = try ticket(unreachable.refused(try credential(unreachable), at: start))
        let failure = AuthenticationError(.unreachable, status: 503, message: "c")
        let kept = unreachable.finished(second, .failed(failure), at: start)
        #expect(kept == RefreshState.RefreshOutcome(failure: failure, events: []))
        #expect(unreachable.needed(at: start) == .send(try credential(unreachable)))
    }

    @Test("while a token is still valid, a failed renewal is not repeated for 10 seconds")
    func failurePause() throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: start))
        let first = try ticket(state.needed(at: start + 550))
        let failure = AuthenticationError(.unreachable, status: nil, message: "c")
        _ = state.finished(first, .failed(failure), at: start + 550)
        #expect(try state.settled(after: failure, refused: nil, at: start + 550) == (try credential(state)))
        #expect(state.needed(at: start + 559) == .send(try credential(state)))
        _ = try ticket(state.needed(at: start + 560))
    }

    @Test("after the end of a token its failed renewal fails the call")
    func expiredFailure() throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: start))
        let first = try ticket(state.needed(at: start + 601))
        let failure = AuthenticationError(.unreachable, status: nil, message: "c")
        _ = state.finished(first, .failed(failure), at: start + 601)
        #expect(throws: failure) { try state.settled(after: failure, refused: nil, at: start + 601) }
        _ = try ticket(state.needed(at: start + 602))
    }

    @Test("more renewals than the limit within its interval are stopped, and later allowed again")
    func loopWindow() throws {
        var state = signedIn(limit: RefreshLimit(count: 2, interval: .seconds(60)))
        for (number, time) in [(2, 0.0), (3, 10.0)] {
            let next = try ticket(state.refused(try credential(state), at: start + time))
            _ = state.finished(next, .renewed(stored(number)), at: start + time)
        }
        #expect(state.refused(try credential(state), at: start + 59) == .fail(.tooManyRefreshes))
        #expect(state.needed(at: start + 59) == .send(try credential(state)))
        _ = try ticket(state.refused(try credential(state), at: start + 60))
    }

    @Test("a stopped renewal ahead of the end still sends the valid token")
    func loopWindowAhead() throws {
        var state = signedIn(
            OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: start),
            limit: RefreshLimit(count: 1, interval: .seconds(1000))
        )
        let first = try ticket(state.refused(try credential(state), at: start))
        let next = OAuthToken(accessToken: "b", refreshToken: "r", expiresIn: 600, now: start)
        _ = state.finished(first, .renewed(StoredToken(token: next, partition: "anna")), at: start)
        #expect(state.needed(at: start + 550) == .send(try credential(state)))
        #expect(state.needed(at: start + 601) == .fail(.tooManyRefreshes))
    }

    @Test("an absolute end is compared with the server's clock, when the device's is an hour slow")
    func slowClock() throws {
        let end = start + 3600 + 600
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresAt: end))
        #expect(state.needed(at: start + 590) == .send(try credential(state)))
        state.noteServerDate(start + 3600 + 590, at: start + 590)
        _ = try ticket(state.needed(at: start + 590))
    }

    @Test("a length of life is measured by the device alone, when its clock is an hour fast")
    func fastClock() throws {
        var state = signedIn(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: start))
        state.noteServerDate(start - 3600, at: start)
        #expect(state.needed(at: start + 500) == .send(try credential(state)))
        _ = try ticket(state.needed(at: start + 545))
    }

    @Test("a token that another process stored is taken over, with its user")
    func adopted() throws {
        var state = signedIn()
        let first = try ticket(state.refused(try credential(state), at: start))
        let same = state.finished(first, .adopted(stored(7)), at: start)
        #expect(same == RefreshState.RefreshOutcome(events: [.refreshed(partition: "anna")]))
        let second = try ticket(state.refused(try credential(state), at: start))
        let other = state.finished(second, .adopted(stored(8, "bert")), at: start)
        let events: [SessionEvent] = [.signedOut(partition: "anna", reason: .replaced), .signedIn(partition: "bert")]
        #expect(other?.events == events)
    }

    @Test("a sign-out by another process ends the session")
    func removedElsewhere() throws {
        var state = signedIn()
        let first = try ticket(state.refused(try credential(state), at: start))
        let end = state.finished(first, .removed, at: start)
        #expect(end?.failure == .signedOut)
        #expect(end?.events == [.signedOut(partition: "anna", reason: .elsewhere)])
    }

    @Test("a pair that could not be stored is used, and the next renewal still knows what the store holds")
    func unsaved() throws {
        var state = signedIn()
        let first = try ticket(state.refused(try credential(state), at: start))
        let end = state.finished(first, .unsaved(stored(2)), at: start)
        #expect(end?.events == [.refreshed(partition: "anna"), .notStored(partition: "anna")])
        let second = try ticket(state.refused(try credential(state), at: start + 10))
        #expect(second.held.token == .pair(2))
        #expect(second.held.saved == stored(1))
    }

    @Test("a demanded renewal starts at any age and joins one in progress")
    func demanded() throws {
        var state = signedIn()
        _ = try ticket(state.demanded(at: start))
        #expect(state.demanded(at: start) == .join)
    }
}
