public import HTTPTypes

/// One use of an operation: its path, parameters and body, before credentials are added.
///
/// Generated operations create a call, add their parameters and pass it to an ``OperationSender``. Sending a call with an
/// invalid value, such as a header field with a line break, fails with ``TransportError/Code/invalidRequest``.
@_spi(Generated)
public struct OperationCall: Sendable {
    private var content: Boxed<Content>

    /// Everything that a call consists of.
    private struct Content: Sendable {
        let operation: String
        let method: HTTPRequest.Method
        var path: PathTemplate
        let server: ServerRole
        let security: SecurityRequirement
        var accept = "application/json"
        var requested: String?
        var statuses: [ClosedRange<Int>] = []
        var otherTypes: [String] = []
        var finalRedirects: [Int] = []
        var cache: CachePolicy?
        var replay: ReplaySafety
        var keyProperty: String?
        var timeout: Duration?
        var tags: [String]?
        var validatesResponse = false
        var responseRules: [SchemaRule] = []
        var queryWriter = QueryWriter()
        var headers = HTTPFields()
        var cookies: [String] = []
        var body: HTTPBody?
        var codedBody: CodedBody?
        var problem: String?
    }

    /// Creates a call to the main server, without parameters.
    ///
    /// The path contains the names of its parameters in braces, as in `/notes/{noteId}`; ``path(_:_:)`` sets their values.
    /// A literal is required, because an interpolated value would be sent without encoding.
    public init(_ operation: StaticString, _ method: CallMethod, _ path: StaticString, security: SecurityRequirement) {
        // Most operations use this one, without the code for a default argument.
        self.init(operation, method, path, server: .main, security: security)
    }

    /// Creates a call without parameters.
    public init(
        _ operation: StaticString,
        _ method: CallMethod,
        _ path: StaticString,
        server: ServerRole = .main,
        security: SecurityRequirement = .none
    ) {
        content = Boxed(
            Content(
                operation: operation.description,
                method: method.requestMethod,
                path: PathTemplate(path.description),
                server: server,
                security: security,
                replay: .standard(for: method.requestMethod)
            )
        )
    }
}

@_spi(Generated)
extension OperationCall {
    /// The operation's name in the spec, its `operationId`.
    public var operation: String { content.value.operation }

    /// The method.
    public var method: HTTPRequest.Method { content.value.method }

    /// The role of the server that receives the call.
    public var server: ServerRole { content.value.server }

    /// The credentials that the operation needs.
    public var security: SecurityRequirement { content.value.security }

    /// Media types of the documented responses, separated by commas; empty for none.
    ///
    /// Sent as `Accept`, each type with a lower weight than the one before it.
    public var accept: String {
        get { content.value.accept }
        set { content.value.accept = newValue }
    }

    /// Requests one of several documented media types; `nil` requests all of them.
    ///
    /// - Parameters:
    ///   - type: The caller's choice.
    ///   - documented: The media types and ranges of the successes, which ``accept`` contains.
    public mutating func request(_ type: BodyMediaType?, in documented: [String]) {
        guard let type else { return }
        guard MediaType(type.value)?.isIn(documented) == true else {
            return problem = problem ?? "The requested media type is none of \(documented.joined(separator: ", "))."
        }
        content.value.requested = MediaType.replacing(documented, in: accept, with: type.value)
    }

    /// The statuses of the successes that the method reads; empty for every success.
    ///
    /// Set where other successes of the operation have bodies that only its other methods read. A response with such a
    /// status is a decoding error.
    public var statuses: [ClosedRange<Int>] {
        get { content.value.statuses }
        set { content.value.statuses = newValue }
    }

    /// The JSON media types of successes that only other methods of the operation read, with other schemas.
    ///
    /// A response with such a type is a decoding error, although its body may fit the schema of the method. JSON of any
    /// type that is not documented is decoded.
    public var otherTypes: [String] {
        get { content.value.otherTypes }
        set { content.value.otherTypes = newValue }
    }

    /// The statuses of redirects that the caller receives as the operation's error; the client follows all others.
    ///
    /// Set for an operation that documents redirects and no status from 200 to 299: its result is the address in
    /// `Location`. Next to a documented success, a redirect leads to that success, and most documents list it for
    /// completeness only.
    public var finalRedirects: [Int] {
        get { content.value.finalRedirects }
        set { content.value.finalRedirects = newValue }
    }

    /// Cache policy of the operation; `nil` follows the responses.
    public var cache: CachePolicy? {
        get { content.value.cache }
        set { content.value.cache = newValue }
    }

    /// Whether the call may be sent again when its effect is unknown.
    public var replay: ReplaySafety {
        get { content.value.replay }
        set { content.value.replay = newValue }
    }

    /// Declares that a property of the body is the idempotency key, with which the call may be sent again.
    ///
    /// - Parameters:
    ///   - property: The name of the property.
    ///   - isSet: Whether the body has it.
    public mutating func key(inProperty property: String, isSet: Bool) {
        content.value.keyProperty = property
        replay = isSet ? .safe : .unsafe
    }

    /// The property of the body that is the idempotency key; `nil` if none is.
    var keyProperty: String? { content.value.keyProperty }

    /// Longest time for one attempt; `nil` uses the client's.
    public var timeout: Duration? {
        get { content.value.timeout }
        set { content.value.timeout = newValue }
    }

    /// The operation's tags in the spec; `nil` for the tag of its group, see ``OperationSender/tagged(_:)``.
    public var tags: [String]? {
        get { content.value.tags }
        set { content.value.tags = newValue }
    }

    /// Whether models in responses are validated against their schemas.
    public var validatesResponse: Bool {
        get { content.value.validatesResponse }
        set { content.value.validatesResponse = newValue }
    }
}

extension OperationCall {
    /// The value of `Accept`; empty for none.
    var acceptValue: String { MediaType.weighted(content.value.requested ?? accept) }

    /// The path with its values.
    var path: PathTemplate {
        get { content.value.path }
        _modify { yield &content.value.path }
    }

    /// Rules that validate the value of a response.
    var responseRules: [SchemaRule] {
        get { content.value.responseRules }
        _modify { yield &content.value.responseRules }
    }

    /// The encoded query.
    var queryWriter: QueryWriter {
        get { content.value.queryWriter }
        _modify { yield &content.value.queryWriter }
    }

    /// Header parameters, and the content type of the body.
    var headers: HTTPFields {
        get { content.value.headers }
        _modify { yield &content.value.headers }
    }

    /// Cookies as `name=value`.
    var cookies: [String] {
        get { content.value.cookies }
        _modify { yield &content.value.cookies }
    }

    /// The body.
    var body: HTTPBody? {
        get { content.value.body }
        _modify { yield &content.value.body }
    }

    /// The body before a codec of the client encodes it.
    var codedBody: CodedBody? {
        get { content.value.codedBody }
        _modify { yield &content.value.codedBody }
    }

    /// The reason why the call must not be sent; `nil` for a valid call.
    var problem: String? {
        get { content.value.problem }
        _modify { yield &content.value.problem }
    }
}
