import YAMLReader

/// Decides which Swift type each schema becomes.
///
/// A class, because declared types are made while others refer to them.
final class TypeResolver {

    /// A type, and whether null takes its place.
    struct Resolved {
        var type: SwiftType
        var isNullable: Bool
    }

    /// Where a type without a name of its own would be declared, and under which name.
    struct Place {
        let parent: NamedType?
        let name: String
        /// The parent's member or case that is of the type; `nil` for what only stands somewhere inside of one.
        var member: Identifier?
    }

    let context: ParseContext
    let options: ModuleOptions
    let inheritance: Inheritance
    private(set) var usage: SchemaUsage
    let formats: ScalarFormats
    /// Which schemas the values of discriminators stand for.
    let mappedTags: MappedTags
    var diagnostics: DiagnosticCollector { context.diagnostics }

    /// Types of the module's top level.
    private(set) var topLevel: [NamedType] = []
    /// Those among them that stand in other files, by name.
    var foreign: [NamedType] { foreignTypes.sorted { $0.name < $1.name } }
    private var foreignTypes: [NamedType] = []
    /// Types that are other names, with the places of their schemas.
    private(set) var aliases: [(type: NamedType, range: SourceRange)] = []
    private var scope: NameScope
    private(set) var components = SchemaTable<String>()
    private var named = SchemaTable<NamedType>()
    private var resolved = SchemaTable<Resolved>()
    private var inProgress = SchemaSet()
    /// Those among them that were met again.
    private var met = SchemaSet()
    /// What was decided about those.
    private var repeated = SchemaTable<Resolved>()
    /// Compositions and unions in which ``ScalarComposition`` found no object.
    var scalars = SchemaSet()
    /// Whether schemas narrow what they refer to.
    var narrowing = SchemaTable<Bool>()
    /// Schemas that may wait for each other, so that no chain of them exhausts the stack.
    private static let mostInProgress = 20_000

    /// Types of other modules, which are not declared again.
    private let imports: [SharedTypes]
    /// Those among them that some schema became.
    var usedImports: [SharedTypes] { imports.filter { used.contains($0.module) } }
    private var used: Set<Identifier> = []

    init(
        _ document: Document,
        context: ParseContext,
        options: ModuleOptions,
        imports: [SharedTypes],
        reserving names: [Identifier]
    ) {
        self.context = context
        self.options = options
        self.imports = imports
        mappedTags = MappedTags(context: context)
        inheritance = Inheritance(document, in: context)
        usage = SchemaUsage(
            document,
            inheritance,
            in: context,
            shared: options.sharedUse,
            isShared: options.hasSchemasAlone
        )
        formats = ScalarFormats(mapped: options.formats, diagnostics: context.diagnostics)
        scope = NameScope(context.diagnostics, reserving: names)
        // Components are named before anything else, so that no inline schema can take a name from one.
        for (name, schema) in document.schemas {
            components[schema] = name.text
            let wanted = schema.swiftName.map(SwiftName.pinnedType) ?? SwiftName.type(name.text)
            diagnostics.checkPin(schema.swiftName, became: wanted, at: name.range)
            let type = declare(wanted, in: nil, for: schema, what: "The schema '\(name.text)'", at: name.range)
            named[schema] = type
            lend(type, of: schema, name.text)
        }
        for (_, schema) in document.schemas {
            _ = resolve(schema, at: Place(parent: nil, name: ""))
        }
    }

    /// A component that is nothing but a reference to a schema outside of the components gives that one its name.
    private func lend(_ type: NamedType, of schema: Schema, _ name: String) {
        // Where documents share what stands in other files, it has a name of its own.
        guard options.prefix.isEmpty, schema.reference != nil, !hasStructure(schema),
            let target = context.target(of: schema), target.pointer.file != 0, named[target] == nil,
            target.reference == nil, !isImported(target)
        else { return }
        components[target] = name
        named[target] = type
        type.documentation = Documentation(target)
        type.xml = target.xml
    }

    /// The type of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - place: Where to declare it, should it need a declaration.
    /// - Returns: The type.
    func resolve(_ schema: Schema, at place: Place) -> Resolved {
        if let known = resolved[schema] {
            return known
        }
        if let shared = imported(schema) {
            resolved[schema] = shared
            return shared
        }
        if let type = named[schema], inProgress.contains(schema) {
            return Resolved(type: .named(type), isNullable: schema.isNullable)
        }
        guard inProgress.insert(schema) else {
            return again(schema, at: place)
        }
        guard inProgress.count < Self.mostInProgress else {
            inProgress.remove(schema)
            reportDeep(schema)
            return Resolved(type: .json, isNullable: false)
        }
        var result = decide(schema, at: place)
        inProgress.remove(schema)
        if let type = named[schema] {
            finishAlias(type, schema, &result)
        }
        resolved[schema] = result
        return result
    }

