public import HTTPTypes

/// A response on its way back through the stages of a call.
public struct MiddlewareResponse: Sendable {
    /// The origin of a response.
    public enum Source: Hashable, Sendable {
        /// The server.
        case network
        /// The client's cache, possibly after the server confirmed the stored response.
        case cache
        /// The request of an equal call.
        case shared
        /// A middleware that created the response.
        case middleware
    }

    /// Status and header fields.
    public var head: HTTPResponse

    /// The body: complete, or as chunks that arrive later.
    ///
    /// The body of a successful streamed call consists of chunks; all others are complete.
    public var body: TransportResponseBody

    /// The origin of the response.
    public internal(set) var source: Source

    /// Partitions of the credentials that were sent; empty for none, `nil` when they are unknown.
    ///
    /// The cache stores no response whose owner is unknown.
    var owners: [String]?

    /// The redirects that led to the response.
    var redirects = RedirectTrace()

    /// The deadline of the call, for the decoding of the body; `nil` without one.
    var deadline: CallDeadline?

    /// Creates a response in a middleware, for example in place of a request.
    ///
    /// The cache does not store it. Change a response that came from `next` to keep it storable.
    public init(head: HTTPResponse, body: TransportResponseBody = .bytes([])) {
        self.init(head: head, body: body, source: .middleware, owners: nil)
    }

    init(head: HTTPResponse, body: TransportResponseBody, source: Source, owners: [String]?) {
        self.head = head
        self.body = body
        self.source = source
        self.owners = owners
    }
}

extension MiddlewareResponse {
    /// Whether the status is in the range 200 to 299.
    var isSuccess: Bool { (200..<300).contains(head.status.code) }

    /// Length of a complete body in bytes; 0 for a body that arrives later.
    var completeLength: Int {
        if case .bytes(let bytes) = body { bytes.count } else { 0 }
    }

    /// The partition to store the response in.
    ///
    /// - Parameter planned: The owner before the call was sent. It remains the owner if its credential was among those
    ///   sent, and for calls without credentials.
    /// - Returns: The partition; `nil` when the owner is unknown, or several owners share the response.
    func partition(or planned: String) -> String? {
        guard let owners else { return nil }
        if owners.isEmpty || owners.contains(planned) || owners.joined(separator: "+") == planned { return planned }
        return owners.count == 1 && !owners[0].hasPrefix("*") ? owners[0] : nil
    }
}

extension MiddlewareResponse: CustomStringConvertible, PartlyReflectable {
    /// The status; header fields and body may be private.
    public var description: String { "status \(head.status.code)" }

    /// The same as the description, so that `dump` and failed tests print no private values.
    var shownProperties: KeyValuePairs<String, Any> { ["status": head.status.code] }
}
