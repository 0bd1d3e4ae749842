/// The progress of a request's or a response's body.
public struct TransferProgress: Hashable, Sendable {
    /// The direction of a transfer.
    public enum Direction: Hashable, Sendable {
        /// To the server.
        case upload
        /// From the server.
        case download
    }

    /// The direction of a transfer.
    public let direction: Direction

    /// Bytes transferred in this attempt; each attempt starts at 0.
    public let bytes: Int

    /// Total number of bytes; `nil` when unknown.
    public let total: Int?

    /// Creates a progress value.
    public init(_ direction: Direction, bytes: Int, total: Int?) {
        self.direction = direction
        self.bytes = bytes
        self.total = total
    }

    /// Transferred fraction from 0 to 1; `nil` when the total is unknown.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(bytes) / Double(total)) : 1
    }
}
