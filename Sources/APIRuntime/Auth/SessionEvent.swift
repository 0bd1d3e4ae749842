/// Something that happened to a session.
public enum SessionEvent: Hashable, Sendable {
    /// Why a session ended.
    public enum Reason: Hashable, Sendable {
        /// The app asked for it.
        case requested
        /// The server refused to renew the token.
        case rejected(status: Int?)
        /// Somebody else signed in on the same session.
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

    /// A renewed token is in use but could not be stored; the next renewal tries again.
    case notStored(partition: String)
}
