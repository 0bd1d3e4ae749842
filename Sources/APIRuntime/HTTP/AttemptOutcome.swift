/// The end of one attempt.
package enum AttemptOutcome: Hashable, Sendable {
    /// A response with this status arrived.
    case status(Int)
    /// Nothing was sent, as when the connection was refused.
    case notSent
    /// The connection was lost after the first byte was sent; the server may have acted.
    case connectionLost
    /// No response arrived in time; the server may have acted.
    case timedOut
}
