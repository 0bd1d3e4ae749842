/// A change of a session, such as a sign-in or a renewal.
public enum SessionEvent: Hashable, Sendable {
    /// The reason for the end of a session.
    public enum Reason: Hashable, Sendable {
        /// The app signed out.
        case requested
        /// The server refused to renew the token, with this status.
        case rejected(status: Int?)
        /// Another user signed in on the same session.
        case replaced
        /// Another process that shares the store signed out.
        case elsewhere
    }

    /// A user signed in.
    case signedIn(partition: String)

    /// The token was renewed, here or by another process that shares the store.
    case refreshed(partition: String)

    /// The session ended; the cached responses of the partition have been deleted.
    case signedOut(partition: String, reason: Reason)

    /// A renewed token is in use but could not be stored.
    ///
    /// The next calls try to store it again, at most every 10 seconds.
    case notStored(partition: String)
}
