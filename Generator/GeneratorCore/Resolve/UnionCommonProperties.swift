/// The members that stand beside the variants of a union with a discriminator, and so belong to each of them.
struct UnionCommonProperties {

    private let resolver: TypeResolver
    private let schema: Schema
    /// The schema without its variants.
    private let common: Schema

    /// Looks at a union; `nil` for one that has nothing beside its variants.
    init?(_ schema: Schema, _ resolver: TypeResolver) {
        let parts = schema.allOf.filter { !$0.isUnconstrained }
        guard schema.discriminator != nil || resolver.values(of: schema).allSatisfy({ resolver.extends($0, schema) }),
            !schema.properties.isEmpty || !parts.isEmpty || schema.reference != nil
        else { return nil }
        self.resolver = resolver
        self.schema = schema
        common = resolver.context.newSchema(schema.pointer, range: schema.range)
        common.kinds = [.object]
        common.reference = schema.reference
        common.allOf = parts
        common.properties = schema.properties
        common.patternProperties = schema.patternProperties
        common.required = schema.required
        common.additional = schema.additional
    }

    /// A variant with the members beside it: the variant itself where it has them all, because it extends the union or
    /// repeats them.
    ///
    /// - Parameters:
    ///   - variant: The variant.
    ///   - union: The enum, in which the types of those members are declared.
    /// - Returns: The variant, or a schema composed of both.
    func added(to variant: Schema, of union: NamedType) -> Schema {
        guard let own = resolver.followed(variant), own.variants.isEmpty, !resolver.extends(own, schema) else {
            return variant
        }
        let tags = UnionTags(resolver: resolver)
        guard !tags.names(of: common).all.isSubset(of: tags.names(of: variant).all) else { return variant }
        for property in schema.properties {
            _ = resolver.resolve(property.schema, at: TypeResolver.Place(parent: union, name: property.name))
        }
        return resolver.complete(variant, of: schema, with: common)
    }
}
