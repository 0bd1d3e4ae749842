/// The type of a failure, which determines how to handle it.
public enum AnybillErrorType: Codable, Hashable, Sendable {
    /// The server rejected the call: a status from 400 to 499, or invalid arguments that were not sent.
    case genericError

    /// No response was received: no connection, an unknown host, an untrusted server, or a timeout.
    case networkError

    /// The server rejected the renewal of the session, so the user has been logged out.
    case invalidRefreshTokenError

    /// No user is logged in, or the user of the call has logged out or was replaced by another login during the call.
    ///
    /// In the latter cases, the service may have received the call.
    case noUserError

    /// Any other failure: a server error, a response that cannot be read, or a failure of the local store.
    case unknown
}
