import YAMLReader

/// An OpenAPI document as it is written, with the position of each part.
struct Document {
    var title = ""
    var summary: String?
    var description: String?
    var version = ""
    var servers: [ServerEntry] = []
    var tags: [Tag] = []
    var operations: [OperationEntry] = []
    var webhooks: [OperationEntry] = []
    /// Callbacks of all operations; one of the components stands once.
    var callbacks: [CallbackEntry] = []
    var schemas: [(name: Mapping.Key, schema: Schema)] = []
    var securitySchemes: [SecuritySchemeEntry] = []
    var security: SecurityEntry?
}

/// A tag: a group of operations.
struct Tag {
    let name: String
    let description: String?
    let range: SourceRange
}

/// One address of a service.
struct ServerEntry {
    let url: String
    let description: String?
    let variables: [ServerVariable]
    /// Which host of the service it is; `nil` for the only one.
    let role: String?
    /// Which of the service's environments it belongs to.
    let environment: String?
    let range: SourceRange
}

/// One operation, or one webhook.
///
/// A class, because it is large and handed from stage to stage.
final class OperationEntry {
    let path: String
    let pathRange: SourceRange
    let method: String
    let pointer: Pointer
    let range: SourceRange
    let operationID: String?
    let operationIDRange: SourceRange?
    let tags: [String]
    let summary: String?
    let description: String?
    let isDeprecated: Bool
    /// Address and description of further documentation.
    let externalDocs: String?
    let parameters: [ParameterEntry]
    let requestBody: RequestBodyEntry?
    let responses: [ResponseEntry]
    /// Whether responses are documented, readable or not.
    let documentsResponses: Bool
    let security: SecurityEntry?
    let servers: [ServerEntry]
    let extensions: OperationExtensions
    let callbacks: [CallbackEntry]

    init(
        path: String,
        pathRange: SourceRange,
        method: String,
        pointer: Pointer,
        range: SourceRange,
        operationID: String?,
        operationIDRange: SourceRange?,
        tags: [String],
        summary: String?,
        description: String?,
        isDeprecated: Bool,
        externalDocs: String?,
        parameters: [ParameterEntry],
        requestBody: RequestBodyEntry?,
        responses: [ResponseEntry],
        documentsResponses: Bool,
        security: SecurityEntry?,
        servers: [ServerEntry],
        extensions: OperationExtensions,
        callbacks: [CallbackEntry]
    ) {
        self.path = path
        self.pathRange = pathRange
        self.method = method
        self.pointer = pointer
        self.range = range
        self.operationID = operationID
        self.operationIDRange = operationIDRange
        self.tags = tags
        self.summary = summary
        self.description = description
        self.isDeprecated = isDeprecated
        self.externalDocs = externalDocs
        self.parameters = parameters
        self.requestBody = requestBody
        self.responses = responses
        self.documentsResponses = documentsResponses
        self.security = security
        self.servers = servers
        self.extensions = extensions
        self.callbacks = callbacks
    }

    /// What tells the operation from all others: paths may share what they lead to.
    var key: String { "\(method) \(path)" }

    /// The path without the fragment by which some documents tell apart what a server takes for one operation.
    var sentPath: String {
        guard let mark = path.lastIndex(of: "#"), !path[mark...].contains(where: { "/{".contains($0) }) else {
            return path
        }
        return String(path[..<mark])
    }
}

/// A request that the service sends to an address which it was given by an operation.
struct CallbackEntry {
    let name: String
    /// Whether the callback is one of the components, whose name is enough to tell it.
    let isShared: Bool
    /// Id of the operation that it belongs to.
    let origin: String
    let operation: OperationEntry
}

/// What a value of a response can be used for: the parameters of another operation.
struct LinkEntry {
    let name: Mapping.Key
    let operationID: String?
    /// The other operation by a reference to its place.
    let operationReference: Reference?
    /// Parameter names, with the place before a dot where it is said, and the values.
    let parameters: [(key: Mapping.Key, value: Node)]
    let description: String?
    let swiftName: String?
    /// What the other operation's body is; an expression or a constant.
    let body: Node?
    /// The server that gets the call; `nil` for the operation's own.
    let server: ServerEntry?
    let range: SourceRange
}

/// A parameter of an operation.
struct ParameterEntry {
    let name: String
    let place: ParameterLocation
    let isRequired: Bool
    let description: String?
    let isDeprecated: Bool
    let style: ParameterStyle
    let explode: Bool
    /// Whether characters that have a meaning in a URL travel as they are: in the path `/` among them.
    var allowsReserved: Bool
    /// Media type of a parameter that is written as a document of its own.
    let contentType: String?
    let schema: Schema?
    let swiftName: String?
    let isSensitive: Bool
    /// Place of `allowEmptyValue`, where it is true.
    let allowsEmpty: SourceRange?
    let range: SourceRange
    let pointer: Pointer
}

/// A media type of a body.
struct MediaTypeEntry {
    let name: String
    let schema: Schema?
    let encodings: [String: PropertyEncoding]
    /// Values from `example` and `examples`.
    let examples: [Node]
    let range: SourceRange

    /// Whether the members of the body travel as fields of a form, which cannot be null.
    var isForm: Bool {
        name.hasPrefix("multipart/") || name.hasPrefix("application/x-www-form-urlencoded")
    }
}

/// The body of a request.
struct RequestBodyEntry {
    let isRequired: Bool
    let description: String?
    let content: [MediaTypeEntry]
    let range: SourceRange
    let pointer: Pointer
}

/// One documented response.
struct ResponseEntry {
    /// A header of a response.
    struct Header {
        let name: Mapping.Key
        let description: String?
        let schema: Schema?
        let explode: Bool
        /// Whether the value is a JSON document.
        let isJSON: Bool
        let swiftName: String?
        let pointer: Pointer

        /// Whether a response can have a field of that name; of others the parser tells.
        var isPossible: Bool { HTTPText.isToken(name.text) }
    }

    /// `200`, `4XX`, `default`.
    let status: String
    let statusRange: SourceRange
    let description: String?
    var content: [MediaTypeEntry]
    let headers: [Header]
    let links: [LinkEntry]
    let pointer: Pointer
}

/// Which credentials satisfy an operation.
struct SecurityEntry {
    /// Each alternative names schemes that are needed together; an empty one means that none is needed.
    let alternatives: [[String]]
    /// Scopes that some of them need, each once.
    var scopes: [String] = []
    let range: SourceRange
}

/// A security scheme of the components.
struct SecuritySchemeEntry {
    let name: String
    let placement: CredentialPlacement
    let description: String?
    let swiftName: String?
    var flows: [OAuthFlow] = []
    let refresh: TokenRefreshEntry?
    let range: SourceRange
    let pointer: Pointer
}

/// `x-token-refresh`: how a credential is renewed through an operation of the same document.
struct TokenRefreshEntry {
    let operation: String
    let operationRange: SourceRange
    /// Names and templates; `$name` in a template is filled in.
    let parameters: [(name: String, template: String, range: SourceRange)]
    let body: [(name: String, template: String, range: SourceRange)]
    let headers: [(name: String, template: String, range: SourceRange)]
    let accessToken: String
    let refreshToken: String?
    let expiresIn: String?
    let range: SourceRange
}
