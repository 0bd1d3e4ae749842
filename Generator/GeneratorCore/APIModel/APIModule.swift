/// The content of one generated module, with its names and types.
struct APIModule {
    let name: Identifier
    /// The modules whose types it uses.
    let imports: [ImportedModule]
    let clientName: Identifier
    /// The name of the spec for file headers.
    let specName: String
    let documentation: Documentation
    /// Types of the module's top level, in the document's order.
    let types: [NamedType]
    /// Objects that are also written as multipart bodies.
    let multipart: Set<NamedType>
    /// Types of bodies that travel as XML.
    let xml: [SwiftType]
    let groups: [OperationGroupModel]
    let servers: ServerSetModel
    let credentialsName: Identifier
    let schemes: [SchemeModel]
    let refreshers: [RefresherModel]
    let webhooks: HookSet
    let callbacks: HookSet
    /// Documented header fields of responses.
    let headers: HeaderSet
    /// Examples of the spec by the type that they are of; none unless a module of mocks is wanted.
    let examples: [ExampleSet]
    /// The types whose values have bounds to check.
    let validation: ValidatedTypes
}

/// Another module whose types a module uses.
struct ImportedModule {
    let name: Identifier
    /// The names of its top level.
    let names: [Identifier]
    /// Those of its types whose values have bounds to check.
    let validation: ValidatedTypes
}

extension APIModule {

    /// Names of the top level that are not clear without the module's name where other modules are imported.
    var unclearNames: Set<String> {
        guard !imports.isEmpty else { return [] }
        var known = ownNames
        return Set(foreignNames.filter { !known.insert($0).inserted })
    }

    /// Names of the top level that another module, which is imported beside this one, has too.
    func names(sharedWith others: Set<String>) -> Set<String> {
        others.intersection(ownNames.union(foreignNames))
    }

    private var ownNames: Set<String> {
        let own =
            types.map(\.name) + groups.flatMap { [$0.typeName] + $0.operations.map(\.errorName) }
            + [clientName, credentialsName, servers.typeName, webhooks.typeName, callbacks.typeName]
        return Set(own.map(\.text))
    }

    private var foreignNames: [String] {
        imports.flatMap { $0.names.map(\.text) }
    }
}

/// The examples of a type.
struct ExampleSet {
    let type: NamedType
    /// Documents in JSON, each once.
    let texts: [String]
}

/// Header fields of responses, under the name of the type that lists them.
struct HeaderSet {
    let typeName: Identifier
    let headers: [HeaderModel]
}

/// A documented header field of responses.
struct HeaderModel {
    let wireName: String
    let name: Identifier
    let type: SwiftType
    let explode: Bool
    let isJSON: Bool
    let documentation: Documentation
}

/// Requests that the service sends, under the name of the type that reads them.
struct HookSet {
    let typeName: Identifier
    let hooks: [HookModel]
}

/// A request that the service sends.
struct HookModel {
    /// Name in the spec.
    let wireName: String
    let name: Identifier
    let pointer: String
    let documentation: Documentation
    let isDeprecated: Bool
    /// `nil` when nothing is sent beside the header fields.
    let body: BodyModel?
    /// Id of the operation that asked for it; `nil` for a webhook.
    let origin: String?
}

/// A way from the response of an operation to another operation.
struct LinkModel {
    /// Where the value of an argument comes from.
    enum Source {
        /// A member of the response, by the way to it.
        case member([(name: Identifier, isOptional: Bool)])
        /// The response itself.
        case whole
        case literal(LiteralValue)
    }

    let wireName: String
    let name: Identifier
    /// Type of the group in which the other operation is.
    let group: Identifier
    let target: OperationModel
    let response: SwiftType
    /// Arguments of the other operation that the link gives.
    let taken: [Identifier: Source]
    /// Base URL of the server that gets the call; `nil` for the operation's own.
    let server: String?
    let documentation: Documentation
}

/// The operations of one tag.
struct OperationGroupModel {
    /// The property of the client.
    let name: Identifier
    let typeName: Identifier
    /// The tag; `nil` for the operations without one.
    let tag: String?
    let documentation: Documentation
    var operations: [OperationModel]
}

/// One operation.
struct OperationModel {
    let id: String
    /// What tells it from all others: ids may be missing, and paths may share what they lead to.
    let key: String
    let method: String
    let methodName: Identifier
    let path: URLTemplate
    let pointer: String
    let documentation: Documentation
    /// Further paragraphs of the documentation: other places, and header fields of the response.
    var notes: [String] = []
    let isDeprecated: Bool
    let evidence: Evidence?
    /// In the order of the signature.
    let parameters: [ParameterModel]
    var body: BodyModel?
    let response: ResponseModel
    /// Bounds of the response's value; none unless they are checked.
    var responseRules: [RuleModel] = []
    let replies: ReplyModel
    let accept: [String]
    let failures: [FailureModel]
    let errorName: Identifier
    /// Alternatives of schemes by their names; empty when none is needed.
    let security: [[Identifier]]
    var scopes: [String] = []
    let role: Identifier?
    let cache: CachePolicy?
    let replay: ReplayPolicy?
    let timeout: Int?
    /// The operation's tags; `nil` when its group's tag is the only one.
    var tags: [String]?
    var paging: PagingModel?
    var links: [LinkModel] = []
    var polling: PollingModel?
}

/// How a client waits for the end of the work that an operation tells of.
struct PollingModel {
    var methodName: Identifier
    /// Seconds between two questions.
    let interval: Int
    /// The parameter for the time that the server may hold its response back.
    let wait: Identifier?
    let response: SwiftType
    /// The way to the member, or to the list whose elements have it.
    let path: [(name: Identifier, isOptional: Bool)]
    /// The way from an element to the member; `nil` when there is no list.
    let elementPath: [(name: Identifier, isOptional: Bool)]?
    /// Values that mean the end.
    let values: [LiteralValue]
}

