import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Dates that no calendar shows, and clocks that are wrong")
struct ClockTests {
    private let start = Date(timeIntervalSince1970: 1_000_000)

    private func state(_ end: Date) -> RefreshState {
        var state = RefreshState()
        let token = OAuthToken(accessToken: "a", refreshToken: "r", expiresAt: end)
        _ = state.signedIn(StoredToken(token: token, partition: "anna"), at: start)
        return state
    }

    @Test("a single date far in the future renews no token, and neither does one in the past")
    func singleDate() throws {
        for wrong in [start + 1e9, start - 1e9, Date.distantFuture] {
            var state = state(start + 3600)
            state.noteServerDate(wrong, at: start)
            #expect(state.needed(at: start) == .send(try #require(state.held?.credential)))
            state.noteServerDate(start, at: start)
            state.noteServerDate(wrong, at: start + 1)
            #expect(state.needed(at: start + 1) == .send(try #require(state.held?.credential)))
        }
    }

    @Test("a device whose clock is years slow believes the second response")
    func confirmedDate() {
        var state = state(start + 1e9 + 30)
        state.noteServerDate(start + 1e9, at: start)
        state.noteServerDate(start + 1e9 + 1, at: start + 1)
        guard case .refresh = state.needed(at: start + 20) else {
            Issue.record("The token was not renewed.")
            return
        }
    }

    @Test("a server whose dates are always wrong uses one refresh token at most")
    func alwaysWrong() throws {
        var state = state(start + 3600)
        for _ in 0..<3 { state.noteServerDate(start + 1e9, at: start) }
        guard case .refresh(let attempt) = state.needed(at: start) else { return }
        let next = OAuthToken(accessToken: "b", refreshToken: "s", expiresAt: start + 7200)
        _ = state.finished(attempt, .renewed(StoredToken(token: next, partition: "anna")), at: start)
        for second in 0..<100 {
            state.noteServerDate(start + 1e9 + Double(second), at: start + Double(second))
            #expect(state.needed(at: start + Double(second)) == .send(try #require(state.held?.credential)))
        }
    }

    @Test(
        "a lifetime or an expiry beyond every calendar can be printed",
        arguments: [Int.max, Int.max - 1, 1 << 40, 1]
    )
    func endless(_ seconds: Int) {
        let token = OAuthToken(accessToken: "a", refreshToken: nil, expiresIn: seconds, now: start)
        #expect("\(token)".contains("GMT"))
    }

    @Test("a lifetime of zero or less is unknown", arguments: [0, -1, Int.min])
    func unknownLifetime(_ seconds: Int) {
        let token = OAuthToken(accessToken: "a", refreshToken: nil, expiresIn: seconds, now: start)
        #expect(token.expiresAt == nil)
    }

    @Test("every date has a string", arguments: [Double.infinity, -Double.infinity, Double.nan, 1e300, -1e300, 1e18])
    func format(_ seconds: Double) {
        let token = OAuthToken(accessToken: "a", expiresAt: Date(timeIntervalSince1970: seconds))
        #expect("\(token)".contains("GMT"))
    }

    @Test("a flow's refresh URL renews tokens, and its token URL issues them")
    func refreshURL() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"access_token": "a", "refresh_token": "r"}"#) }
        let flow = OAuthFlow(
            .password,
            tokenURL: "https://id.example/token",
            refreshURL: "https://renew.example/refresh"
        )
        let client = try #require(flow.client(clientID: "app", configuration: .testing(transport)))
        let token = try await client.token(user: "anna", password: "p")
        _ = try await client.refreshed(token)
        let urls = transport.requests.map { "\($0.head.authority ?? "")\($0.path)" }
        #expect(urls == ["id.example/token", "renew.example/refresh"])
        let insecure = OAuthFlow(.password, tokenURL: "https://id.example/token", refreshURL: "http://renew.example/r")
        let other = try #require(insecure.client(clientID: "app", configuration: .testing(transport)))
        await #expect(throws: OAuthFailure("insecure_token_url")) { try await other.refreshed(token) }
    }

    @Test("a single date some hours ahead renews no token", arguments: [3.0, 5, 23])
    func hoursAhead(_ hours: Double) throws {
        var state = state(start + 3600)
        state.noteServerDate(start + hours * 3600, at: start)
        #expect(state.needed(at: start) == .send(try #require(state.held?.credential)))
    }
}
