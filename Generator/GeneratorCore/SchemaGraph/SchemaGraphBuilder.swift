import YAMLReader

/// Creates the graph of a document's schemas.
///
/// Visits the schemas whose types a module needs, each once and in the order in which their types are decided, and
/// creates the combinations that they need. The number of schemas is limited by ``DerivedSchemas``.
struct SchemaGraphBuilder {

    private let relations: SchemaRelations
    private let isDeclaredElsewhere: (Schema) -> Bool
    private var derived: DerivedSchemas
    private var seen = SchemaSet()
    private var forms = SchemaTable<SchemaForm>()
    private var looseUnions = SchemaTable<SchemaUnion>()
    private var objectParts = SchemaTable<Schema>()
    private var objects = SchemaTable<ComposedObject>()

    private init(_ relations: SchemaRelations, isDeclaredElsewhere: @escaping (Schema) -> Bool) {
        self.relations = relations
        self.isDeclaredElsewhere = isDeclaredElsewhere
        derived = DerivedSchemas(relations.context)
    }

    /// Returns the graph of a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - context: The context of the run.
    ///   - options: The options of the module.
    ///   - shared: Further schemas whose types other modules use.
    ///   - isDeclaredElsewhere: Whether another module declares the type of a schema.
    /// - Returns: The graph.
    static func graph(
        _ document: Document,
        in context: ParseContext,
        _ options: ModuleOptions,
        also shared: [Schema] = [],
        isDeclaredElsewhere: @escaping (Schema) -> Bool = { _ in false }
    ) -> SchemaGraph {
        let relations = SchemaRelations(document, in: context, options, isDeclaredElsewhere: isDeclaredElsewhere)
        var builder = SchemaGraphBuilder(relations, isDeclaredElsewhere: isDeclaredElsewhere)
        builder.visit(document.schemas.map(\.schema) + document.typedSchemas + shared)
        builder.composeEvents(document)
        return builder.graph(document, options)
    }

    private func graph(_ document: Document, _ options: ModuleOptions) -> SchemaGraph {
        var usage = SchemaUsage(
            document,
            relations.inheritance,
            in: relations.context,
            shared: options.sharedUse,
            isShared: options.hasSchemasAlone
        )
        var views = views(document, options, usage)
        for origin in derived.origins {
            views.note(origin.schema, like: origin.others)
            if origin.sharesUse {
                usage.note(origin.schema, like: origin.others)
            }
        }
        usage.note(derived.uses)
        return SchemaGraph(
            relations: relations,
            usage: usage,
            views: views,
            taggedVariants: TaggedVariants(relations),
            forms: forms,
            looseUnions: looseUnions,
            objectParts: objectParts,
            objects: objects,
            completions: derived.completions,
            known: seen
        )
    }

    private func views(_ document: Document, _ options: ModuleOptions, _ usage: SchemaUsage) -> SchemaViews {
        // Types that documents share do not depend on the directions in which one of them uses the types.
        let isShared = options.sharedUse != SharedUse() || !options.prefix.isEmpty
        return SchemaViews(
            sent: document.operations.flatMap { operation in
                (operation.requestBody?.content ?? []).flatMap(\.schemas) + operation.parameters.compactMap(\.schema)
            },
            isReceived: { usage.isFromService($0) && ($0.pointer.file == 0 || !isShared && !isDeclaredElsewhere($0)) },
            relations.inheritance,
            in: relations.context
        )
    }
}

// MARK: - Normalization

extension SchemaGraphBuilder {

    private mutating func visit(_ roots: [Schema]) {
        var open = Array(roots.reversed())
        while let schema = open.popLast() {
            guard !isDeclaredElsewhere(schema), seen.insert(schema) else { continue }
            let others = normalize(schema)
            derived.noteUse(of: others, in: schema)
            open += others.reversed()
        }
    }

    /// Normalizes a schema, and returns the schemas whose types its own one may depend on.
    private mutating func normalize(_ schema: Schema) -> [Schema] {
        let target = relations.target(of: schema).map { [$0] } ?? []
        guard schema.reference == nil || relations.hasStructure(schema) else { return target }
        // The values of an enum may have the names that a referenced enum gives them.
        let origins = schema.listedValues == nil ? [] : target + schema.allOf
        return origins + normalizeStructure(schema) + (schema.contentSchema.map { [$0] } ?? [])
    }

    /// Determines the form of a schema that is more than a reference.
    private mutating func normalizeStructure(_ schema: Schema) -> [Schema] {
        let children = relations.inheritance.children(of: schema)
        guard children.isEmpty else { return children.map(\.schema) + compose(schema) }
        let form = SchemaFormReader(relations).form(schema, &derived)
        forms[schema] = form
        switch form?.kind {
        case nil: return normalizeAlone(schema)
        case .anything: return []
        case .replaced(let other): return [other]
        case .object: return compose(schema)
        case .union(let union): return members(of: union, schema)
        }
    }

    /// Normalizes a schema whose type only its own keywords decide.
    private mutating func normalizeAlone(_ schema: Schema) -> [Schema] {
        let parts = SchemaWalk.parts(of: schema, in: relations.context)
        if let union = SchemaFormReader(relations).looseUnion(schema, &derived) {
            looseUnions[schema] = union
            return members(of: union, schema) + parts
        }
        if let part = SchemaFormReader(relations).objectPart(schema, &derived) {
            objectParts[schema] = part
            return [part] + parts
        }
        return schema.variants.isEmpty ? parts : compose(schema) + parts
    }

    private func members(of union: SchemaUnion, _ schema: Schema) -> [Schema] {
        let common = union.hasCommonProperties ? schema.properties.map(\.schema) : []
        return common + union.variants.map { $0.completed ?? $0.schema }
    }

    /// Composes an object, and returns the schemas of its properties.
    private mutating func compose(_ schema: Schema) -> [Schema] {
        guard !schema.allOf.isEmpty || !schema.variants.isEmpty || schema.reference != nil else {
            return SchemaWalk.parts(of: schema, in: relations.context)
        }
        let object = ObjectComposition(relations).object(schema, &derived)
        objects[schema] = object
        var others = object.patterns
        if case .schema(let additional) = object.additional {
            others.append(additional)
        }
        return others
            + object.properties.flatMap { [$0.owner, $0.property.schema].compactMap { $0 } }
    }

    /// Composes the objects that events may be, which are searched for the properties of events.
    private mutating func composeEvents(_ document: Document) {
        for media in document.media where media.form == .events {
            let items = media.schemaOfItems(following: relations.followed)
            guard let own = items.flatMap(relations.followed), objects[own] == nil else { continue }
            visit(compose(own))
        }
    }
}

extension Document {

    /// The media types of bodies whose types the module contains.
    fileprivate var media: [MediaTypeEntry] {
        let requests = (operations + webhooks + callbacks.map(\.operation)).compactMap(\.requestBody)
        return requests.flatMap(\.content) + operations.flatMap(\.responses).flatMap(\.content)
    }

    /// The schemas of parameters, bodies and header fields.
    fileprivate var typedSchemas: [Schema] {
        let parameters = operations.flatMap(\.parameters)
        let headers = operations.flatMap(\.responses).flatMap(\.headers)
        return parameters.compactMap(\.schema) + parameters.compactMap(\.form).flatMap(\.schemas)
            + media.flatMap(\.schemas) + headers.compactMap(\.schema)
    }
}
