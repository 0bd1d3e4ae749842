/// Something that goes wrong on purpose.
public struct Fault: Sendable, Hashable {
    /// What goes wrong.
    public enum Kind: Sendable, Hashable {
        /// The response comes late, by milliseconds; more than 0.
        case latency(milliseconds: Int)
        /// The operation does not run; this status comes instead, with an optional `Retry-After` in seconds.
        case status(Int, retryAfter: Int? = nil)
        /// The connection closes without a response; the operation has run.
        case droppedConnection
        /// The connection closes in the middle of the body.
        case truncatedBody
        /// One item of the first list in the JSON body is replaced by something that is no item.
        case malformedItem(index: Int = 0)
    }

    /// What goes wrong.
    public var kind: Kind

    /// The operation it happens to; `nil` means all.
    public var operation: String?

    /// Start of the paths it happens to; `/` means all.
    public var pathPrefix: String

    /// How many requests it still happens to; `nil` means until it is cleared.
    public var remaining: Int?

    /// Creates a fault.
    public init(_ kind: Kind, operation: String? = nil, pathPrefix: String = "/", times: Int? = nil) {
        self.kind = kind
        self.operation = operation
        self.pathPrefix = pathPrefix
        remaining = times
    }
}
