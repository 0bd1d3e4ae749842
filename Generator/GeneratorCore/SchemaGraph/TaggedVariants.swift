/// The values of discriminators that name the variants of unions.
struct TaggedVariants {

    /// The values that one union uses for a variant.
    private struct Tag {
        let property: String
        /// The values of the discriminator.
        let values: [String]
        /// Whether the mapping names the values.
        let isMapped: Bool
    }

    private var tags = SchemaTable<[Tag]>()

    /// Collects the values of every union with a discriminator.
    init(_ relations: SchemaRelations) {
        for union in relations.context.taggedUnions {
            guard let discriminator = union.discriminator else { continue }
            var mapped: [ObjectIdentifier: [String]] = [:]
            for (value, target) in discriminator.mapping {
                guard let own = relations.context.schema(target).flatMap(relations.followed) else { continue }
                mapped[ObjectIdentifier(own), default: []].append(value)
            }
            for variant in union.variants {
                guard let own = relations.followed(variant) else { continue }
                // Without a mapping, a variant's value is the name of its schema.
                let named = mapped[ObjectIdentifier(own)]
                let values = named ?? variant.reference.map { [$0.lastToken] } ?? []
                let tag = Tag(property: discriminator.property, values: values, isMapped: named != nil)
                tags[own] = (tags[own] ?? []) + [tag]
            }
        }
    }

    /// Returns the only value that a discriminator has in a variant; `nil` for several values, and for other schemas.
    ///
    /// - Parameters:
    ///   - schema: The variant.
    ///   - property: The name of the discriminator's property.
    /// - Returns: The value, the same in all unions that the schema is a variant of, and whether their mappings name it.
    func tag(of schema: Schema, _ property: String) -> (value: String, isMapped: Bool)? {
        let own = (tags[schema] ?? []).filter { $0.property == property }
        guard let first = own.first, first.values.count == 1, own.allSatisfy({ $0.values == first.values }) else {
            return nil
        }
        return (first.values[0], own.allSatisfy(\.isMapped))
    }
}
