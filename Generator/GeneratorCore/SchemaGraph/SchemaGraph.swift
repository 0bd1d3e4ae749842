import YAMLReader

/// The normalized schemas of a document.
///
/// References are followed, `allOf` is merged, null and the variants of unions are recognized, and a combination of
/// several schemas is a schema as well. The graph does not depend on Swift types. It creates each combination once, on
/// demand; therefore it is a class.
final class SchemaGraph {

    let context: ParseContext
    let texts: TextFormats
    /// The schemas that extend others.
    let inheritance: Inheritance
    /// The schemas that the values of discriminators name.
    let mappedTags: MappedTags
    /// The names of the components.
    private(set) var components = SchemaTable<String>()
    /// The schemas outside of the components that have the name of a component, which is only a reference to them.
    private(set) var lent = SchemaTable<Schema>()
    private(set) var usage: SchemaUsage
    /// The schemas with a type for each direction.
    private(set) var views: SchemaViews
    /// The variants of unions with a discriminator.
    private(set) lazy var taggedVariants = TaggedVariants(self)
    /// A schema without any keyword.
    private(set) lazy var anything = newSchema(context.root.pointer, range: context.root.node.range)

    private var derived = DerivedSchemas()
    /// Whether schemas narrow the schemas that they refer to.
    private var narrowing = SchemaTable<Bool>()
    /// Compositions and unions without an object in them.
    private var withoutObject = SchemaSet()

    var diagnostics: DiagnosticCollector { context.diagnostics }

    /// Connects the schemas of a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - context: The context of the run.
    ///   - options: The options of the module.
    ///   - isDeclaredElsewhere: Whether another module declares the type of a schema.
    init(
        _ document: Document,
        in context: ParseContext,
        _ options: ModuleOptions,
        isDeclaredElsewhere: (Schema) -> Bool
    ) {
        self.context = context
        texts = TextFormats(mapped: options.formats, diagnostics: context.diagnostics)
        mappedTags = MappedTags(context: context)
        inheritance = Inheritance(document, in: context)
        usage = SchemaUsage(
            document,
            inheritance,
            in: context,
            shared: options.sharedUse,
            isShared: options.hasSchemasAlone
        )
        let usage = usage
        // Types that documents share do not depend on the directions in which one of them uses the types.
        let isShared = options.sharedUse != SharedUse() || !options.prefix.isEmpty
        views = SchemaViews(
            sent: document.operations.flatMap { operation in
                (operation.requestBody?.content ?? []).flatMap(\.schemas) + operation.parameters.compactMap(\.schema)
            },
            isReceived: { usage.isFromService($0) && ($0.pointer.file == 0 || !isShared && !isDeclaredElsewhere($0)) },
            inheritance,
            in: context
        )
        for (name, schema) in document.schemas {
            components[schema] = name.text
            // If documents share schemas of other files, these schemas keep their own names.
            guard options.prefix.isEmpty, let target = namelessTarget(of: schema), !isDeclaredElsewhere(target) else {
                continue
            }
            components[target] = name.text
            lent[schema] = target
        }
    }

    /// Returns the unnamed schema of another file that a component only refers to.
    ///
    /// Returns `nil` for any other component.
    private func namelessTarget(of schema: Schema) -> Schema? {
        guard schema.reference != nil, !hasStructure(schema), let target = target(of: schema),
            target.pointer.file != 0, components[target] == nil, target.reference == nil
        else { return nil }
        return target
    }

    /// Returns the schema that a schema's reference names; `nil` without a reference or, after an error, without a
    /// target.
    func target(of schema: Schema) -> Schema? {
        context.target(of: schema)
    }

    /// Creates a schema that appears in no document.
    func newSchema(_ pointer: Pointer, range: SourceRange) -> Schema {
        context.newSchema(pointer, range: range)
    }

    /// Whether the graph knows that a composition or union contains no object.
    func isKnownWithoutObject(_ schema: Schema) -> Bool {
        withoutObject.contains(schema)
    }

    /// Records that a composition or union contains no object.
    func noteWithoutObject(_ schema: Schema) {
        _ = withoutObject.insert(schema)
    }

    /// Records that a combination is used wherever one of some schemas is.
    func noteUse(of schema: Schema, like others: [Schema]) {
        usage.note(schema, like: others)
        views.note(schema, like: others)
    }
}

// MARK: - References

extension SchemaGraph {

    /// Whether a schema restricts values further than the schema that it refers to.
    func hasStructure(_ schema: Schema) -> Bool {
        !schema.properties.isEmpty || !schema.allOf.isEmpty || !schema.variants.isEmpty || schema.enumeration != nil
            || schema.constant != nil || narrows(schema)
    }

    /// Whether a schema requires properties that are optional in the schema that it refers to.
    private func narrows(_ schema: Schema) -> Bool {
        guard !schema.required.isEmpty, schema.reference != nil else { return false }
        if let known = narrowing[schema] {
            return known
        }
        // While its target is being visited, the schema counts as a plain reference.
        narrowing[schema] = false
        let result = loosens(schema)
        narrowing[schema] = result
        return result
    }

