/// The properties that a union declares for all of its variants.
struct UnionCommonProperties {

    private let relations: SchemaRelations
    private let union: Schema
    /// Whether the properties are the fields of an event, which a variant only refines.
    private let isEvent: Bool
    /// The union without its variants.
    private let common: Schema
    /// The fields of an event other than its data, for variants with data in JSON; otherwise the same.
    private let head: Schema

    /// Creates the properties of a union; returns `nil` for a schema with only variants.
    init?(_ union: Schema, _ relations: SchemaRelations, _ derived: inout DerivedSchemas) {
        let parts = union.allOf.filter { !$0.isUnconstrained }
        guard !union.properties.isEmpty || !parts.isEmpty || union.reference != nil else { return nil }
        let variants = relations.values(of: union)
        isEvent = union.discriminator == nil && relations.isEvent(union, variants)
        guard union.discriminator != nil || isEvent || variants.allSatisfy({ relations.extends($0, union) }) else {
            return nil
        }
        self.relations = relations
        self.union = union
        func properties(_ isWanted: (Schema.Property) -> Bool) -> Schema {
            derived.add(at: union) { common in
                common.kinds = [.object]
                common.reference = union.reference
                common.allOf = parts
                common.properties = union.properties.filter(isWanted)
                common.patternProperties = union.patternProperties
                common.required = union.required
                common.additional = union.additional
            }
        }
        common = properties { _ in true }
        head = isEvent ? properties { $0.name != "data" } : common
    }

    /// Returns the schema of a variant composed with the properties; `nil` if it extends the union or repeats them.
    func added(
        to variant: Schema,
        _ derived: inout DerivedSchemas,
        _ problems: inout [CompositionProblem]
    ) -> Schema? {
        guard let own = relations.followed(variant), own.variants.isEmpty, !relations.extends(own, union) else {
            return nil
        }
        if isEvent {
            let fields = relations.hasTypedData(own) ? head : common
            return derived.complete(variant, own, of: union, with: fields, &problems)
        }
        let tags = VariantTags(relations)
        guard !tags.names(of: common).all.isSubset(of: tags.names(of: variant).all) else { return nil }
        return derived.complete(variant, own, of: union, with: common, &problems)
    }
}
