/// The values of discriminators, by the schemas that they name.
///
/// A class, because it caches the values of a base after they are read for one of its children.
final class MappedTags {

    private let context: ParseContext
    private var known = SchemaTable<[ObjectIdentifier: [String]]>()

    init(context: ParseContext) {
        self.context = context
    }

    /// Returns the values of a base's discriminator that name a schema, in the order of the mapping.
    ///
    /// - Parameters:
    ///   - child: The schema that extends the base.
    ///   - base: The schema with the discriminator.
    ///   - discriminator: The discriminator.
    /// - Returns: The values; empty for most schemas.
    func values(of child: Schema, below base: Schema, _ discriminator: Schema.Discriminator) -> [String] {
        guard !discriminator.mapping.isEmpty else { return [] }
        let values = known[base] ?? read(discriminator)
        known[base] = values
        return values[ObjectIdentifier(child)] ?? []
    }

    private func read(_ discriminator: Schema.Discriminator) -> [ObjectIdentifier: [String]] {
        discriminator.mapping.reduce(into: [:]) { values, entry in
            guard let schema = context.schema(entry.target) else { return }
            values[ObjectIdentifier(schema), default: []].append(entry.value)
        }
    }
}