    /// Whether a property that the schema requires is optional in the schema that it refers to.
    private func loosens(_ schema: Schema) -> Bool {
        var names = schema.required
        var current = schema
        for _ in 0..<100 {
            guard let target = target(of: current) else { return false }
            names.removeAll(where: target.required.contains)
            guard !names.isEmpty else { return false }
            let isReference =
                target.reference != nil && target.properties.isEmpty && target.allOf.isEmpty && target.variants.isEmpty
            guard isReference else { return ObjectComposition(self).allows(names, in: target) }
            current = target
        }
        return false
    }

    /// Returns the schema at the end of the references.
    func followed(_ schema: Schema) -> Schema? {
        var current = schema
        for _ in 0..<100 {
            guard current.reference != nil, !hasStructure(current) else { return current }
            guard let target = target(of: current) else { return nil }
            current = target
        }
        return nil
    }
}

// MARK: - Combinations of schemas

/// Combinations of schemas, by the schemas that they combine.
private struct DerivedSchemas {

    /// Two schemas that one value must satisfy.
    struct Pair: Hashable {
        let first: ObjectIdentifier
        let second: ObjectIdentifier
    }

    var merged: [Pair: Schema] = [:]
    /// The largest number of merged schemas, which is above the number of schemas in the document.
    ///
    /// Without a limit there could be one for each set of schemas.
    var mostMerged: Int?
    var isOverfull = false
    var alternatives: [[ObjectIdentifier]: Schema] = [:]
    var nullables = SchemaTable<Schema>()
    /// Variants with the properties of their union, and the schemas that they combine.
    var completed = SchemaTable<(union: Schema, variant: Schema)>()
    /// The completed variants and the schemas merged for them, whose conflicts are warnings, because no author wrote
    /// them as one composition.
    var tolerant = SchemaSet()
}

extension SchemaGraph {

    /// Returns the schema whose values satisfy two schemas.
    func merge(_ first: Schema, _ second: Schema) -> Schema {
        let pair = DerivedSchemas.Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
        if let known = derived.merged[pair] {
            return known
        }
        let most = derived.mostMerged ?? 200 + context.schemaCount
        derived.mostMerged = most
        guard derived.merged.count < most else {
            reportMixtures(second)
            return second
        }
        let schema = newSchema(second.pointer, range: second.range)
        schema.allOf = [first, second]
        schema.title = second.title ?? first.title
        schema.description = second.description ?? first.description
        schema.isReadOnly = first.isReadOnly || second.isReadOnly
        schema.isWriteOnly = first.isWriteOnly || second.isWriteOnly
        schema.isDeprecated = first.isDeprecated || second.isDeprecated
        schema.isSensitive = first.isSensitive || second.isSensitive
        schema.swiftName = second.swiftName ?? first.swiftName
        views.note(schema, like: [first, second])
        derived.merged[pair] = schema
        return schema
    }

    private func reportMixtures(_ schema: Schema) {
        guard !derived.isOverfull else { return }
        derived.isOverfull = true
        diagnostics.slip(
            "endless-mixture",
            "Members that several parts of compositions declare need more than \(derived.merged.count) types made of both",
            so: "the last part decides the type of further ones",
            hint: "Give such members one type in all parts",
            at: schema.range
        )
    }

    /// Returns the schema of a union's variant with the properties of the union.
    func complete(_ variant: Schema, of union: Schema, with common: Schema) -> Schema {
        let whole = merge(common, variant)
        noteUse(of: whole, like: [union, variant])
        derived.completed[whole] = (union, followed(variant) ?? variant)
        _ = derived.tolerant.insert(whole)
        return whole
    }

    /// Returns the schema whose values satisfy one of several schemas.
    ///
    /// - Parameters:
    ///   - schemas: Two or more schemas.
    ///   - fill: Sets the keywords of a new schema.
    /// - Returns: The schema.
    func either(_ schemas: [Schema], _ fill: (Schema) -> Void) -> Schema {
        let key = schemas.map(ObjectIdentifier.init)
        if let known = derived.alternatives[key] {
            return known
        }
        let schema = newSchema(schemas[0].pointer, range: schemas[0].range)
        fill(schema)
        noteUse(of: schema, like: schemas)
        derived.alternatives[key] = schema
        return schema
    }

    /// Returns the schema whose values satisfy another schema or are null.
    func nullable(_ schema: Schema) -> Schema {
        if let known = derived.nullables[schema] {
            return known
        }
        let other = newSchema(schema.pointer, range: schema.range)
        other.allOf = [schema]
        other.isNullable = true
        other.isReadOnly = schema.isReadOnly
        other.isWriteOnly = schema.isWriteOnly
        other.swiftName = schema.swiftName
        views.note(other, like: [schema])
        derived.nullables[schema] = other
        return other
    }

    /// Returns the union and the variant that a schema was completed from; `nil` for any other schema.
    func completed(_ schema: Schema) -> (union: Schema, variant: Schema)? {
        derived.completed[schema]
    }

    /// Whether conflicts within a schema are warnings, because no author wrote its parts as one composition.
    func isTolerant(_ schema: Schema) -> Bool {
        derived.tolerant.contains(schema)
    }

    /// Makes conflicts within a schema warnings.
    func noteTolerant(_ schema: Schema) {
        _ = derived.tolerant.insert(schema)
    }
}
