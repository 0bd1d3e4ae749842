import APIRuntime
public import Foundation

/// The tokens of all services, with methods to issue, check, rotate and revoke them.
///
/// A realm separates the tokens of one kind, such as "anybill.user". A refresh token works once: rotating it issues a
/// new pair, and the old refresh token is refused from then on. The old access token remains valid until it expires.
public final class SandboxTokens: Sendable {
    /// An issued pair of tokens.
    public struct Issued: Sendable, Hashable {
        /// The kind of token.
        public let realm: String

        /// The subject of the tokens.
        public let subject: String

        /// The scopes of the tokens, separated by spaces; empty if the realm has no scopes.
        public let scope: String

        /// The access token.
        public let accessToken: String

        /// The refresh token, which can be exchanged for the next pair; `nil` if the realm has none.
        public let refreshToken: String?

        /// The expiry of the access token on the sandbox's clock.
        public let accessExpiry: Date

        /// The expiry of the refresh token on the sandbox's clock.
        public let refreshExpiry: Date
    }

    /// A reason for refusing a token.
    public enum Refusal: Error, Sendable, Hashable {
        /// The token was never issued here, or was issued for another realm.
        case unknown
        /// The token has expired.
        case expired
        /// The token was revoked, or it is a refresh token that was already used.
        case revoked
    }

    /// The issued, revoked and expired tokens.
    private struct State {
        var access: [String: Issued] = [:]
        var refresh: [String: Issued] = [:]
        var revoked: Set<String> = []
        var expired: Set<String> = []
    }

    private let state = LockedState(State())
    private let clock: SandboxClock
    private let identifiers: IdentifierSource
    private let lifetime: TimeInterval
    private let refreshLifetime: TimeInterval

    init(configuration: SandboxConfiguration, clock: SandboxClock) {
        self.clock = clock
        identifiers = IdentifierSource(seed: configuration.seed, stream: "tokens")
        lifetime = configuration.tokenLifetime
        refreshLifetime = configuration.refreshTokenLifetime
    }

    /// Issues a pair of tokens.
    ///
    /// - Parameters:
    ///   - realm: The kind of token.
    ///   - subject: The subject of the tokens.
    ///   - scope: The scopes, separated by spaces.
    ///   - isRefreshable: Whether a refresh token is issued too.
    ///   - lifetime: The lifetime of the access token in seconds; `nil` uses the configured one.
    ///   - accessToken: The string of a token with its own format, such as a JSON Web Token; `nil` generates one.
    /// - Returns: The pair, which is valid immediately.
    public func issue(
        realm: String,
        subject: String,
        scope: String = "",
        isRefreshable: Bool = true,
        lifetime: TimeInterval? = nil,
        accessToken: String? = nil
    ) -> Issued {
        let now = clock.now
        let issued = Issued(
            realm: realm,
            subject: subject,
            scope: scope,
            accessToken: accessToken ?? "at-\(identifiers.hex(40))",
            refreshToken: isRefreshable ? "rt-\(identifiers.hex(40))" : nil,
            accessExpiry: now.addingTimeInterval(lifetime ?? self.lifetime),
            refreshExpiry: now.addingTimeInterval(refreshLifetime)
        )
        state.withLock {
            $0.access[issued.accessToken] = issued
            if let token = issued.refreshToken { $0.refresh[token] = issued }
        }
        return issued
    }

    /// Checks an access token.
    ///
    /// - Returns: The issued pair.
    /// - Throws: The reason for refusing the token.
    public func check(_ accessToken: String, realm: String) throws(Refusal) -> Issued {
        let now = clock.now
        return try state.withLock { (state) throws(Refusal) in
            guard let issued = state.access[accessToken], issued.realm == realm else { throw .unknown }
            if state.revoked.contains(accessToken) { throw .revoked }
            if state.expired.contains(accessToken) || issued.accessExpiry <= now { throw .expired }
            return issued
        }
    }

    /// Exchanges a refresh token for a new pair.
    ///
    /// The refresh token becomes invalid.
    ///
    /// - Throws: The reason for refusing the token.
    public func rotate(_ refreshToken: String, realm: String, scope: String? = nil) throws(Refusal) -> Issued {
        let now = clock.now
        let old = try state.withLock { (state) throws(Refusal) in
            guard let issued = state.refresh[refreshToken], issued.realm == realm else { throw .unknown }
            if state.revoked.contains(refreshToken) { throw .revoked }
            if state.expired.contains(refreshToken) || issued.refreshExpiry <= now { throw .expired }
            state.revoked.insert(refreshToken)
            return issued
        }
        return issue(realm: realm, subject: old.subject, scope: scope ?? old.scope)
    }

    /// The issued access tokens, newest expiry first: their kind, subject and state, without the tokens.
    var summaries: [JSONValue] {
        let now = clock.now
        return state.withLock { state in
            let newest = state.access.values.sorted {
                ($0.accessExpiry, $0.accessToken) > ($1.accessExpiry, $1.accessToken)
            }
            return newest.prefix(12).map { issued in
                let isExpired = state.expired.contains(issued.accessToken) || issued.accessExpiry <= now
                let isRevoked = state.revoked.contains(issued.accessToken)
                return [
                    "realm": .string(issued.realm), "subject": .string(issued.subject),
                    "state": .string(isRevoked ? "revoked" : isExpired ? "expired" : "valid"),
                ]
            }
        }
    }

    /// Marks access tokens as expired before their expiry.
    ///
    /// - Parameters:
    ///   - realm: The kind to expire; `nil` means every kind.
    ///   - subject: The subject whose tokens expire; `nil` means all subjects.
    public func expireAccessTokens(realm: String? = nil, subject: String? = nil) {
        state.withLock { state in
            state.expired.formUnion(state.access.values.filter { $0.matches(realm, subject) }.map(\.accessToken))
        }
    }

    /// Marks refresh tokens as expired before their expiry.
    public func expireRefreshTokens(realm: String? = nil, subject: String? = nil) {
        state.withLock { state in
            state.expired.formUnion(
                state.refresh.values.filter { $0.matches(realm, subject) }.compactMap(\.refreshToken)
            )
        }
    }

    /// Revokes access and refresh tokens.
    public func revoke(realm: String? = nil, subject: String? = nil) {
        state.withLock { state in
            let ended = (Array(state.access.values) + state.refresh.values).filter { $0.matches(realm, subject) }
            state.revoked.formUnion(ended.map(\.accessToken))
            state.revoked.formUnion(ended.compactMap(\.refreshToken))
        }
    }

    /// Revokes one access or refresh token.
    public func revoke(token: String) {
        state.withLock { _ = $0.revoked.insert(token) }
    }
}

extension SandboxTokens.Issued {
    fileprivate func matches(_ realm: String?, _ subject: String?) -> Bool {
        (realm ?? self.realm) == self.realm && (subject ?? self.subject) == self.subject
    }
}
