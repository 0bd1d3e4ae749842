internal import Foundation

/// The token in use, with the data that decides when to renew it.
struct HeldToken: Equatable, Sendable {
    /// The pair in use.
    var token: OAuthToken
    /// The owner of the session.
    var partition: String
    /// The version number of the credential made from the token.
    var version: Int
    /// The entry that the store is known to hold; differs from `token` after a renewal that could not be stored.
    var saved: StoredToken
    /// The device's time when the token was received from the server; `nil` when it was read from the store.
    var since: Date?
    /// Whether the token is the result of a renewal.
    var isRenewed: Bool
    /// Whether the server has sent a status other than 401 for a request with the token.
    var isAccepted = false

    /// The credential that requests carry.
    var credential: AuthCredential {
        AuthCredential(value: token.accessToken, version: version, partition: partition)
    }

    /// Returns the seconds until the token expires.
    ///
    /// - Parameters:
    ///   - now: The device's time.
    ///   - offset: Seconds by which the server's clock is ahead of the device's.
    /// - Returns: The seconds, negative when the token has expired; `nil` when the expiry is unknown.
    func remaining(at now: Date, offset: Double) -> Double? {
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
