import YAMLReader

/// Upgrades a Swagger 2.0 document to the tree of an OpenAPI 3.1 document.
///
/// Values keep their ranges, and a value that the upgrade adds has the range of the value that it follows from.
/// References keep their text; ``SwaggerLocations`` finds their targets.
struct SwaggerUpgrade {

    /// The state that all parts of the upgrade share.
    struct Context {
        let diagnostics: DiagnosticCollector
        /// Returns the value that a reference of the document names; `nil` if there is none.
        let lookUp: (_ text: String, _ range: SourceRange) -> Node?
        /// The media types of request bodies without `consumes`.
        var consumes: [Mapping.Key] = []
        /// The media types of responses without `produces`.
        var produces: [Mapping.Key] = []
        /// The values of discriminators from `x-ms-discriminator-value`, by the name of the base.
        var discriminatorValues: [String: [Mapping.Entry]] = [:]

        /// Sets the media types of a document for bodies without media types.
        mutating func takeMediaTypes(of document: Mapping) {
            consumes = MediaTypeNames.listed("consumes", in: document) ?? []
            produces = MediaTypeNames.listed("produces", in: document) ?? []
        }
    }

    private let root: Mapping
    private let range: SourceRange
    private let context: Context

    /// Creates an upgrade.
    ///
    /// - Parameters:
    ///   - root: The root of the document.
    ///   - range: The range of the root.
    ///   - diagnostics: Collects what has no counterpart.
    ///   - lookUp: Returns the value that a reference of the document names; `nil` if there is none.
    init(
        _ root: Mapping,
        range: SourceRange,
        _ diagnostics: DiagnosticCollector,
        lookUp: @escaping (_ text: String, _ range: SourceRange) -> Node?
    ) {
        self.root = root
        self.range = range
        var context = Context(diagnostics: diagnostics, lookUp: lookUp)
        context.takeMediaTypes(of: root)
        context.discriminatorValues = SwaggerDiscriminators.values(in: root["definitions"])
        self.context = context
    }

    /// Whether a tree is a Swagger 2.0 document.
    static func isSwagger(_ node: Node) -> Bool {
        guard let version = node["openapi"] ?? node["swagger"] else { return false }
        return (version.string ?? version.numberText ?? "").hasPrefix("2")
    }

    /// Returns the root of the upgraded document.
    func upgraded() -> Node {
        var entries: [Mapping.Entry] = []
        let servers = SwaggerServers(root, lookUp: context.lookUp).entry(at: range)
        for entry in root.entries {
            switch entry.key.text {
            case "openapi":
                context.diagnostics.slip(
                    "unsupported-version",
                    "'openapi' is not the key for version 2.0",
                    so: "it is read as 'swagger'",
                    hint: "Use 'swagger'",
                    at: entry.key.range
                )
                entries.append(.init(key: entry.key, value: Node(.string("3.1.0"), range: entry.value.range)))
            case "swagger":
                guard !root.contains("openapi") else { continue }
                let version = Node(.string("3.1.0"), range: entry.value.range)
                entries.append(.init(key: .init("openapi", range: entry.key.range), value: version))
            case "host", "basePath", "schemes", "consumes", "produces", "definitions", "parameters", "responses",
                "securityDefinitions", "x-ms-parameterized-host":
                continue
            case "paths":
                if let servers, !root.contains("servers") {
                    entries.append(servers)
                }
                entries.append(.init(key: entry.key, value: SwaggerOperations(context, root).paths(entry.value)))
            case "x-ms-paths", "x-webhooks":
                entries.append(.init(key: entry.key, value: SwaggerOperations(context, root).paths(entry.value)))
            default: entries.append(entry)
            }
        }
        let components = components()
        if !components.isEmpty {
            entries.append(.made("components", .mapping(Mapping(components)), at: components[0].key.range))
        }
        return Node(.mapping(Mapping(entries)), range: range)
    }

    private func components() -> [Mapping.Entry] {
        var result: [Mapping.Entry] = []
        func add(_ name: String, _ key: Mapping.Key, _ entries: [Mapping.Entry]) {
            guard !entries.isEmpty else { return }
            result.append(.made(name, .mapping(Mapping(entries)), at: key.range))
        }
        let schemas = SwaggerSchemas(context)
        for entry in root.entries {
            guard let inner = entry.value.mapping?.entries else { continue }
            switch entry.key.text {
            case "definitions": add("schemas", entry.key, inner.map { schemas.component($0) })
            case "responses":
                let operations = SwaggerOperations(context, root)
                add("responses", entry.key, inner.map { operations.response($0, context.produces) })
            case "securityDefinitions":
                add("securitySchemes", entry.key, inner.map { SwaggerSecurity.scheme($0) })
            case "parameters":
                let parameters = SwaggerParameters(context)
                let kinds = inner.map { (SwaggerParameters.kind(of: $0.value), parameters.component($0)) }
                add("parameters", entry.key, kinds.filter { $0.0 == .plain }.map(\.1))
                add("requestBodies", entry.key, kinds.filter { $0.0 == .body }.map(\.1))
                add(SwaggerLocations.fields, entry.key, kinds.filter { $0.0 == .field }.map(\.1))
            default: continue
            }
        }
        return result
    }
}

extension Mapping.Entry {

    /// Returns an entry that the document does not contain, at the range of what it follows from.
    static func made(_ key: String, _ value: Node.Value, at range: SourceRange) -> Mapping.Entry {
        Mapping.Entry(key: Mapping.Key(key, range: range), value: Node(value, range: range))
    }

    /// Returns an entry that the document does not contain, with a value of the document.
    static func made(_ key: String, _ value: Node, at range: SourceRange? = nil) -> Mapping.Entry {
        Mapping.Entry(key: Mapping.Key(key, range: range ?? value.range), value: value)
    }
}

/// The media types in `consumes` and `produces`.
enum MediaTypeNames {

    /// Returns the media types that a mapping lists; `nil` if it has no such key.
    static func listed(_ key: String, in mapping: Mapping) -> [Mapping.Key]? {
        guard let node = mapping[key] else { return nil }
        let items = node.sequence ?? [node]
        var known: Set<String> = []
        return items.compactMap { item in
            item.string.map { Mapping.Key($0.trimmed, range: item.range) }
        }.filter { !$0.text.isEmpty && known.insert($0.text).inserted }
    }
}
