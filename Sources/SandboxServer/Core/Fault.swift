/// A fault to simulate.
///
/// A fault affects requests of the control panel and control operations only if it names one of them: by its operation,
/// or by a path prefix that begins with `/sandbox`.
public struct Fault: Sendable, Hashable {
    /// The kind of a fault.
    public enum Kind: Sendable, Hashable {
        /// The response is delayed by this number of milliseconds; more than 0.
        case latency(milliseconds: Int)
        /// The operation does not run.
        ///
        /// The response has this status and an optional `Retry-After` in seconds.
        case status(Int, retryAfter: Int? = nil)
        /// The operation runs, but the connection closes without a response.
        case droppedConnection
        /// The connection closes in the middle of the body.
        case truncatedBody
        /// One item of the first array in the JSON body is replaced by an invalid item.
        case malformedItem(index: Int = 0)
    }

    /// The kind of the fault.
    public var kind: Kind

    /// The operation that the fault affects; `nil` means all operations of the services.
    public var operation: String?

    /// The prefix of the paths that the fault affects; `/` means all paths of the services.
    public var pathPrefix: String

    /// The number of requests that the fault still affects; `nil` means that it has no limit.
    public var remaining: Int?

    /// Creates a fault.
    public init(_ kind: Kind, operation: String? = nil, pathPrefix: String = "/", times: Int? = nil) {
        self.kind = kind
        self.operation = operation
        self.pathPrefix = pathPrefix
        remaining = times
    }
}
