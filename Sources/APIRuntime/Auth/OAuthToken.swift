public import Foundation

/// An access token, and what renews it.
public struct OAuthToken: Codable, Hashable, Sendable {
    /// The token sent with requests.
    public var accessToken: String

    /// The token that buys the next pair; `nil` when this one cannot be renewed.
    public var refreshToken: String?

    /// End of the access token's life; `nil` when the server did not say.
    public var expiresAt: Date?

    /// Start of the life on the device's clock; `nil` when `expiresAt` is an absolute time of the server.
    ///
    /// Decides which clock the end is compared with: a life counted from here is measured by the device alone, so a
    /// device whose clock is wrong still renews in time.
    public var issuedAt: Date?

    /// Creates a token with an absolute end, such as the `exp` of a JSON Web Token.
    public init(accessToken: String, refreshToken: String? = nil, expiresAt: Date? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }

    /// Creates a token from a response that states a length of life, such as OAuth's `expires_in`.
    ///
    /// - Parameters:
    ///   - accessToken: The token sent with requests.
    ///   - refreshToken: The token that buys the next pair; `nil` when there is none.
    ///   - expiresIn: Length of life in seconds; `nil` or negative when unknown.
    ///   - now: The device's time when the response came.
    public init(accessToken: String, refreshToken: String?, expiresIn: Int?, now: Date = Date()) {
        self.init(accessToken: accessToken, refreshToken: refreshToken)
        if let expiresIn, expiresIn >= 0 {
            issuedAt = now
            expiresAt = now.addingTimeInterval(Double(expiresIn))
        }
    }
}

extension OAuthToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Whether it can be renewed and when it ends; both tokens are left out.
    public var description: String {
        let end = expiresAt.map(HTTPDate.format) ?? "unknown"
        return "OAuthToken(redacted, renewable: \(refreshToken != nil), expires: \(end))"
    }

    /// Same as ``description``.
    public var debugDescription: String { description }

    /// Members without the secrets, so that `dump` and test failures do not show them.
    public var customMirror: Mirror {
        Mirror(self, children: ["renewable": refreshToken != nil, "expiresAt": expiresAt as Any])
    }
}
