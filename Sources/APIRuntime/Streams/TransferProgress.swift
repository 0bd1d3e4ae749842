/// How far the body of a request or of a response has come.
public struct TransferProgress: Hashable, Sendable {
    /// Which way the bytes go.
    public enum Direction: Hashable, Sendable {
        /// To the server.
        case upload
        /// From the server.
        case download
    }

    /// Which way the bytes go.
    public let direction: Direction

    /// Bytes so far in this attempt; an attempt that follows begins at 0 again.
    public let bytes: Int

    /// Bytes in all; `nil` when nobody knows.
    public let total: Int?

    /// Creates a progress.
    public init(_ direction: Direction, bytes: Int, total: Int?) {
        self.direction = direction
        self.bytes = bytes
        self.total = total
    }

    /// Share of the bytes from 0 to 1; `nil` when nobody knows the total.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(bytes) / Double(total)) : 1
    }
}
