/// Why a call could not be given a credential.
///
/// Holds no credential in any of its texts.
public struct AuthenticationError: Error, Hashable, Sendable {
    /// Kind of the failure; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case missing, signedOut, rejected, unreachable, storage, tooManyRefreshes, cancelled
        }

        private let value: Value

        private init(_ value: Value) {
            self.value = value
        }

        /// No credential was configured for what the operation requires.
        public static let missing = Code(.missing)
        /// Nobody is signed in.
        public static let signedOut = Code(.signedOut)
        /// The server refused to renew the credential; the user is signed out now.
        public static let rejected = Code(.rejected)
        /// The credential could not be renewed for now; the user stays signed in.
        public static let unreachable = Code(.unreachable)
        /// The stored credential could not be read, written or locked.
        public static let storage = Code(.storage)
        /// Renewed credentials were refused again and again; renewing is paused, the user stays signed in.
        public static let tooManyRefreshes = Code(.tooManyRefreshes)
        /// The task that asked was cancelled; a renewal in progress goes on for others.
        public static let cancelled = Code(.cancelled)

        /// Name of the code, for logs and metrics.
        public var description: String { value.rawValue }
    }

    /// Kind of the failure.
    public let code: Code

    /// Status of the response that caused it; `nil` when no response did.
    public let status: Int?

    /// What happened, for developers; never a secret.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, status: Int? = nil, message: String) {
        self.code = code
        self.status = status
        self.message = message
    }
}

extension AuthenticationError: CustomStringConvertible {
    /// Code, message and status.
    public var description: String {
        let suffix = status.map { " (status \($0))" } ?? ""
        return "\(code): \(message)\(suffix)"
    }
}

/// The texts of the failures that this module reports, in one place.
extension AuthenticationError {
    /// Nobody is signed in.
    static let signedOut = AuthenticationError(.signedOut, message: "Nobody is signed in.")

    /// The waiting task was cancelled.
    static let cancelled = AuthenticationError(.cancelled, message: "The task was cancelled while it waited.")

    /// The loop guard has stopped renewals.
    static let tooManyRefreshes = AuthenticationError(
        .tooManyRefreshes,
        message: "Renewed tokens were needed too often in a short time; renewing is paused."
    )

    /// The server refused the refresh token.
    static func rejected(status: Int?) -> AuthenticationError {
        AuthenticationError(.rejected, status: status, message: "The server refused to renew the token.")
    }

    /// The token store failed while it did what `action` says, such as "read".
    static func storage(_ action: String) -> AuthenticationError {
        AuthenticationError(.storage, message: "The token store could not be \(action).")
    }
}
