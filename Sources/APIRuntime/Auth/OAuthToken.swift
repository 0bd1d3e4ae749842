#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An access token and the refresh token that renews it.
public struct OAuthToken: Codable, Hashable, Sendable {
    /// The token sent with requests.
    public var accessToken: String

    /// The token that requests the next pair; `nil` when this one cannot be renewed.
    public var refreshToken: String?

    /// The time at which the access token expires; `nil` when the server did not state it.
    public var expiresAt: Date?

    /// The device's time when the token was issued; `nil` when `expiresAt` is an absolute time of the server.
    ///
    /// Decides which clock `expiresAt` is compared with. A lifetime that starts here is measured by the device alone,
    /// so a device whose clock is wrong still renews in time.
    public var issuedAt: Date?

    /// A hundred years in seconds: a longer lifetime has no end that a calendar can show.
    static let longestLifetime = 3_155_760_000

    /// Creates a token with an absolute expiry, such as the `exp` claim of a JSON Web Token.
    public init(accessToken: String, refreshToken: String? = nil, expiresAt: Date? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }

    /// Creates a token from a response that states a lifetime, such as OAuth's `expires_in`.
    ///
    /// - Parameters:
    ///   - accessToken: The token sent with requests.
    ///   - refreshToken: The token that requests the next pair; `nil` when there is none.
    ///   - expiresIn: The lifetime in seconds, at most a hundred years; `nil`, zero or negative when unknown.
    ///   - now: The device's time when the response was received.
    public init(accessToken: String, refreshToken: String?, expiresIn: Int?, now: Date = Date()) {
        self.init(accessToken: accessToken, refreshToken: refreshToken)
        // A server that says so does not expect that its token is never used.
        if let expiresIn, expiresIn > 0 {
            issuedAt = now
            expiresAt = now.addingTimeInterval(Double(min(expiresIn, Self.longestLifetime)))
        }
    }
}

extension OAuthToken: CustomStringConvertible, PartlyReflectable {
    /// Whether the token can be renewed and when it expires, without both tokens.
    public var description: String {
        let end = expiresAt.map(HTTPDate.format) ?? "unknown"
        return "OAuthToken(redacted, renewable: \(refreshToken != nil), expires: \(end))"
    }

    /// A mirror without the secrets, so that `dump` and test failures do not show them.
    var shownProperties: KeyValuePairs<String, Any> {
        ["renewable": refreshToken != nil, "expiresAt": expiresAt as Any]
    }
}
