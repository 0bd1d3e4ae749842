/// Values of discriminators by the schemas that they stand for.
///
/// A class, because what is looked up for one child of a base serves all of them.
final class MappedTags {

    private let context: ParseContext
    private var known = SchemaTable<[ObjectIdentifier: [String]]>()

    init(context: ParseContext) {
        self.context = context
    }

    /// The values that stand for a schema which extends another one, in the order of the mapping; none for most.
    ///
    /// - Parameters:
    ///   - child: The schema.
    ///   - base: The one with the discriminator.
    ///   - discriminator: That discriminator.
    /// - Returns: The values.
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
