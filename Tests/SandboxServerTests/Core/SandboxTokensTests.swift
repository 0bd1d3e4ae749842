import Foundation
import Testing

@testable import SandboxServer

@Suite("Sandbox tokens")
struct SandboxTokensTests {
    private let clock = SandboxClock(start: Date(timeIntervalSince1970: 1_800_000_000))
    private let tokens: SandboxTokens

    init() {
        clock.freeze()
        tokens = SandboxTokens(
            configuration: SandboxConfiguration(tokenLifetime: 60, refreshTokenLifetime: 600),
            clock: clock
        )
    }

    @Test("a token is valid until its last second")
    func expiry() throws {
        let issued = tokens.issue(realm: "a", subject: "one")
        clock.advance(by: 59)
        #expect(try tokens.check(issued.accessToken, realm: "a").subject == "one")
        clock.advance(by: 1)
        #expect(throws: SandboxTokens.Refusal.expired) { try tokens.check(issued.accessToken, realm: "a") }
    }

    @Test("a token of one realm is unknown in another")
    func realms() {
        let issued = tokens.issue(realm: "a", subject: "one")
        #expect(throws: SandboxTokens.Refusal.unknown) { try tokens.check(issued.accessToken, realm: "b") }
    }

    @Test("a refresh token works once, and the new token keeps its subject and scope")
    func rotation() throws {
        let first = tokens.issue(realm: "a", subject: "one", scope: "read")
        let refresh = try #require(first.refreshToken)
        let second = try tokens.rotate(refresh, realm: "a")
        #expect(second.subject == "one" && second.scope == "read")
        #expect(second.accessToken != first.accessToken && second.refreshToken != first.refreshToken)
        #expect(throws: SandboxTokens.Refusal.revoked) { try tokens.rotate(refresh, realm: "a") }
    }

    @Test("an expired refresh token is refused as expired")
    func refreshExpiry() throws {
        let refresh = try #require(tokens.issue(realm: "a", subject: "one").refreshToken)
        clock.advance(by: 600)
        #expect(throws: SandboxTokens.Refusal.expired) { try tokens.rotate(refresh, realm: "a") }
    }

    @Test("expiring tokens by subject does not affect others, and includes refresh tokens")
    func expireBySubject() throws {
        let one = tokens.issue(realm: "a", subject: "one")
        let two = tokens.issue(realm: "a", subject: "two")
        tokens.expireAccessTokens(realm: "a", subject: "one")
        #expect(throws: SandboxTokens.Refusal.expired) { try tokens.check(one.accessToken, realm: "a") }
        #expect(try tokens.check(two.accessToken, realm: "a") == two)
        #expect(try tokens.rotate(try #require(one.refreshToken), realm: "a").subject == "one")
    }

    @Test("revoking a subject revokes its access token and its refresh token")
    func revoking() throws {
        let one = tokens.issue(realm: "a", subject: "one")
        tokens.revoke(subject: "one")
        #expect(throws: SandboxTokens.Refusal.revoked) { try tokens.check(one.accessToken, realm: "a") }
        #expect(throws: SandboxTokens.Refusal.revoked) { try tokens.rotate(one.refreshToken ?? "", realm: "a") }
    }
}
