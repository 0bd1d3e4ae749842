import YAMLReader

/// Decides the Swift type of each schema.
///
/// A class, because schemas refer to each other in cycles: the builders of objects, unions and lists ask for the types
/// of other schemas while the type of a schema is being decided. It alone changes its state. ``finished()`` returns the
/// result.
final class TypeResolver {

    /// The parent and the name under which an inline schema declares its type.
    struct Place {
        let parent: NamedType?
        let name: String
        /// The parent's property or case that has the type; `nil` for types nested in that of a property.
        var member: Identifier?
    }

    let graph: SchemaGraph
    let options: ModuleOptions
    let formats: ScalarFormats
    var context: ParseContext { graph.context }
    var diagnostics: DiagnosticCollector { context.diagnostics }

    private var declarations: TypeDeclarations
    private var decisions = TypeDecisions()
    private var uses = TypeUses()
    /// Whether the types are decided for a request.
    private var isSending = false
    /// The types of other modules, which are not declared again.
    private let imports: [SharedTypes]
    /// The schemas of events whose data has a separate type.
    private var events: EventEnvelopes?

    /// Creates a resolver without any decided types.
    ///
    /// - Parameters:
    ///   - graph: The schemas.
    ///   - options: The options of the module.
    ///   - imports: The types of other modules.
    ///   - names: The names of the top level that no schema can have.
    init(_ graph: SchemaGraph, _ options: ModuleOptions, imports: [SharedTypes], reserving names: [Identifier]) {
        self.graph = graph
        self.options = options
        self.imports = imports
        formats = ScalarFormats(graph.texts)
        declarations = TypeDeclarations(graph, options, reserving: names, importing: imports.map(\.module))
    }

    /// Returns the names of the events in a union whose data is a string in JSON.
    func namesOfEventsWithJSONText(_ union: Schema) -> [String] {
        events?.namesOfJSONText(in: union, graph) ?? []
    }

    /// Declares the components, and then decides the type of each.
    ///
    /// Components are named before anything else, so that no inline schema has the name of one.
    func resolveComponents(_ document: Document) {
        let events = EventEnvelopes(document, graph)
        self.events = events
        let schemas = document.schemas.filter { !events.isEnvelope($0.schema) }
        declarations.declareComponents(schemas)
        for (_, schema) in schemas {
            _ = resolve(schema, at: Place(parent: nil, name: ""))
        }
    }

    /// Returns the types, once every schema and operation is resolved.
    func finished() -> ResolvedTypes {
        declarations.connectCounterparts()
        return ResolvedTypes(
            topLevel: declarations.topLevel,
            foreign: declarations.foreign.sorted { $0.name < $1.name },
            aliases: declarations.aliases,
            multipart: uses.multipart,
            xml: uses.xml,
            imports: imports.filter { uses.imports.contains($0.module) },
            names: declarations.names,
            resolved: decisions.received
        )
    }
}

// MARK: - Decisions

extension TypeResolver {

    /// Returns the type of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - place: The parent and the name for a declaration, if the type needs one.
    /// - Returns: The type.
    func resolve(_ schema: Schema, at place: Place) -> ResolvedType {
        let isApart = isApart(schema)
        if let known = decisions[schema, isApart] {
            return known
        }
        if let shared = imported(schema) {
            decisions.record(shared, of: schema, isApart)
            return shared
        }
        if isApart {
            declarations.declareForRequests(schema)
        }
        if let type = declarations[schema, isApart], decisions.isInProgress(schema, isApart) {
            return ResolvedType(type: .named(type), isNullable: graph.isNullable(schema))
        }
        switch decisions.begin(schema, isApart) {
        case .first: break
        case .again: return again(schema, at: place)
        case .tooDeep:
            reportDeep(schema)
            return ResolvedType(type: .json, isNullable: false)
        }
        let outer = isSending
        isSending = direction(of: schema).map { $0 == .sent } ?? outer
        var result = decide(schema, at: place)
        isSending = outer
        decisions.end(schema, isApart)
        if let type = declarations[schema, isApart] {
            finishAlias(type, schema, &result)
        }
        decisions.record(result, of: schema, isApart)
        return result
    }

    /// Returns the type of a schema that replaces another one and has its name.
    func resolve(_ part: Schema, insteadOf schema: Schema, at place: Place) -> SwiftType {
        declarations.lend(schema, to: part, isSent: isApart(schema), isPartSent: isApart(part))
        return resolve(part, at: place).type
    }

    /// Returns the type of a schema; `nil` for a schema that was not resolved.
    func known(_ schema: Schema) -> ResolvedType? {
        decisions[schema, false]
    }

    /// Returns the type of a schema that an imported module declares; `nil` for all others.
    private func imported(_ schema: Schema) -> ResolvedType? {
        guard !imports.isEmpty, schema.pointer.file != 0 else { return nil }
        let path = context.files[schema.pointer.file].path
        for shared in imports {
            guard let known = shared.resolved(schema, in: path) else { continue }
            if known.type.hasNamed, uses.addImport(shared.module), let problem = shared.problem(for: options) {
                diagnostics.error("unfit-import", problem.message, hint: problem.hint, at: schema.range)
            }
            return known
        }
        return nil
    }