    /// Whether a module of its own declares a schema of another file.
    private func isImported(_ schema: Schema) -> Bool {
        let path = context.files[schema.pointer.file].path
        return imports.contains { $0.resolved(schema, in: path) != nil }
    }

    /// The type of a schema of a file that a module of its own declares; `nil` for all others.
    private func imported(_ schema: Schema) -> Resolved? {
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

    /// What was decided about a schema; `nil` for one that was not met.
    func known(_ schema: Schema) -> Resolved? {
        resolved[schema]
    }

    /// Decides what other documents refer to, and notes what they do with it.
    func resolveShared(_ use: SharedUse) {
        func schemas(_ names: Set<String>) -> [Schema] {
            let path = context.files[0].path + "#"
            return names.filter { $0.hasPrefix(path) }.sorted().compactMap { name in
                let fragment = "#" + name.dropFirst(path.count)
                // What holds an error may have been taken out.
                guard let pointer = JSONPointer(parsing: fragment), context.root.node.resolve(pointer) != nil else {
                    return nil
                }
                return context.schema(Reference(fragment, file: 0, range: context.root.node.range))
            }
        }
        for schema in schemas(use.named) {
            let name = schema.pointer.token
            _ = resolve(schema, at: Place(parent: nil, name: name))
        }
        for schema in schemas(use.xml) {
            resolved[schema].map { markXML($0.type) }
        }
        for schema in schemas(use.multipart) {
            if case .named(let named) = resolved[schema]?.type,
                case .object(let object) = named.content
            {
                markMultipart(named, object)
            }
        }
    }

    /// The type of a schema that is being looked at and has no declaration, as a list has none.
    ///
    /// What it holds has led back to it through a declared type, which need not be finished to be named.
    private func again(_ schema: Schema, at place: Place) -> Resolved {
        if let known = repeated[schema] {
            return known
        }
        guard met.insert(schema) else {
            reportEndless(schema)
            return Resolved(type: .json, isNullable: false)
        }
        defer { met.remove(schema) }
        let result = decide(schema, at: place)
        repeated[schema] = result
        return result
    }

    /// The type that is declared for a component; `nil` for any other schema.
    func component(_ schema: Schema) -> NamedType? {
        components[schema] == nil ? nil : named[schema]
    }

    /// The type of a schema that is all that another one says; it takes the other one's name.
    func resolve(_ part: Schema, insteadOf schema: Schema, at place: Place) -> SwiftType {
        if part.reference == nil, named[part] == nil, let type = named[schema] {
            named[part] = type
        }
        return resolve(part, at: place).type
    }

    /// Declares a type.
    func declare(_ wanted: Identifier, in parent: NamedType?, for schema: Schema, what: String, at range: SourceRange)
        -> NamedType
    {
        let isOwn = schema.pointer.file == 0 && schema.swiftName == nil
        let name =
            parent?.scope.take(wanted, for: what, at: range)
            ?? scope.take(isOwn ? options.prefixed(wanted) : wanted, for: what, at: range)
        let type = NamedType(
            name,
            in: parent,
            pointer: parent == nil ? schema.pointer.text : "",
            documentation: Documentation(schema),
            diagnostics: diagnostics
        )
        type.xml = schema.xml
        type.range = schema.range
        if let parent {
            parent.nested.append(type)
        } else {
            topLevel.append(type)
            if schema.pointer.file != 0 {
                foreignTypes.append(type)
            }
        }
        return type
    }

    /// The declared type of a schema: the component's own, or a new one at the place.
    func declaration(of schema: Schema, at place: Place) -> NamedType {
        if let type = named[schema] {
            return type
        }
        var name = SwiftName.type(schema.swiftName ?? place.name)
        // Inside a type there is no need for the longer suffix.
        if place.parent != nil, name.text.hasSuffix("Model"), schema.swiftName == nil {
            name = Identifier(sanitizing: name.text.dropLast("Model".count) + "Value")
        }
        if name == place.parent?.name, schema.swiftName == nil {
            name = name.appending("Value")
        }
        // Names in scripts without letter case, and pinned ones, are the same for a member and its type.
        while name == place.member || place.parent?.memberNames.contains(name) == true {
            name = name.appending("Value")
        }
        let type = declare(name, in: place.parent, for: schema, what: "An inner type", at: schema.range)
        named[schema] = type
        return type
    }

    /// Keeps a name of the top level for something that is no schema.
    func claim(_ wanted: Identifier, for what: String, at range: SourceRange) -> Identifier {
        scope.take(options.prefixed(wanted), for: what, at: range)
    }

    /// A name for what a component of another kind declares, which several operations share; `nil` for no component.
    ///
    /// - Parameters:
    ///   - pointer: Where it stands.
    ///   - kind: The kind of component.
    ///   - suffix: What tells the name from that of a schema.
    /// - Returns: The name.
    func sharedName(_ pointer: Pointer, _ kind: String, suffix: String) -> String? {
        guard pointer.parent?.token == kind, pointer.parent?.parent?.token == "components" else { return nil }
        let name = pointer.token
        return isTaken(options.prefixed(SwiftName.type(name))) ? name + suffix : name
    }

    /// Whether a name of the top level is given already.
    func isTaken(_ name: Identifier) -> Bool {
        scope.contains(name)
    }

    /// Declares the type for the documented successes of one operation.
    func declareResponse(_ wanted: Identifier) -> NamedType {
        let name = scope.take(options.prefixed(wanted), for: "A response", at: context.root.node.range)
        let documentation = Documentation(summary: "The documented responses of one operation.")
        let type = NamedType(name, in: nil, pointer: "", documentation: documentation, diagnostics: diagnostics)
        topLevel.append(type)
        return type
    }

    /// Variants of unions with a discriminator.
    private(set) lazy var taggedVariants = TaggedVariants(self)

    /// A schema that says nothing.
    private(set) lazy var anything = context.newSchema(context.root.pointer, range: context.root.node.range)

    /// Schemas that stand in no document; kept, because schemas are known by their identity.
    var derived = DerivedSchemas()

    /// Notes that a schema which stands in no document travels wherever some do that stand in one.
    func noteUse(of schema: Schema, like others: [Schema]) {
        usage.note(schema, like: others)
    }

    /// Notes that a schema which stands in no document travels in changes alone where one of some does.
    func noteChange(of schema: Schema, like others: [Schema]) {
        usage.noteChange(schema, like: others)
    }

    /// Objects that travel as parts of multipart bodies.
    private(set) var multipart: Set<NamedType> = []

    /// Types of bodies that travel as XML.
    private(set) var xml: [SwiftType] = []

    /// Notes that values of a type travel as XML.
    func markXML(_ type: SwiftType) {
        xml.append(type)
    }

    /// Notes that an object is a multipart body.
    ///
    /// One with files in it can be nothing else.
    func markMultipart(_ type: NamedType, _ object: ObjectType) {
        // A list whose positions have names has no parts with names.
        guard !object.isTuple else { return }
        multipart.insert(type)
        if object.properties.contains(where: \.type.hasFile) || object.additional.hasFile {
            type.content = .form(object)
        }
    }

    /// A component that turned out to be another type keeps its name as an alias.
    private func finishAlias(_ type: NamedType, _ schema: Schema, _ result: inout Resolved) {
        guard case .pending = type.content else { return }
        if leads(result.type, to: type) {
            reportEndless(schema)
            // A name for itself would be followed for ever.
            result.type = .json
        }
        type.content = .alias(result.type)
        aliases.append((type, schema.range))
    }

    /// Whether a type is, through names alone, another one.
    private func leads(_ type: SwiftType, to wanted: NamedType) -> Bool {
        var type = type
        for _ in 0..<Self.mostInProgress {
            guard case .named(let named) = type else { return false }
            if named === wanted {
                return true
            }
            guard case .alias(let next) = named.content else { return false }
            type = next
        }
        return true
    }

    private func reportDeep(_ schema: Schema) {
        diagnostics.error(
            "deep-chain",
            "This schema stands at the end of a chain of \(Self.mostInProgress) that refer to each other",
            hint: "Shorten the chain",
            at: schema.range
        )
    }

    private func reportEndless(_ schema: Schema) {
        let circle = SchemaCircle(context: context).names(from: schema)
        diagnostics.error(
            "endless-type",
            circle.isEmpty
                ? "This schema is defined by itself and by nothing else"
                : "This schema is defined by itself and by nothing else: \(circle.joined(separator: " → "))",
            hint: "Give one of the schemas in the circle a type of its own",
            at: schema.range
        )
    }

    private func decide(_ schema: Schema, at place: Place) -> Resolved {
        let place = ownPlace(of: schema) ?? place
        if let reference = schema.reference, !hasStructure(schema) {
            guard let target = context.target(of: schema) else { return Resolved(type: .json, isNullable: false) }
            var result = resolved[target] ?? resolve(target, at: Place(parent: nil, name: reference.lastToken))
            result.isNullable = result.isNullable || schema.isNullable
            return result
        }
        return Resolved(type: type(of: schema, at: place), isNullable: isNullable(schema))
    }

    /// Where a component declares what stands inside it and has no name: beside it, under a name that begins with its
    /// own, wherever it is met first; `nil` for any other schema.
    private func ownPlace(of schema: Schema) -> Place? {
        guard let text = components[schema], let type = named[schema] else { return nil }
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
