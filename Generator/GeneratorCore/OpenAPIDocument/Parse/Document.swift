import YAMLReader

/// A parsed OpenAPI document, with the position of each part.
struct Document {
    var title = ""
    var summary: String?
    var description: String?
    var version = ""
    var servers: [ServerEntry] = []
    var tags: [Tag] = []
    var operations: [OperationEntry] = []
    var webhooks: [OperationEntry] = []
    /// The callbacks of all operations; a callback of the components appears once.
    var callbacks: [CallbackEntry] = []
    var schemas: [(name: Mapping.Key, schema: Schema)] = []
    var securitySchemes: [SecuritySchemeEntry] = []
    var security: SecurityEntry?
}

/// A tag, which groups operations.
struct Tag {
    let name: String
    let description: String?
    /// The kind, such as `nav` or `badge`; `nil` if the document does not say it.
    var kind: String?
    let range: SourceRange
}

/// A server of the service.
struct ServerEntry {
    let url: String
    let description: String?
    let variables: [ServerVariable]
    /// The role of the host in the service; `nil` for the only host.
    let role: String?
    /// The environment that the server belongs to; `nil` if the document names none.
    let environment: String?
    let range: SourceRange
}

/// An operation or a webhook.
///
/// A class, because the value is large and passes through several stages.
final class OperationEntry {
    /// The path with plain names in its expressions.
    var path: String
    /// The path as the document spells it.
    let documentPath: String
    let pathRange: SourceRange
    let method: String
    let pointer: Pointer
    let range: SourceRange
    var operationID: String?
    let operationIDRange: SourceRange?
    var tags: [String]
    let summary: String?
    let description: String?
    let isDeprecated: Bool
    /// The address and description of further documentation.
    let externalDocs: String?
    var parameters: [ParameterEntry]
    let requestBody: RequestBodyEntry?
    var responses: [ResponseEntry]
    /// Whether responses are documented, including those that cannot be parsed.
    let documentsResponses: Bool
    var security: SecurityEntry?
    let servers: [ServerEntry]
    var extensions: OperationExtensions
    let callbacks: [CallbackEntry]

    init(
        path: String,
        documentPath: String,
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
        self.documentPath = documentPath
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

    /// The ID, unless it is a hash, which says nothing; `nil` without an ID.
    var nameableID: String? { Self.nameable(operationID) }

    /// Returns an ID that is not a hash.
    static func nameable(_ id: String?) -> String? {
        guard let id, id.utf8.count >= 32, id.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return id }
        return nil
    }

    /// The method and path in the document, which identify the operation.
    ///
    /// Several paths may share one Path Item Object, and several spellings may have one reading.
    var key: String { "\(method) \(documentPath)" }

    /// The path without the fragment by which some documents distinguish operations that are one for the server, and
    /// without the query parameters that it repeats.
    var sentPath: String {
        let path = PathExpressions.withoutQuery(pathWithoutFragment, parameters)
        return isExtension ? PathExpressions.withoutMarks(path) : path
    }

    /// Whether the path is one of `x-ms-paths`, which have a query on purpose.
    var isExtension: Bool { pointer.text.hasPrefix("#/x-ms-paths") }

    /// The path without a fragment.
    var pathWithoutFragment: String {
        guard let mark = path.utf8.lastIndex(of: UInt8(ascii: "#")),
            !path[mark...].contains(where: { "/{".contains($0) })
        else { return path }
        return String(path[..<mark])
    }
}

/// A request that the service sends to an address that it received in a call of an operation.
struct CallbackEntry {
    let name: String
    /// Whether the callback is one of the components, so that its name alone identifies it.
    let isShared: Bool
    /// The ID of the operation that declares the callback.
    let origin: String
    let operation: OperationEntry
}

/// A Link Object: the values of a response that serve as parameters of another operation.
struct LinkEntry {
    let name: Mapping.Key
    let operationID: String?
    /// A reference to the other operation.
    let operationReference: Reference?
    /// The parameter names, optionally with the location before a dot, and their values.
    let parameters: [(key: Mapping.Key, value: Node)]
    let description: String?
    let swiftName: String?
    /// The body of the other operation: an expression or a constant.
    let body: Node?
    /// The server that receives the call; `nil` for the server of the operation.
    let server: ServerEntry?
    let range: SourceRange
}

/// A parameter of an operation.
struct ParameterEntry {
    let name: String
    var place: ParameterLocation
    let isRequired: Bool
    var description: String?
    let isDeprecated: Bool
    let style: ParameterStyle
    let explode: Bool
    /// The separator of a list that no style has.
    var separator: ListSeparator?
    /// Whether characters with a meaning in a URL, such as `/` in a path, are not percent-encoded.
    var allowsReserved: Bool
    /// The media type of a parameter that is serialized as a document.
    let contentType: String?
    /// Whether it is serialized as JSON.
    var isJSON: Bool { contentType.map(MediaRange.isJSON) ?? false }

