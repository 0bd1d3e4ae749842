/// The model of a generated module, with its names and types.
struct APIModule {
    let name: Identifier
    /// The modules whose types the module uses.
    let imports: [ImportedModule]
    let clientName: Identifier
    /// The name of the spec for file headers.
    let specName: String
    let documentation: Documentation
    /// The types of the module's top level, in document order.
    let types: [NamedType]
    /// Objects that are also written as multipart bodies.
    let multipart: Set<NamedType>
    /// The types of bodies in XML.
    let xml: [SwiftType]
    let groups: [OperationGroupModel]
    let servers: ServerSetModel
    let credentialsName: Identifier
    let schemes: [SchemeModel]
    let refreshers: [RefresherModel]
    let webhooks: HookSet
    let callbacks: HookSet
    /// The documented header fields of responses.
    let headers: HeaderSet
    /// The examples of the document by type; empty unless the options enable mocks.
    let examples: [ExampleSet]
    /// The types whose values have bounds to check.
    let validation: ValidatedTypes
    /// The formats of strings and numbers that the options can map to types.
    var formats: Set<String> = []
}

/// Another module whose types a module uses.
struct ImportedModule {
    let name: Identifier
    /// The names of the module's top level.
    let names: [Identifier]
    /// The types of the module whose values have bounds to check.
    let validation: ValidatedTypes
}

extension APIModule {

    /// The top-level names that are ambiguous without a module's name, because an imported module has the same name.
    var unclearNames: Set<String> {
        guard !imports.isEmpty else { return [] }
        var known = ownNames
        return Set(foreignNames.filter { !known.insert($0).inserted })
    }

    fileprivate var ownNames: Set<String> {
        let own =
            types.map(\.name) + groups.flatMap { [$0.typeName] + $0.operations.map(\.errorName) }
            + [clientName, credentialsName, servers.typeName, webhooks.typeName, callbacks.typeName]
            + [headers.typeName, clientName.appending("Protocol")]
            + groups.map { $0.typeName.appending("Protocol") }
        return Set(own.map(\.text))
    }

    fileprivate var foreignNames: [String] {
        imports.flatMap { $0.names.map(\.text) }
    }
}

/// The names of a module's top level, including those of the modules that it imports.
struct TopLevelNames {
    private let names: Set<String>

    init(_ module: APIModule) {
        names = module.ownNames.union(module.foreignNames)
    }

    /// Returns the names that another module, which a file imports as well, also has.
    func shared(with others: Set<String>) -> Set<String> { others.intersection(names) }

    /// Returns a name for a type of another module that imports this one, with a number if this one has it.
    ///
    /// A name in both modules would be ambiguous in an app's tests, and the importing module would hide this one's.
    func free(_ wanted: Identifier) -> Identifier {
        guard names.contains(wanted.text) else { return wanted }
        return (2...99).lazy.map(wanted.numbered).first { !names.contains($0.text) } ?? wanted
    }
}

/// The examples of a type.
struct ExampleSet {
    let type: NamedType
    /// The examples in JSON, without duplicates.
    let texts: [String]
}

/// The header fields of responses, with the name of the type that declares them.
struct HeaderSet {
    let typeName: Identifier
    let headers: [HeaderModel]
    var responses: [ResponseHeaders] = []
}

/// The header fields of a response, or of all responses of an operation, whose types differ from those elsewhere.
struct ResponseHeaders {
    let name: Identifier
    let summary: String
    let headers: [HeaderModel]
}

/// A documented header field of responses.
struct HeaderModel {
    let wireName: String
    let name: Identifier
    let type: SwiftType
    let explode: Bool
    let separator: ListSeparator?
    let isJSON: Bool
    let documentation: Documentation
}

/// The requests that the service sends, with the name of the type that decodes them.
struct HookSet {
    let typeName: Identifier
    let hooks: [HookModel]
}

/// A request that the service sends.
struct HookModel {
    /// The name in the document.
    let wireName: String
    let name: Identifier
    let pointer: String
    let documentation: Documentation
    let isDeprecated: Bool
    /// The body; `nil` if the request consists only of header fields.
    let body: BodyModel?
    /// The ID of the operation that declares the callback; `nil` for a webhook.
    let origin: String?
}

