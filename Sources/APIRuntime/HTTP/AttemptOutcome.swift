/// How one attempt to send a request ended.
public enum AttemptOutcome: Hashable, Sendable {
    /// A response with this status came.
    case status(Int)
    /// Nothing was sent, as when the connection was refused.
    case notSent
    /// The connection broke after the first byte was sent; the server may have acted.
    case connectionLost
    /// No response came in time; the server may have acted.
    case timedOut
}
