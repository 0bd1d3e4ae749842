import APIRuntime
public import Foundation

/// Issues, checks, rotates and ends the tokens of all services.
///
/// A realm keeps the tokens of one kind apart, such as "anybill.user". A refresh token works once: using it gives a new
/// pair, and the old refresh token is refused from then on. The old access token lives on until it expires.
public final class SandboxTokens: Sendable {
    /// A pair of tokens, as issued.
    public struct Issued: Sendable, Hashable {
        /// Kind of token.
        public let realm: String

        /// Whom the tokens are for.
        public let subject: String

        /// What they allow, separated by spaces; empty when the realm has no scopes.
        public let scope: String

        /// The bearer token.
        public let accessToken: String

        /// The token that gives the next pair; `nil` when the realm has none.
        public let refreshToken: String?

        /// End of the access token on the sandbox's clock.
        public let accessExpiry: Date

        /// End of the refresh token on the sandbox's clock.
        public let refreshExpiry: Date
    }

    /// Why a token is refused.
    public enum Refusal: Error, Sendable, Hashable {
        /// Never issued here, or for another realm.
        case unknown
        /// Past its end.
        case expired
        /// Ended on purpose, or a refresh token that was used before.
        case revoked
    }

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

    /// Issues a pair.
    ///
    /// - Parameters:
    ///   - realm: Kind of token.
    ///   - subject: Whom it is for.
    ///   - scope: What it allows.
    ///   - isRefreshable: Whether a refresh token comes with it.
    ///   - lifetime: Life of the access token in seconds; `nil` takes the configured one.
    ///   - accessToken: The token's text, where it has a form of its own (a JSON Web Token); `nil` makes one up.
    /// - Returns: The pair, which counts from now on.
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

    /// Looks up an access token.
    ///
    /// - Returns: What was issued.
    /// - Throws: Why it is refused.
    public func check(_ accessToken: String, realm: String) throws(Refusal) -> Issued {
        let now = clock.now
        return try state.withLock { (state) throws(Refusal) in
            guard let issued = state.access[accessToken], issued.realm == realm else { throw .unknown }
            if state.revoked.contains(accessToken) { throw .revoked }
            if state.expired.contains(accessToken) || issued.accessExpiry <= now { throw .expired }
            return issued
        }
    }

    /// Trades a refresh token for a new pair; the token given is used up.
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

    /// Makes access tokens count as expired, though their time is not over.
    ///
    /// - Parameters:
    ///   - realm: The kind to expire; `nil` means every kind.
    ///   - subject: Whose tokens to expire; `nil` means everybody's.
    public func expireAccessTokens(realm: String? = nil, subject: String? = nil) {
        state.withLock { state in
            state.expired.formUnion(state.access.values.filter { $0.matches(realm, subject) }.map(\.accessToken))
        }
    }

    /// Makes refresh tokens count as expired.
    public func expireRefreshTokens(realm: String? = nil, subject: String? = nil) {
        state.withLock { state in
            state.expired.formUnion(
                state.refresh.values.filter { $0.matches(realm, subject) }.compactMap(\.refreshToken)
            )
        }
    }

    /// Ends access and refresh tokens at once.
    public func revoke(realm: String? = nil, subject: String? = nil) {
        state.withLock { state in
            let ended = (Array(state.access.values) + state.refresh.values).filter { $0.matches(realm, subject) }
            state.revoked.formUnion(ended.map(\.accessToken))
            state.revoked.formUnion(ended.compactMap(\.refreshToken))
        }
    }

    /// Ends one access or refresh token.
    public func revoke(token: String) {
        state.withLock { _ = $0.revoked.insert(token) }
    }
}

extension SandboxTokens.Issued {
    fileprivate func matches(_ realm: String?, _ subject: String?) -> Bool {
        (realm ?? self.realm) == self.realm && (subject ?? self.subject) == self.subject
    }
}