    /// Returns the type of a schema without a declaration, such as a list, whose type is already being decided.
    ///
    /// Its elements refer back to it through a declared type, whose name is known before its content.
    private func again(_ schema: Schema, at place: Place) -> ResolvedType {
        let isApart = isApart(schema)
        if let known = decisions.repeated(schema, isApart) {
            return known
        }
        guard decisions.beginAgain(schema, isApart) else {
            reportEndless(schema)
            return ResolvedType(type: .json, isNullable: false)
        }
        let result = decide(schema, at: place)
        decisions.endAgain(schema, isApart, result)
        return result
    }

    /// Makes a component without a declaration an alias of its type.
    private func finishAlias(_ type: NamedType, _ schema: Schema, _ result: inout ResolvedType) {
        guard case .pending = type.content else { return }
        if leads(result.type, to: type) {
            reportEndless(schema)
            // An alias of itself would cause an endless loop.
            result.type = .json
        }
        declarations.makeAlias(type, of: result.type, at: schema.range)
    }

    private func decide(_ schema: Schema, at place: Place) -> ResolvedType {
        let place = ownPlace(of: schema) ?? place
        if let reference = schema.reference, !graph.hasStructure(schema) {
            guard let target = graph.target(of: schema) else { return ResolvedType(type: .json, isNullable: false) }
            let known = decisions[target, isApart(target)]
            let location = LocationName(context: context)
            var result = known ?? resolve(target, at: Place(parent: nil, name: location.name(of: reference)))
            result.isNullable = result.isNullable || schema.isNullable
            return result
        }
        if let content = events?.content(of: schema) {
            let result = resolve(content, at: place)
            return ResolvedType(type: result.type, isNullable: result.isNullable || graph.isNullable(schema))
        }
        return ResolvedType(type: type(of: schema, at: place), isNullable: graph.isNullable(schema))
    }

    /// Returns the parent and the name for the inline schemas of a component: the top level and the component's name.
    ///
    /// The result does not depend on the first use of the component. Returns `nil` for any other schema.
    private func ownPlace(of schema: Schema) -> Place? {
        guard let text = graph.components[schema], let type = declarations[schema, isApart(schema)] else { return nil }
        var name = type.name.text
        if schema.swiftName == nil, name.hasPrefix(options.prefix) {
            name.removeFirst(options.prefix.count)
        }
        let plain = SwiftName.plainType(text).text
        if schema.swiftName == nil, name == plain + "Model" { name = plain }
        return Place(parent: nil, name: name)
    }
}

// MARK: - Declarations

extension TypeResolver {

    /// Returns the type that is declared for a component; `nil` for any other schema.
    func component(_ schema: Schema) -> NamedType? {
        guard graph.components[schema] != nil else { return nil }
        let isApart = isApart(schema)
        if isApart {
            declarations.declareForRequests(schema)
        }
        return declarations[schema, isApart]
    }

    /// Returns the declared type of a schema: that of the component, or a new one.
    func declaration(of schema: Schema, at place: Place) -> NamedType {
        let isApart = isApart(schema)
        return declarations[schema, isApart] ?? declarations.declare(schema, isSent: isApart, at: place)
    }

    /// Declares the type of the part of a schema that is in no other type.
    func declareBase(_ schema: Schema, in parent: NamedType) -> NamedType {
        // The name is not in the document, so another one needs no diagnostic.
        let names: [Identifier] = ["Base", "BaseValue", "BaseObject"]
        let name = names.first { !declarations.isTaken($0, in: parent) } ?? names[0]
        return declarations.declare(name, in: parent, for: schema, what: "The base", at: schema.range)
    }

    /// Declares the type for the documented successes of one operation.
    func declareResponse(_ wanted: Identifier, at range: SourceRange) -> NamedType {
        declarations.declareResponse(wanted, at: range)
    }

    /// Returns a name of the top level for a declaration without a schema.
    func claim(_ wanted: Identifier, for what: String, at range: SourceRange) -> Identifier {
        declarations.claim(wanted, for: what, at: range)
    }

    /// Whether a name of the top level is taken.
    func isTaken(_ name: Identifier) -> Bool {
        declarations.isTaken(name)
    }

    /// Records the names of a type's properties, which no type nested in it can have.
    func reserve(_ names: [Identifier], in type: NamedType) {
        declarations.reserve(names, in: type)
    }

    /// Records that values of a type are sent or received as XML.
    func markXML(_ type: SwiftType) {
        uses.addXML(type)
    }

    /// Records that an object is a multipart body.
    func markMultipart(_ type: NamedType, _ object: ObjectType) {
        uses.addMultipart(type, object)
    }
}

// MARK: - Requests and responses

extension TypeResolver {

    /// Returns the direction of the type that is being decided for a schema; `nil` for one that travels in both
    /// directions, or whose use is unknown.
    func direction(of schema: Schema) -> Direction? {
        if graph.views.differs(schema) {
            return isSending ? .sent : .received
        }
        switch (graph.usage.isSent(schema), graph.usage.isFromService(schema)) {
        case (true, false): return .sent
        case (false, true): return .received
        default: return nil
        }
    }

    /// Whether the type that is being decided is the one of requests, which differs from the one of responses.
    private func isApart(_ schema: Schema) -> Bool {
        isSending && graph.views.differs(schema)
    }
}
