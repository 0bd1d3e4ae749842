#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The token in use, with the data that decides when to renew it.
struct HeldToken: Equatable, Sendable {
    /// The pair in use.
    var token: OAuthToken
    /// The owner of the session.
    var partition: String
    /// The identity of the session; `nil` for an entry that has none.
    var generation: String?
    /// The version number of the credential made from the token.
    var version: Int
    /// The version number of the session's first credential; lower ones belong to earlier sessions.
    var firstVersion: Int
    /// The entry that the store is known to hold; differs from `token` after a renewal that could not be stored.
    var saved: StoredToken
    /// The device's time when the token was received from the server; `nil` when it was read from the store.
    var since: Date?
    /// Whether the token is the result of a renewal.
    var isRenewed: Bool
    /// Whether the server has sent a status other than 401 for a request with the token.
    var isAccepted = false
    /// Whether the token seemed expired when the server issued it, which means that the clocks cannot be compared.
    ///
    /// Such a token is renewed only when the server refuses it.
    var isUntimed = false

    /// The credential that requests carry.
    var credential: AuthCredential {
        AuthCredential(value: token.accessToken, version: version, partition: partition, generation: generation)
    }

    /// The entry to store for the token.
    var entry: StoredToken { StoredToken(token: token, partition: partition, generation: generation) }

    /// Returns whether a credential belongs to this session.
    func isOwner(of credential: AuthCredential) -> Bool {
        guard credential.partition == partition, credential.version >= firstVersion else { return false }
        return credential.generation == nil || credential.generation == generation
    }

    /// Returns the seconds until the token expires.
    ///
    /// - Parameters:
    ///   - now: The device's time.
    ///   - offset: Seconds by which the server's clock is ahead of the device's.
    /// - Returns: The seconds, negative when the token has expired; `nil` when the expiry is unknown.
    func remaining(at now: Date, offset: Double) -> Double? {
        if isUntimed { return nil }
        // A lifetime counted from the device's clock is compared with that clock; an absolute time with the server's.
        let reference = token.issuedAt == nil ? now.addingTimeInterval(offset) : now
        return token.expiresAt?.timeIntervalSince(reference)
    }

    /// Returns the seconds before the expiry at which to renew, at most half of the token's lifetime.
    func margin(ahead: Duration, offset: Double) -> Double {
        guard let end = token.expiresAt, let start = token.issuedAt ?? since?.addingTimeInterval(offset) else {
            return ahead.inSeconds
        }
        return min(ahead.inSeconds, max(0, end.timeIntervalSince(start) / 2))
    }
}
