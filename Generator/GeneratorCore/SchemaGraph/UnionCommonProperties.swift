/// The properties that a union declares for all of its variants.
struct UnionCommonProperties {

    private let graph: SchemaGraph
    private let schema: Schema
    /// The schema without its variants.
    private let common: Schema

    /// Creates the properties of a union; returns `nil` for a schema with only variants.
    init?(_ schema: Schema, _ graph: SchemaGraph) {
        let parts = schema.allOf.filter { !$0.isUnconstrained }
        guard schema.discriminator != nil || graph.values(of: schema).allSatisfy({ graph.extends($0, schema) }),
            !schema.properties.isEmpty || !parts.isEmpty || schema.reference != nil
        else { return nil }
        self.graph = graph
        self.schema = schema
        common = graph.newSchema(schema.pointer, range: schema.range)
        common.kinds = [.object]
        common.reference = schema.reference
        common.allOf = parts
        common.properties = schema.properties
        common.patternProperties = schema.patternProperties
        common.required = schema.required
        common.additional = schema.additional
    }

    /// Whether a variant lacks some of the properties, as it neither extends the union nor repeats them.
    func areMissing(in variant: Schema) -> Bool {
        guard let own = graph.followed(variant), own.variants.isEmpty, !graph.extends(own, schema) else { return false }
        let tags = VariantTags(graph)
        return !tags.names(of: common).all.isSubset(of: tags.names(of: variant).all)
    }

    /// Returns the schema of a variant composed with the properties.
    func added(to variant: Schema) -> Schema {
        graph.complete(variant, of: schema, with: common)
    }
}
