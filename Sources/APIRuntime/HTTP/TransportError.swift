/// The reason why no usable response arrived.
///
/// Its strings contain no credential, body, header or query value.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of failure.
    ///
    /// More kinds may follow: end a `switch` with `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, as in descriptions.
        public let rawValue: String

        /// Creates a kind by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No connection could be made.
        ///
        /// Nothing was sent, so sending again is always safe.
        public static let unreachable = Code(rawValue: "unreachable")

        /// The connection was lost before the response was complete.
        ///
        /// The server may have acted.
        public static let connection = Code(rawValue: "connection")

        /// No complete response was received within the time allowed for one attempt or for the whole call.
        public static let timedOut = Code(rawValue: "timedOut")

        /// The task was cancelled.
        ///
        /// ``OperationSender`` reports it as ``CallFailure/cancelled``.
        public static let cancelled = Code(rawValue: "cancelled")

        /// The call was refused before sending: a value in it is not allowed at its position.
        public static let invalidRequest = Code(rawValue: "invalidRequest")

        /// The response is longer than allowed.
        public static let tooLarge = Code(rawValue: "tooLarge")

        /// A redirect led to a URL to which the call must not be sent.
        public static let redirectRefused = Code(rawValue: "redirectRefused")

        /// The server's certificate was not trusted, or no secure connection could be agreed on.
        public static let tls = Code(rawValue: "tls")

        /// The transport cannot do what the call needs.
        public static let unsupported = Code(rawValue: "unsupported")

        /// The client has no URL for the call's server role.
        public static let noServer = Code(rawValue: "noServer")

        /// The cache has no usable response, and the call may not be sent.
        public static let notCached = Code(rawValue: "notCached")

        /// The file for the response could not be written.
        public static let file = Code(rawValue: "file")

        /// The body's file or stream failed while it was read.
        public static let body = Code(rawValue: "body")
    }

    /// The kind of failure.
    public let code: Code

    /// The failure and its remedy, in one sentence.
    public let message: String

    /// The kind of the underlying failure, for example a `URLError` code; `nil` when there is none.
    public let underlying: String?

    /// Creates an error.
    ///
    /// Neither string may contain a value from the call or the response.
    public init(_ code: Code, _ message: String, underlying: String? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    /// The code, the message and the underlying failure.
    public var description: String {
        let cause = underlying.map { " (\($0))" } ?? ""
        return "\(code.rawValue): \(message)\(cause)"
    }

    /// The task was cancelled.
    public static let cancelled = TransportError(.cancelled, "The call was cancelled.")
}

extension TransportError {
    /// Returns the error for a response that is longer than `limit` bytes.
    public static func tooLarge(_ limit: Int) -> TransportError {
        TransportError(.tooLarge, "The response is longer than \(limit) bytes. Raise the client's limit to read it.")
    }

    /// No complete response was received in time.
    public static let timedOut = TransportError(.timedOut, "No complete response came in time.")
}
