public import HTTPTypes

/// One use of an operation: where it goes and what it carries, before credentials are added.
///
/// Generated operations create one, add their parameters and give it to a ``OperationSender``. A value that cannot be sent, such
/// as a header with a line break, makes sending fail with ``TransportError/Code/invalidRequest``.
public struct OperationCall: Sendable {
    /// The operation's name in the spec, for logs and errors.
    public let operation: String

    /// The method.
    public let method: HTTPRequest.Method

    /// The path with its values.
    public let path: PathTemplate

    /// The server that it goes to.
    public let server: ServerRole

    /// The credentials that it needs.
    public let security: SecurityRequirement

    /// Media types that the operation documents for its responses, with commas between them; empty sends none.
    ///
    /// Sent as `Accept`, each type with less weight than the one before it.
    public var accept = "application/json"

    /// How responses are cached; `nil` follows what the server says.
    public var cache: CachePolicy?

    /// Whether the call may be sent again when its effect is not known.
    public var replay: ReplaySafety

    /// Time for one attempt; `nil` takes the client's.
    public var timeout: Duration?

    /// Whether models in responses are checked against the bounds of their schemas.
    public var validatesResponse = false

    /// Bounds that the value of a response is checked against.
    var responseRules: [SchemaRule] = []

    /// The query, encoded.
    var queryWriter = QueryWriter()

    /// Header parameters, and the content type when there is a body.
    var headers = HTTPFields()

    /// Cookies as `name=value`.
    var cookies: [String] = []

    /// The body.
    var body: HTTPBody?

    /// The body, before the client's codec has written it.
    var codedBody: CodedBody?

    /// Why the call must not be sent.
    var problem: String?

    /// Creates a call without parameters that goes to the main server.
    public init(_ operation: String, _ method: CallMethod, _ path: PathTemplate, security: SecurityRequirement) {
        // What most operations use: no call in each of them for an argument that is not given.
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
