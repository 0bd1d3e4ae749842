import YAMLReader

/// The normalized schemas of a document.
///
/// References are followed, `allOf` is merged, null and the variants of unions are recognized, and a combination of
/// several schemas is a schema as well. The graph does not depend on Swift types. ``SchemaGraphBuilder`` creates it
/// completely; nothing changes it or its schemas afterwards.
///
/// A class only because many small values hold the graph.
final class SchemaGraph {

    /// The schemas as the document relates them.
    let relations: SchemaRelations
    /// The use of schemas in requests and responses.
    let usage: SchemaUsage
    /// The schemas with a type for each direction.
    let views: SchemaViews
    /// The variants of unions with a discriminator.
    let taggedVariants: TaggedVariants
    /// The forms of the schemas that take their types from others.
    let forms: SchemaTable<SchemaForm>
    /// The unions of the schemas below `items` without `type: array`.
    let looseUnions: SchemaTable<SchemaUnion>
    /// The objects that schemas with several types allow, if they have properties.
    let objectParts: SchemaTable<Schema>
    /// The properties of the objects that have several parts.
    let objects: SchemaTable<ComposedObject>
    /// The schemas of variants with the properties of their unions.
    let completions: SchemaTable<Completion>
    /// The schemas that the tables describe.
    let known: SchemaSet

    init(
        relations: SchemaRelations,
        usage: SchemaUsage,
        views: SchemaViews,
        taggedVariants: TaggedVariants,
        forms: SchemaTable<SchemaForm>,
        looseUnions: SchemaTable<SchemaUnion>,
        objectParts: SchemaTable<Schema>,
        objects: SchemaTable<ComposedObject>,
        completions: SchemaTable<Completion>,
        known: SchemaSet
    ) {
        self.relations = relations
        self.usage = usage
        self.views = views
        self.taggedVariants = taggedVariants
        self.forms = forms
        self.looseUnions = looseUnions
        self.objectParts = objectParts
        self.objects = objects
        self.completions = completions
        self.known = known
    }

    /// A variant with the properties of its union.
    struct Completion {
        let union: Schema
        let variant: Schema
    }
}

extension SchemaGraph {

    /// Returns the way in which a schema takes its type from other schemas; `nil` if its own keywords decide.
    func form(of schema: Schema) -> SchemaForm? {
        assert(known.contains(schema), "The graph contains every schema that a type is decided for")
        return forms[schema]
    }

    /// Returns the properties of an object with all of its parts.
    func object(_ schema: Schema) -> ComposedObject {
        objects[schema] ?? ComposedObject(only: schema)
    }

    /// Returns the union and the variant that a schema was completed from; `nil` for any other schema.
    func completed(_ schema: Schema) -> Completion? {
        completions[schema]
    }
}

// MARK: - Relations

extension SchemaGraph {

    var context: ParseContext { relations.context }
    var diagnostics: DiagnosticCollector { relations.diagnostics }
    /// The formats of strings.
    var texts: TextFormats { relations.texts }
    /// The schemas that extend others.
    var inheritance: Inheritance { relations.inheritance }
    /// The names of the components.
    var components: SchemaTable<String> { relations.components }
    /// The schemas outside of the components that have the name of a component, which is only a reference to them.
    var lent: SchemaTable<Schema> { relations.lent }

    /// Returns the schema that a schema's reference names; `nil` without a reference or, after an error, without a
    /// target.
    func target(of schema: Schema) -> Schema? {
        relations.target(of: schema)
    }

    /// Returns the schema at the end of the references.
    func followed(_ schema: Schema) -> Schema? {
        relations.followed(schema)
    }

    /// Whether a schema restricts values further than the schema that it refers to.
    func hasStructure(_ schema: Schema) -> Bool {
        relations.hasStructure(schema)
    }

    /// Whether null is the only value of a schema.
    func isNull(_ schema: Schema) -> Bool {
        relations.isNull(schema)
    }

    /// Whether a schema allows null, by any keyword.
    func isNullable(_ schema: Schema) -> Bool {
        relations.isNullable(schema)
    }

    /// Returns the variants of a schema other than null and other than lists of required properties.
    func values(of schema: Schema) -> [Schema] {
        relations.values(of: schema)
    }

    /// Returns the schemas of properties without a declared name: those by pattern, and the one of all others.
    func schemasOfOtherProperties(_ schema: Schema) -> [Schema] {
        relations.schemasOfOtherProperties(schema)
    }
}
