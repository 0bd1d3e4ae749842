/// Kind of a failure, to decide what to do about it.
public enum AnybillErrorType: Codable, Hashable, Sendable {
    /// The server refused the call: a status from 400 to 499, or arguments that it would refuse.
    case genericError

    /// No response came: no connection, no such host, no trust, or no response in time.
    case networkError

    /// The server refused to renew the session, so the user has been logged out.
    case invalidRefreshTokenError

    /// Nobody is logged in; nothing was sent.
    case noUserError

    /// Anything else: a failure of the server, a response that cannot be read, or a failure of the local store.
    case unknown
}
