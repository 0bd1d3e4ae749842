#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
/// An error that describes why no credential is available for a call.
///
/// None of its strings contains a credential.
public struct AuthenticationError: Error, Hashable, Sendable {
    /// A kind of failure; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case missing, signedOut, sessionEnded, rejected, unreachable, storage, tooManyRefreshes, cancelled
        }

        private let value: Value

        private init(_ value: Value) {
            self.value = value
        }

        /// No credential is configured for the operation's security requirement.
        public static let missing = Code(.missing)
        /// No user is signed in.
        public static let signedOut = Code(.signedOut)
        /// The session that the call belongs to has ended: its user has signed out, or another sign-in replaced it.
        ///
        /// The server may have acted on the call. Nothing was sent with another user's credential.
        public static let sessionEnded = Code(.sessionEnded)
        /// The server refused to renew the credential; the user is signed out now.
        public static let rejected = Code(.rejected)
        /// The credential could not be renewed at present; the user stays signed in.
        public static let unreachable = Code(.unreachable)
        /// The stored credential could not be read, written or locked.
        public static let storage = Code(.storage)
        /// The server repeatedly refused renewed credentials; renewal is paused, and the user stays signed in.
        public static let tooManyRefreshes = Code(.tooManyRefreshes)
        /// The calling task was cancelled; a renewal in progress continues for other callers.
        public static let cancelled = Code(.cancelled)

        /// The name of the code, for logs and metrics.
        public var description: String { value.rawValue }
    }

    private let details: Boxed<Details>

    private struct Details: Hashable, Sendable {
        let code: Code
        let status: Int?
        let message: String
    }

    /// The kind of failure.
    public var code: Code { details.value.code }

    /// The status of the response that caused the error; `nil` when no response did.
    public var status: Int? { details.value.status }

    /// A description for developers, without secrets.
    public var message: String { details.value.message }

    /// Creates an error.
    public init(_ code: Code, status: Int? = nil, message: String) {
        details = Boxed(Details(code: code, status: status, message: message))
    }
}

extension AuthenticationError: CustomStringConvertible {
    /// The code, message and status.
    public var description: String {
        let suffix = status.map { " (status \($0))" } ?? ""
        return "\(code): \(message)\(suffix)"
    }
}

/// The errors that this module throws, with their messages.
extension AuthenticationError {
    /// No user is signed in.
    static let signedOut = AuthenticationError(.signedOut, message: "Nobody is signed in.")

    /// Whether the session of the call has ended, possibly after the call was sent.
    var endsSession: Bool { code == .sessionEnded || code == .rejected }

    /// The user of the call has signed out, or signed in again.
    static let sessionEnded = AuthenticationError(
        .sessionEnded,
        message: "The session of the call has ended; its user signed out or another sign-in replaced it."
    )

    /// The waiting task was cancelled.
    static let cancelled = AuthenticationError(.cancelled, message: "The task was cancelled while it waited.")

    /// The limit of renewals has been reached.
    static let tooManyRefreshes = AuthenticationError(
        .tooManyRefreshes,
        message: "Renewed tokens were needed too often in a short time; renewing is paused."
    )

    /// Returns the error for a refresh token that the server refused.
    static func rejected(status: Int?) -> AuthenticationError {
        AuthenticationError(.rejected, status: status, message: "The server refused to renew the token.")
    }

    /// Returns the error for a token store that failed during an action, such as "read".
    static func storage(_ action: String) -> AuthenticationError {
        AuthenticationError(.storage, message: "The token store could not be \(action).")
    }
}

extension AuthenticationError: LocalizedError {
    /// The reason, in one sentence without a secret.
    public var errorDescription: String? { message }
}