/// A parameter of an operation.
struct ParameterModel {
    let wireName: String
    let name: Identifier
    let place: ParameterLocation
    let style: ParameterStyle
    let explode: Bool
    let allowsReserved: Bool
    /// Whether the value travels as a JSON document.
    let isJSON: Bool
    let isRequired: Bool
    let type: SwiftType
    let documentation: Documentation
    /// What stands behind the documentation; `nil` for nothing.
    var note: String?
    /// Bounds of the value; none unless they are checked.
    var rules: [RuleModel] = []
    /// The value of a required one that callers need not give; `nil` for none.
    @Rare var defaultValue: LiteralValue? = nil

    /// Whether callers have to give it.
    var isNeeded: Bool { isRequired && defaultValue == nil }

    /// What callers read about it.
    var text: String {
        let summary = documentation.summary?.trimmed ?? ""
        let text = summary.isEmpty ? "The parameter `\(wireName)`." : summary
        guard let note else { return text }
        return text + (text.last.map { ".!?:".contains($0) } == true ? " " : ". ") + note
    }
}

/// The body of a request.
struct BodyModel {
    enum Kind {
        case json, form, multipart, binary, text, xml
        /// A multipart body whose parts the document does not name.
        case parts
    }

    var kind: Kind
    let contentType: String
    let type: SwiftType
    let isRequired: Bool
    let documentation: Documentation
    /// Name of the element around an XML body; `nil` for the type's own.
    var root: String?
    /// Bounds of the value; none unless they are checked.
    var rules: [RuleModel] = []
    /// Encodings of a form's members that are not the plain one.
    let encodings: [(member: String, encoding: PropertyEncoding)]
}

/// What an operation gives.
indirect enum ResponseModel {
    case nothing
    case json(SwiftType)
    /// An empty response gives nil.
    case optionalJSON(SwiftType)
    case data
    case text
    /// Several statuses with different bodies.
    case variants(NamedType, [ResponseVariant])
}

/// One of several documented successes.
struct ResponseVariant {
    let status: String
    let name: Identifier
    let response: ResponseModel
}

/// A documented failure of an operation.
struct FailureModel {
    enum Body: Hashable {
        case nothing
        case json(SwiftType)
        case text
        case data
    }

    /// `400`, `4XX` or `default`.
    let status: String
    let name: Identifier
    let body: Body
    /// Whether the body describes the problem as RFC 9457 does.
    let isProblem: Bool

    /// Whether the failure stands for several statuses.
    var isRange: Bool { Int(status) == nil }
}

extension OperationModel {
    /// The declared type that the problems of all failures have; `nil` without problems, or with several types.
    var problemType: SwiftType? {
        var type: SwiftType?
        for failure in failures where failure.isProblem {
            guard case .json(let body) = failure.body, let named = body.named, type == nil || type == named else {
                return nil
            }
            type = named
        }
        return type
    }
}

extension SwiftType {
    /// The type itself, or the wrapped one, when it is declared.
    fileprivate var named: SwiftType? {
        switch self {
        case .named: self
        case .optional(let wrapped): wrapped.named
        default: nil
        }
    }
}

/// Hosts and environments of a service.
struct ServerSetModel {
    struct Address {
        let role: Identifier
        let url: URLTemplate
        let variables: [ServerVariable]
    }

    struct Environment {
        let name: Identifier
        let addresses: [Address]
        let documentation: Documentation
    }

    let typeName: Identifier
    /// The first is the main one.
    let roles: [Identifier]
    let environments: [Environment]
}

/// A security scheme.
struct SchemeModel {
    let name: Identifier
    let wireName: String
    let placement: CredentialPlacement
    var flows: [OAuthFlow] = []
    let documentation: Documentation
}

/// A way to renew a credential through an operation.
struct RefresherModel {
    /// A value that is filled in.
    enum Value {
        case refreshToken, accessToken
        /// An argument of the refresher.
        case argument(Identifier)
        case literal(LiteralValue)
    }

    let scheme: Identifier
    let group: Identifier
    let operation: OperationModel
    let bodyType: SwiftType?
    let arguments: [Identifier]
    let parameters: [(label: Identifier, value: Value)]
    let body: [(label: Identifier, value: Value)]
    /// Header names with the text before the value.
    let headers: [(name: String, prefix: String, value: Value)]
    let accessToken: (name: Identifier, isOptional: Bool)
    let refreshToken: (name: Identifier, isOptional: Bool)?
    let expiresIn: (name: Identifier, isOptional: Bool)?
}

/// How an operation's pages are walked.
struct PagingModel {
    /// Where a value is, for one shape of the body.
    enum Value {
        case header(String)
        /// Members from the body, each with whether it is optional.
        case member([(name: Identifier, isOptional: Bool)])
    }

    /// What to do for one case of the body, or for the body itself.
    struct Extraction {
        /// Case of the union; `nil` when the body is none.
        let variant: Identifier?
        let items: Value
        /// Places to look at one after the other; empty when the pages are counted.
        let next: [Value]
        /// Whether the next page is named by a member that is a URL already.
        let isNextURL: Bool
        /// Places to look at one after the other; empty when nobody says it.
        let total: [Value]
    }

    let style: PagingStyle
    var methodName: Identifier
    let itemType: SwiftType
    /// The parameter that moves on.
    let position: Identifier?
    /// The parameter with the size of a page.
    let size: Identifier?
    let extractions: [Extraction]
    /// Whether a response without a body is an empty page.
    let isOptional: Bool
}