/// A link from the response of an operation to another operation.
struct LinkModel {
    /// The source of an argument's value.
    enum Source {
        /// A property of the response, by the path to it.
        case member([(name: Identifier, isOptional: Bool)])
        /// The response itself.
        case whole
        case literal(LiteralValue)
    }

    let wireName: String
    let name: Identifier
    /// The type of the group that contains the other operation.
    let group: Identifier
    let target: OperationModel
    let response: SwiftType
    /// The arguments of the other operation that the link provides.
    let taken: [Identifier: Source]
    /// The base URL of the server that receives the call; `nil` for the server of the operation.
    let server: String?
    let documentation: Documentation
}

/// The operations of one tag.
struct OperationGroupModel {
    /// The name of the client's property.
    let name: Identifier
    let typeName: Identifier
    /// The tag; `nil` for the operations without one.
    let tag: String?
    let documentation: Documentation
    var operations: [OperationModel]
}

/// The polling of a long-running operation.
struct PollingModel {
    var methodName: Identifier
    /// The interval between two requests, in seconds.
    let interval: Int
    /// The parameter for the time in which the server may delay its response; `nil` if there is none.
    let wait: Identifier?
    let response: SwiftType
    /// The path to the property, or to the list whose elements have the property.
    let path: [(name: Identifier, isOptional: Bool)]
    /// The path from an element to the property; `nil` if there is no list.
    let elementPath: [(name: Identifier, isOptional: Bool)]?
    /// The values of a completed operation.
    let values: [LiteralValue]
}

/// The hosts and environments of a service.
struct ServerSetModel {
    /// The URL of one host in one environment.
    struct Address {
        let role: Identifier
        let url: URLTemplate
        let variables: [ServerVariable]
    }

    /// An environment with the URLs of its hosts.
    struct Environment {
        let name: Identifier
        let addresses: [Address]
        let documentation: Documentation
    }

    let typeName: Identifier
    /// The roles of the hosts; the first one is the main role.
    let roles: [Identifier]
    let environments: [Environment]

    /// Whether a client can use the first environment without naming the values of its variables.
    var hasDefault: Bool {
        guard let first = environments.first else { return false }
        return !first.addresses.contains { $0.variables.contains(where: \.isRequired) }
    }
}

/// A security scheme.
struct SchemeModel {
    let name: Identifier
    let wireName: String
    let placement: CredentialPlacement
    var flows: [OAuthFlow] = []
    let documentation: Documentation
}

/// A scheme that an operation requires.
struct SchemeUse: Hashable {
    let wireName: String
    let placement: CredentialPlacement
    let scopes: [String]
}

/// The refresh of a credential through an operation.
struct RefresherModel {
    /// A value that is passed to the operation.
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
    /// The names of header fields, with the string before the value.
    let headers: [(name: String, prefix: String, value: Value)]
    let accessToken: (name: Identifier, isOptional: Bool)
    let refreshToken: (name: Identifier, isOptional: Bool)?
    let expiresIn: (name: Identifier, isOptional: Bool)?
}

/// The iteration over an operation's pages.
struct PagingModel {
    /// The location of a value in one variant of the body.
    enum Value {
        case header(String)
        /// A property path in the body; each element states whether the property is optional.
        case member([(name: Identifier, isOptional: Bool)])
    }

    /// The locations in one variant of the body, or in the body itself.
    struct Extraction {
        /// The case of the union; `nil` if the body is not a union.
        let variant: Identifier?
        let items: Value
        /// The locations of the next page, in the order in which they are tried; empty if pages are counted.
        let next: [Value]
        /// Whether the type of the first location is a URL.
        let isNextURL: Bool
        /// The locations of the total number, in the order in which they are tried; empty if the response does not
        /// contain it.
        let total: [Value]
        /// Whether the items omit invalid ones.
        let omitsInvalidItems: Bool
    }

    let style: PagingStyle
    /// The number of the first page, if pages are counted.
    let first: Int
    var methodName: Identifier
    let itemType: SwiftType
    /// The parameter that selects the page.
    let position: Identifier?
    /// The parameter for the page size.
    let size: Identifier?
    let extractions: [Extraction]
    /// Whether a response without a body is an empty page.
    let isOptional: Bool
}
