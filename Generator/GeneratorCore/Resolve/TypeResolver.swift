import YAMLReader

/// Decides the Swift type of each schema.
///
/// A class, because schemas refer to each other in cycles: a type is declared while the types that use it are decided.
/// ``finished()`` returns the result.
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

    private var topLevel: [NamedType] = []
    private var foreign: [NamedType] = []
    private var aliases: [(type: NamedType, range: SourceRange)] = []
    private var scope: NameScope
    private var nestedNames: NestedNames
    private var named = ViewTable<NamedType>()
    private var resolved = ViewTable<ResolvedType>()
    private var inProgress = ViewSet()
    /// The schemas that were reached a second time while their types were being decided.
    private var met = ViewSet()
    /// The types of the schemas that were reached a second time.
    private var repeated = ViewTable<ResolvedType>()
    /// Whether the types are decided for a request.
    private var isSending = false
    /// The types of requests that have a counterpart in responses.
    private var counterparts: [(schema: Schema, type: NamedType)] = []
    /// The largest number of schemas whose types are being decided at a time, so that no chain exhausts the stack.
    static let mostInProgress = 20_000

    /// The types of other modules, which are not declared again.
    private let imports: [SharedTypes]
    /// The names of the imported modules whose types are used.
    private var used: Set<Identifier> = []
    /// Objects that are bodies of multipart requests.
    private var multipart: Set<NamedType> = []
    /// Types of bodies in XML.
    private var xml: [SwiftType] = []
    /// The schemas of events whose data has a type of its own.
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
        scope = NameScope(graph.diagnostics, reserving: names)
        nestedNames = NestedNames(graph.diagnostics)
    }

    /// Declares the components, and then decides the type of each.
    ///
    /// Components are named before anything else, so that no inline schema has the name of one.
    func resolveComponents(_ document: Document) {
        let events = EventEnvelopes(document, graph)
        self.events = events
        let schemas = document.schemas.filter { !events.isEnvelope($0.schema) }
        let names = ComponentNames(options: options, diagnostics: diagnostics).names(schemas, in: &scope)
        for ((_, schema), name) in zip(schemas, names) {
            let type = declare(name, in: nil, for: schema)
            named[schema, false] = type
            if let target = graph.lent[schema] {
                named[target, false] = type
                type.documentation = Documentation(target)
                type.xml = target.xml
            }
        }
        for (_, schema) in schemas {
            _ = resolve(schema, at: Place(parent: nil, name: ""))
        }
    }

    /// Returns the type of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - place: The parent and the name for a declaration, if the type needs one.
    /// - Returns: The type.
    func resolve(_ schema: Schema, at place: Place) -> ResolvedType {
        let isApart = isApart(schema)
        if let known = resolved[schema, isApart] {
            return known
        }
        if let shared = imported(schema) {
            resolved[schema, isApart] = shared
            return shared
        }
        declareForRequests(schema, isApart)
        if let type = named[schema, isApart], inProgress.contains(schema, isApart) {
            return ResolvedType(type: .named(type), isNullable: graph.isNullable(schema))
        }
        guard inProgress.insert(schema, isApart) else {
            return again(schema, at: place)
        }
        guard inProgress.count < Self.mostInProgress else {
            inProgress.remove(schema, isApart)
            reportDeep(schema)
            return ResolvedType(type: .json, isNullable: false)
        }
        let outer = isSending
        isSending = direction(of: schema).map { $0 == .sent } ?? outer
        var result = decide(schema, at: place)
        isSending = outer
        inProgress.remove(schema, isApart)
        if let type = named[schema, isApart] {
            finishAlias(type, schema, &result)
        }
        resolved[schema, isApart] = result
        return result
    }

    /// Returns the type of a schema that an imported module declares; `nil` for all others.
    private func imported(_ schema: Schema) -> ResolvedType? {
        guard !imports.isEmpty, schema.pointer.file != 0 else { return nil }
        let path = context.files[schema.pointer.file].path
        for shared in imports {
            guard let known = shared.resolved(schema, in: path) else { continue }
            if known.type.hasNamed, used.insert(shared.module).inserted, let problem = shared.problem(for: options) {
                diagnostics.error("unfit-import", problem.message, hint: problem.hint, at: schema.range)
            }
            return known
        }
        return nil
    }

    /// Returns the type of a schema; `nil` for a schema that was not resolved.
    func known(_ schema: Schema) -> ResolvedType? {
        resolved[schema, false]
    }

    /// Returns the types, once every schema and operation is resolved.
    func finished() -> ResolvedTypes {
        for (schema, type) in counterparts where type.counterpart == nil {
            type.counterpart = named[schema, false]
        }
        return ResolvedTypes(
            topLevel: topLevel,
            foreign: foreign.sorted { $0.name < $1.name },
            aliases: aliases,
            multipart: multipart,
            xml: xml,
            imports: imports.filter { used.contains($0.module) },
            names: scope,
            resolved: resolved.received
        )
    }

    /// Returns the type of a schema without a declaration, such as a list, whose type is already being decided.
    ///
    /// Its elements refer back to it through a declared type, whose name is known before its content.
    private func again(_ schema: Schema, at place: Place) -> ResolvedType {
        let isApart = isApart(schema)
        if let known = repeated[schema, isApart] {
            return known
        }
        guard met.insert(schema, isApart) else {
            reportEndless(schema)
            return ResolvedType(type: .json, isNullable: false)
        }
        defer { met.remove(schema, isApart) }
        let result = decide(schema, at: place)
        repeated[schema, isApart] = result
        return result
    }

    /// Returns the type that is declared for a component; `nil` for any other schema.
    func component(_ schema: Schema) -> NamedType? {
        guard graph.components[schema] != nil else { return nil }
        declareForRequests(schema, isApart(schema))
        return named[schema, isApart(schema)]
    }

    /// Returns the type of a schema that replaces another one and has its name.
    func resolve(_ part: Schema, insteadOf schema: Schema, at place: Place) -> SwiftType {
        if part.reference == nil, named[part, isApart(part)] == nil, let type = named[schema, isApart(schema)] {
            named[part, isApart(part)] = type
        }
        return resolve(part, at: place).type
    }

    /// Declares a type.
    func declare(_ wanted: Identifier, in parent: NamedType?, for schema: Schema, what: String, at range: SourceRange)
        -> NamedType
    {
        let name =
            if let parent {
                nestedNames.take(wanted, in: parent, for: what, at: range)
            } else {
                scope.take(ComponentNames.whole(wanted, of: schema, options), for: what, at: range)
            }
        return declare(name, in: parent, for: schema)
    }

    /// Declares a type with a name that no other type has.
    private func declare(_ name: Identifier, in parent: NamedType?, for schema: Schema) -> NamedType {
        let type = NamedType(
            name,
            in: parent,
            pointer: parent == nil ? context.writtenText(of: schema.pointer) : "",
            documentation: Documentation(schema)
        )
        type.xml = schema.xml
        type.range = schema.range
        if let parent {
            parent.nested.append(type)
        } else {
            topLevel.append(type)
            if schema.pointer.file != 0 {
                foreign.append(type)
            }
        }
        return type
    }

    /// Returns the declared type of a schema: that of the component, or a new one.
    func declaration(of schema: Schema, at place: Place) -> NamedType {
        let isApart = isApart(schema)
        if let type = named[schema, isApart] {
            return type
        }
        var name = SwiftName.type(schema.swiftName ?? place.name)
        // A nested type does not need the suffix of the top level.
        if place.parent != nil, name.text.hasSuffix("Model"), schema.swiftName == nil {
            name = Identifier(sanitizing: name.text.dropLast("Model".count) + "Value")
        }
        if name == place.parent?.name, schema.swiftName == nil {
            name = name.appending("Value")
        }
        // In scripts without letter case, and with pinned names, a property and its type have the same name.
        while name == place.member || place.parent.map({ nestedNames.isMember(name, of: $0) }) == true {
            name = name.appending("Value")
        }
        let type = declare(name, in: place.parent, for: schema, what: "A nested type", at: schema.range)
        named[schema, isApart] = type
        if isApart {
            counterparts.append((schema, type))
        }
        return type
    }

    /// Reserves a name of the top level for a declaration without a schema.
    func claim(_ wanted: Identifier, for what: String, at range: SourceRange) -> Identifier {
        scope.take(options.prefixed(wanted), for: what, at: range)
    }

    /// Whether a name of the top level is taken.
    func isTaken(_ name: Identifier) -> Bool {
        scope.contains(name)
    }

    /// Whether a type nested in a declared type, or the declared type itself, has a name.
    func isTaken(_ name: Identifier, in parent: NamedType) -> Bool {
        nestedNames.isTaken(name, in: parent)
    }

    /// Records the names of a type's properties, which no type nested in it can have.
    func reserve(_ names: [Identifier], in type: NamedType) {
        nestedNames.addMembers(names, of: type)
    }

    /// Declares the type for the documented successes of one operation.
    func declareResponse(_ wanted: Identifier, at range: SourceRange) -> NamedType {
        let name = scope.take(options.prefixed(wanted), for: "A response", at: range)
        let documentation = Documentation(summary: "The documented responses of an operation.")
        let type = NamedType(name, in: nil, pointer: "", documentation: documentation)
        topLevel.append(type)
        return type
    }

    /// Records that values of a type are sent or received as XML.
    func markXML(_ type: SwiftType) {
        xml.append(type)
    }

    /// Records that an object is a multipart body.
    ///
    /// An object that contains files is written as a multipart body only.
    func markMultipart(_ type: NamedType, _ object: ObjectType) {
        // A tuple is a list and has no named parts.
        guard !object.isTuple else { return }
        multipart.insert(type)
        if object.properties.contains(where: \.type.hasFile) || object.additional.hasFile {
            type.content = .form(object)
        }
    }

    /// Makes a component without a declaration an alias of its type.
    private func finishAlias(_ type: NamedType, _ schema: Schema, _ result: inout ResolvedType) {
        guard case .pending = type.content else { return }
        if leads(result.type, to: type) {
            reportEndless(schema)
            // An alias of itself would cause an endless loop.
            result.type = .json
        }
        type.content = .alias(result.type)
        aliases.append((type, schema.range))
    }

    private func decide(_ schema: Schema, at place: Place) -> ResolvedType {
        let place = ownPlace(of: schema) ?? place
        if let reference = schema.reference, !graph.hasStructure(schema) {
            guard let target = graph.target(of: schema) else { return ResolvedType(type: .json, isNullable: false) }
            let known = resolved[target, isApart(target)]
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
        guard let text = graph.components[schema], let type = named[schema, isApart(schema)] else { return nil }
        var name = type.name.text
        if schema.swiftName == nil, name.hasPrefix(options.prefix) {
            name.removeFirst(options.prefix.count)
        }
        if name.hasSuffix("Model"), !(schema.swiftName ?? text).hasSuffix("Model") {
            name.removeLast("Model".count)
        }
        return Place(parent: nil, name: name)
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

    /// Declares the type that a component has in requests, named after the one that it has in responses.
    private func declareForRequests(_ schema: Schema, _ isApart: Bool) {
        guard isApart, named[schema, true] == nil, graph.components[schema] != nil, let type = named[schema, false]
        else { return }
        let names = ["Input", "Request", "ToSend"].map { Identifier(sanitizing: type.name.text + $0) }
        let name = names.first { !isTaken($0) } ?? names[0]
        let sent = NamedType(
            scope.take(name, for: "The type of '\(type.name.text)' in requests", at: schema.range),
            in: nil,
            pointer: type.pointer,
            documentation: type.documentation
        )
        sent.documentation.add("The form of ``\(type.name.text)`` in requests.")
        sent.xml = type.xml
        sent.range = type.range
        sent.counterpart = type
        named[schema, true] = sent
        if let target = graph.lent[schema] {
            named[target, true] = sent
        }
        topLevel.append(sent)
        if schema.pointer.file != 0 {
            foreign.append(sent)
        }
    }
}
