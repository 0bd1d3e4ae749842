#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension OAuthClient {
    /// A sign-in on another device: the code that the user enters there (RFC 8628).
    ///
    /// ``deviceAuthorization(scopes:)`` starts one, and ``token(of:)`` waits for its end.
    public struct DeviceAuthorization: Sendable, RedactedReflectable {
        /// The code that the user enters, for example `WDJB-MJHT`; short enough to be typed.
        public let userCode: String

        /// The page on which the user enters the code; always `http` or `https`.
        public let verificationURL: URL

        /// The page with the code already entered, for a QR code; `nil` when the server has none.
        ///
        /// Show the code as well, so that the user can compare it.
        public let completeVerificationURL: URL?

        /// The time after which the code is no longer valid.
        public let expiresAt: Date

        /// The secret that requests the token.
        let deviceCode: String

        /// The shortest time between two requests for the token.
        let interval: Duration

        /// Creates an authorization from the server's response; `nil` when a required property is missing or not usable.
        init?(_ response: RawResponse, at now: Date) {
            guard response.isSuccess, let value: JSONValue = try? response.json(),
                let deviceCode = value["device_code"]?.string, !deviceCode.isEmpty,
                let userCode = value["user_code"]?.string, !userCode.isEmpty,
                // Servers from before RFC 8628 use the second name.
                let verificationURL = value.page("verification_uri") ?? value.page("verification_url"),
                let life = value.seconds("expires_in"), life > 0
            else { return nil }
            self.deviceCode = deviceCode
            self.userCode = userCode
            self.verificationURL = verificationURL
            completeVerificationURL = value.page("verification_uri_complete") ?? value.page("verification_url_complete")
            expiresAt = now.addingTimeInterval(Double(min(life, OAuthToken.longestLifetime)))
            // The limit keeps the sum of intervals representable.
            interval = .seconds(min(max(value.seconds("interval") ?? 5, 1), 86_400))
        }
    }
}

/// The times at which a device requests its token (RFC 8628, section 3.5).
struct DevicePolling {
    static let grant = "urn:ietf:params:oauth:grant-type:device_code"

    /// The shortest time between two requests, as the server last stated it.
    private var interval: Duration

    /// The number of requests in a row to which the server did not reply, or only that it cannot.
    private var misses = 0

    /// The time for which the last response asked.
    private var retryAfter = Duration.zero

    private let expiresAt: Date

    init(_ authorization: OAuthClient.DeviceAuthorization) {
        interval = authorization.interval
        expiresAt = authorization.expiresAt
    }

    /// Returns the time to wait before the next request; `nil` when the code expires before it.
    ///
    /// Each miss doubles the time, up to half of the code's remaining life, so that a server that recovers is asked again.
    func wait(at now: Date) -> Duration? {
        let life = Duration.seconds(expiresAt.timeIntervalSince(now))
        let longer = min(interval * (1 << min(misses, 16)), life / 2)
        let wait = max(interval, longer, retryAfter)
        return wait < life ? wait : nil
    }

    /// Returns whether to send another request after a failure, and lengthens the time before it if the failure requires
    /// that.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - asked: The time for which the response asked; `nil` without one.
    /// - Returns: Whether the user may still sign in.
    mutating func continues(after failure: OAuthFailure, _ asked: Duration?) -> Bool {
        retryAfter = asked ?? .zero
        switch failure.code {
        case "authorization_pending": misses = 0
        case "slow_down":
            misses = 0
            interval += .seconds(5)
        default:
            guard failure.isTransient else { return false }
            misses += 1
        }
        return true
    }
}

extension OAuthFailure {
    /// Whether the same request may succeed later: it got no response, or one of a server that cannot reply now.
    fileprivate var isTransient: Bool {
        switch code {
        case "transport":
            [.unreachable, .connection, .timedOut].contains(failure?.code) || isOverloaded
        case "unreadable_response": isOverloaded
        case "temporarily_unavailable", "server_error": true
        default: false
        }
    }

    private var isOverloaded: Bool { status.map { $0 == 429 || $0 >= 500 } ?? false }
}

extension JSONValue {
    /// Returns a member that is the URL of a web page; apps open it, so no other scheme is accepted.
    fileprivate func page(_ name: String) -> URL? {
        guard let url = self[name]?.string.flatMap({ URL(string: $0) }), let scheme = url.scheme?.lowercased(),
            scheme == "https" || scheme == "http", url.host?.isEmpty == false
        else { return nil }
        return url
    }
}
