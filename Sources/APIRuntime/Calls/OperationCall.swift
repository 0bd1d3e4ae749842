public import HTTPTypes

/// One use of an operation: its path, parameters and body, before credentials are added.
///
/// Generated operations create a call, add their parameters and pass it to an ``OperationSender``. Sending a call with an
/// invalid value, such as a header field with a line break, fails with ``TransportError/Code/invalidRequest``.
@_spi(Generated)
public struct OperationCall: Sendable {
    /// The operation's name in the spec, its `operationId`.
    public let operation: String

    /// The method.
    public let method: HTTPRequest.Method

    /// The path with its values.
    public let path: PathTemplate

    /// The role of the server that receives the call.
    public let server: ServerRole

    /// The credentials that the operation needs.
    public let security: SecurityRequirement

    /// Media types of the documented responses, separated by commas; empty for none.
    ///
    /// Sent as `Accept`, each type with a lower weight than the one before it.
    public var accept = "application/json"

    /// The statuses of the successes that the method reads; empty for every success.
    ///
    /// Set where other successes of the operation have bodies that only its other methods read. A response with such a
    /// status is a decoding error.
    public var statuses: [ClosedRange<Int>] = []

    /// Cache policy of the operation; `nil` follows the responses.
    public var cache: CachePolicy?

    /// Whether the call may be sent again when its effect is unknown.
    public var replay: ReplaySafety

    /// Longest time for one attempt; `nil` uses the client's.
    public var timeout: Duration?

    /// The operation's tags in the spec; `nil` for the tag of its group, see ``OperationSender/tagged(_:)``.
    public var tags: [String]?

    /// Whether models in responses are validated against their schemas.
    public var validatesResponse = false

    /// Rules that validate the value of a response.
    var responseRules: [SchemaRule] = []

    /// The encoded query.
    var queryWriter = QueryWriter()

    /// Header parameters, and the content type of the body.
    var headers = HTTPFields()

    /// Cookies as `name=value`.
    var cookies: [String] = []

    /// The body.
    var body: HTTPBody?

    /// The body before a codec of the client encodes it.
    var codedBody: CodedBody?

    /// The reason why the call must not be sent; `nil` for a valid call.
    var problem: String?

    /// Creates a call to the main server, without parameters.
    public init(_ operation: String, _ method: CallMethod, _ path: PathTemplate, security: SecurityRequirement) {
        // Most operations use this one, without the code for a default argument.
        self.init(operation, method, path, server: .main, security: security)
    }

    /// Creates a call without parameters.
    public init(
        _ operation: String,
        _ method: CallMethod,
        _ path: PathTemplate,
        server: ServerRole = .main,
        security: SecurityRequirement = .none
    ) {
        self.operation = operation
        self.method = method.requestMethod
        self.path = path
        self.server = server
        self.security = security
        problem = path.problem
        replay = .standard(for: method.requestMethod)
    }
}