    /// The media type of a whole query that is a form.
    @Rare var form: MediaTypeEntry? = nil
    let schema: Schema?
    let swiftName: String?
    let isSensitive: Bool
    /// The position of `allowEmptyValue` if it is true.
    let allowsEmpty: SourceRange?
    let range: SourceRange
    let pointer: Pointer
}

/// A media type of a body.
struct MediaTypeEntry {
    var name: String
    /// The form of bodies of this name, whatever their schema.
    var form: MediaForm
    let schema: Schema?
    /// The schema of each item of a sequential media type (OpenAPI 3.2).
    var itemSchema: Schema?
    let encodings: [String: PropertyEncoding]
    /// The encodings of the first parts of a multipart body without names, in order (OpenAPI 3.2).
    var prefixEncodings: [PropertyEncoding] = []
    /// The encoding of the parts after those of `prefixEncodings` (OpenAPI 3.2).
    var itemEncoding: PropertyEncoding?
    /// Values from `example` and `examples`.
    let examples: [Node]
    let range: SourceRange
    /// Whether a JSON body of a response has the schema of a stream, too.
    var isShared = false
    /// Whether the schema is a copy of that of another media type, in which files are parts of a form.
    var isSeparate = false

    /// The schemas of the whole body and of its items.
    var schemas: [Schema] {
        [schema, itemSchema].compactMap { $0 }
    }

    /// Returns the schema of each item of a sequence; `nil` without one.
    ///
    /// Before OpenAPI 3.2, `schema` describes an item, or the list of all items.
    func schemaOfItems(following follow: (Schema) -> Schema?) -> Schema? {
        if let itemSchema { return itemSchema }
        guard let schema, let own = described(schema, follow) else { return nil }
        guard own.kinds == [.array] || !own.prefixItems.isEmpty else { return schema }
        // Items whose schemas depend on their positions are any JSON.
        return own.prefixItems.isEmpty ? own.items : nil
    }

    /// Returns the schema at the end of references, of compositions with one part, and of unions with null.
    private func described(_ schema: Schema, _ follow: (Schema) -> Schema?) -> Schema? {
        var own = follow(schema)
        for _ in 0..<16 {
            guard let current = own, current.kinds.isEmpty, current.properties.isEmpty else { break }
            let parts =
                current.allOf.filter { !$0.isUnconstrained } + current.variants.filter { follow($0)?.kinds != [.null] }
            guard parts.count == 1 else { break }
            own = follow(parts[0])
        }
        return own
    }

    /// Whether the properties of the body are fields of a form, which cannot be null.
    var isForm: Bool {
        name.hasPrefix("multipart/") || name.hasPrefix("application/x-www-form-urlencoded")
    }
}

/// The body of a request.
struct RequestBodyEntry {
    let isRequired: Bool
    let description: String?
    var content: [MediaTypeEntry]
    let range: SourceRange
    let pointer: Pointer
}

/// A documented response.
struct ResponseEntry {
    /// A header field of a response.
    struct Header {
        let name: Mapping.Key
        let description: String?
        let schema: Schema?
        let explode: Bool
        /// The separator of a list that is not a comma.
        let separator: ListSeparator?
        /// Whether the value is a JSON document.
        let isJSON: Bool
        let swiftName: String?
        let pointer: Pointer

        /// Whether the name is valid for a header field; the parser reports invalid names.
        var isPossible: Bool { HTTPText.isToken(name.text) }
    }

    /// `200`, `4XX`, `default`.
    let status: String
    let statusRange: SourceRange
    var summary: String?
    var description: String?
    var content: [MediaTypeEntry]
    let headers: [Header]
    let links: [LinkEntry]
    let pointer: Pointer

    /// Marks the event streams whose schema is one of the named components.
    mutating func markShared(with names: Set<String>) {
        for index in content.indices where content[index].form == .events {
            content[index].isShared = content[index].schema?.reference.map { names.contains($0.lastToken) } ?? false
        }
    }
}

/// The security requirements of an operation.
struct SecurityEntry {
    /// The alternatives, each the names of the schemes that are required together; an empty alternative requires none.
    var alternatives: [[String]]
    /// The alternatives as written, with the scopes of each scheme; a server must not ignore an unknown scheme.
    var uses: [[(scheme: String, scopes: [String])]] = []
    /// The scopes that any of the schemes requires, each once.
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

/// The `x-token-refresh` extension: the operation of the same document that refreshes a credential.
struct TokenRefreshEntry {
    let operation: String
    let operationRange: SourceRange
    /// The parameter names and templates; `$name` in a template is a placeholder.
    let parameters: [(name: String, template: String, range: SourceRange)]
    let body: [(name: String, template: String, range: SourceRange)]
    let headers: [(name: String, template: String, range: SourceRange)]
    let accessToken: String
    let refreshToken: String?
    let expiresIn: String?
    let range: SourceRange
}
