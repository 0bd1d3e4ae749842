import YAMLReader

/// The types that a module declares, with their names.
struct TypeDeclarations {

    /// The types of the module's top level.
    private(set) var topLevel: [NamedType] = []
    /// The types among them whose schemas are in other files.
    private(set) var foreign: [NamedType] = []
    /// The type aliases, with the positions of their schemas.
    private(set) var aliases: [(type: NamedType, range: SourceRange)] = []
    /// The names of the top level.
    private(set) var names: NameScope

    private let graph: SchemaGraph
    private let options: ModuleOptions
    private var nestedNames: NestedNames
    /// The declared types of schemas.
    private var types = ViewTable<NamedType>()
    /// The types of requests that have a counterpart in responses.
    private var counterparts: [(schema: Schema, type: NamedType)] = []

    /// Creates a table without any types.
    ///
    /// - Parameters:
    ///   - graph: The schemas.
    ///   - options: The options of the module.
    ///   - names: The names of the top level that no schema can have.
    ///   - modules: The modules whose types the module uses.
    init(
        _ graph: SchemaGraph,
        _ options: ModuleOptions,
        reserving names: [Identifier],
        importing modules: [Identifier]
    ) {
        self.graph = graph
        self.options = options
        self.names = NameScope(graph.diagnostics, reserving: names)
        nestedNames = NestedNames(graph.diagnostics, hiding: [Identifier(sanitizing: options.module)] + modules)
    }

    /// The declared type of a schema; `isSent` selects the one for requests if it differs.
    subscript(schema: Schema, isSent: Bool) -> NamedType? {
        types[schema, isSent]
    }
}

// MARK: - Names

extension TypeDeclarations {

    /// Returns a name of the top level for a declaration without a schema.
    mutating func claim(_ wanted: Identifier, for what: String, at range: SourceRange) -> Identifier {
        names.take(options.prefixed(wanted), for: what, at: range)
    }

    /// Whether a name of the top level is taken.
    func isTaken(_ name: Identifier) -> Bool {
        names.contains(name)
    }

    /// Whether a type nested in a declared type, or the declared type itself, has a name.
    func isTaken(_ name: Identifier, in parent: NamedType) -> Bool {
        nestedNames.isTaken(name, in: parent)
    }

    /// Records the names of a type's properties, which no type nested in it can have.
    mutating func reserve(_ names: [Identifier], in type: NamedType) {
        nestedNames.addMembers(names, of: type)
    }
}

// MARK: - Declarations

extension TypeDeclarations {

    /// Declares the components, none of whose names an inline schema can have afterwards.
    mutating func declareComponents(_ schemas: [(name: Mapping.Key, schema: Schema)]) {
        let components = ComponentNames(options: options, diagnostics: graph.diagnostics)
        let wanted = components.names(schemas, in: &names)
        for ((_, schema), name) in zip(schemas, wanted) {
            let type = add(name, in: nil, for: schema)
            types[schema, false] = type
            if let target = graph.lent[schema] {
                types[target, false] = type
                type.documentation = Documentation(target)
                type.xml = target.xml
            }
        }
    }

    /// Declares a type.
    mutating func declare(
        _ wanted: Identifier,
        in parent: NamedType?,
        for schema: Schema,
        what: String,
        at range: SourceRange
    ) -> NamedType {
        let name =
            if let parent {
                nestedNames.take(wanted, in: parent, for: what, at: range)
            } else {
                names.take(ComponentNames.whole(wanted, of: schema, options), for: what, at: range)
            }
        return add(name, in: parent, for: schema)
    }

    /// Declares the type of a schema, which has none yet.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - isSent: Whether the type is the one for requests, which differs from the one for responses.
    ///   - place: The parent and the name.
    /// - Returns: The type.
    mutating func declare(_ schema: Schema, isSent: Bool, at place: TypeResolver.Place) -> NamedType {
        let name = name(of: schema, at: place)
        let what = place.parent == nil ? "The type of this schema" : "A nested type"
        let type = declare(name, in: place.parent, for: schema, what: what, at: schema.range)
        types[schema, isSent] = type
        if isSent {
            counterparts.append((schema, type))
        }
        return type
    }

    /// Declares the type that a component has in requests, named after the one that it has in responses.
    mutating func declareForRequests(_ schema: Schema) {
        guard types[schema, true] == nil, graph.components[schema] != nil, let type = types[schema, false] else {
            return
        }
        let wanted = ["Input", "Request", "ToSend"].map { Identifier(sanitizing: type.name.text + $0) }
        let name = wanted.first { !isTaken($0) } ?? wanted[0]
        let sent = NamedType(
            names.take(name, for: "The type of '\(type.name.text)' in requests", at: schema.range),
            in: nil,
            pointer: type.pointer,
            documentation: type.documentation
        )
        sent.documentation.add("The form of ``\(type.name.text)`` in requests.")
        sent.xml = type.xml
        sent.range = type.range
        sent.counterpart = type
        types[schema, true] = sent
        if let target = graph.lent[schema] {
            types[target, true] = sent
        }
        addToTopLevel(sent, for: schema)
    }

    /// Declares the type for the documented successes of one operation.
    mutating func declareResponse(_ wanted: Identifier, at range: SourceRange) -> NamedType {
        let name = claim(wanted, for: "A response", at: range)
        let documentation = Documentation(summary: "The documented responses of an operation.")
        let type = NamedType(name, in: nil, pointer: "", documentation: documentation)
        topLevel.append(type)
        return type
    }

    /// Gives a schema that replaces another one the type of that one, unless it has its own.
    mutating func lend(_ schema: Schema, to part: Schema, isSent: Bool, isPartSent: Bool) {
        if part.reference == nil, types[part, isPartSent] == nil, let type = types[schema, isSent] {
            types[part, isPartSent] = type
        }
    }

    /// Makes a declared type an alias.
    mutating func makeAlias(_ type: NamedType, of target: SwiftType, at range: SourceRange) {
        type.content = .alias(target)
        aliases.append((type, range))
    }

    /// Connects the types of requests with those of responses, once all types are decided.
    func connectCounterparts() {
        for (schema, type) in counterparts where type.counterpart == nil {
            type.counterpart = types[schema, false]
        }
    }

    private mutating func add(_ name: Identifier, in parent: NamedType?, for schema: Schema) -> NamedType {
        let type = NamedType(
            name,
            in: parent,
            pointer: parent == nil ? graph.context.writtenText(of: schema.pointer) : "",
            documentation: Documentation(schema)
        )
        type.xml = schema.xml
        type.range = schema.range
        if let parent {
            parent.nested.append(type)
        } else {
            addToTopLevel(type, for: schema)
        }
        return type
    }

    private mutating func addToTopLevel(_ type: NamedType, for schema: Schema) {
        topLevel.append(type)
        if schema.pointer.file != 0 {
            foreign.append(type)
        }
    }

    /// Returns the name for the type of an inline schema, which no property around it has.
    private func name(of schema: Schema, at place: TypeResolver.Place) -> Identifier {
        var name = SwiftName.type(schema.swiftName ?? place.name)
        // A nested type does not need the suffix of the top level.
        let plain = SwiftName.plainType(place.name)
        if place.parent != nil, name != plain, schema.swiftName == nil {
            name = plain.appending("Value")
        }
        if name == place.parent?.name, schema.swiftName == nil {
            name = name.appending("Value")
        }
        // In scripts without letter case, and with pinned names, a property and its type have the same name.
        while name == place.member || place.parent.map({ nestedNames.isMember(name, of: $0) }) == true {
            name = name.appending("Value")
        }
        return name
    }
}
