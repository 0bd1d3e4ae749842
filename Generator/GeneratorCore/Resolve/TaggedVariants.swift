/// The values of discriminators that stand for the variants of unions.
struct TaggedVariants {

    /// What one union says of a variant.
    private struct Tag {
        let property: String
        /// Values that stand for it.
        let values: [String]
    }

    private var tags = SchemaTable<[Tag]>()

    /// Looks at every union with a discriminator that was read.
    init(_ resolver: TypeResolver) {
        for union in resolver.context.taggedUnions {
            guard let discriminator = union.discriminator else { continue }
            var mapped: [ObjectIdentifier: [String]] = [:]
            for (value, target) in discriminator.mapping {
                guard let own = resolver.context.schema(target).flatMap(resolver.followed) else { continue }
                mapped[ObjectIdentifier(own), default: []].append(value)
            }
            for variant in union.variants {
                guard let own = resolver.followed(variant) else { continue }
                // Without a mapping, a variant's value is the name of its schema.
                let values = mapped[ObjectIdentifier(own)] ?? variant.reference.map { [$0.lastToken] } ?? []
                tags[own] = (tags[own] ?? []) + [Tag(property: discriminator.property, values: values)]
            }
        }
    }

    /// The only value that a discriminator has in a variant; `nil` for several, and for what is no variant.
    ///
    /// - Parameters:
    ///   - schema: The variant.
    ///   - property: Name of the member that the discriminators speak of.
    /// - Returns: The value, the same in all unions that the schema is a variant of.
    func tag(of schema: Schema, _ property: String) -> String? {
        let own = (tags[schema] ?? []).filter { $0.property == property }
        guard let first = own.first, first.values.count == 1, own.allSatisfy({ $0.values == first.values }) else {
            return nil
        }
        return first.values[0]
    }
}
