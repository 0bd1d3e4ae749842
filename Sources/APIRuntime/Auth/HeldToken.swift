internal import Foundation

/// The token in use, with what decides when to renew it.
struct HeldToken: Equatable, Sendable {
    /// The pair in use.
    var token: OAuthToken
    /// Owner of the session.
    var partition: String
    /// Number of the credential made from it.
    var version: Int
    /// What the store is known to hold for it; differs from `token` after a renewal that could not be stored.
    var saved: StoredToken
    /// Time on the device's clock when it came from the server; `nil` when it was read from the store.
    var since: Date?
    /// Whether it came from a renewal.
    var isRenewed: Bool
    /// Whether the server has answered a request with it by anything but a 401.
    var isAccepted = false

    /// What requests carry.
    var credential: AuthCredential {
        AuthCredential(value: token.accessToken, version: version, partition: partition)
    }

    /// Seconds until it ends.
    ///
    /// - Parameters:
    ///   - now: The device's time.
    ///   - offset: Seconds by which the server's clock is ahead of the device's.
    /// - Returns: The seconds, negative when it has ended; `nil` when nobody knows.
    func remaining(at now: Date, offset: Double) -> Double? {
        // A life counted from the device's own clock is measured by it; an absolute time is the server's.
        let reference = token.issuedAt == nil ? now.addingTimeInterval(offset) : now
        return token.expiresAt?.timeIntervalSince(reference)
    }

    /// Seconds before the end at which to renew: never more than half of a short life.
    func margin(ahead: Duration, offset: Double) -> Double {
        guard let end = token.expiresAt, let start = token.issuedAt ?? since?.addingTimeInterval(offset) else {
            return ahead.inSeconds
        }
        return min(ahead.inSeconds, max(0, end.timeIntervalSince(start) / 2))
    }
}
