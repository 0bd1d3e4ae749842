/// The values of discriminators, by the schemas that they name.
struct MappedTags {

    private typealias Values = [ObjectIdentifier: [String]]

    private let context: ParseContext
    private var values = SchemaTable<Values>()

    /// Reads the mappings of the schemas that others extend, and of the unions with properties for all variants.
    init(_ inheritance: Inheritance, in context: ParseContext) {
        self.context = context
        let unions = context.taggedUnions.filter { !$0.properties.isEmpty || !$0.allOf.isEmpty || $0.reference != nil }
        for base in inheritance.allBases + unions where values[base] == nil {
            values[base] = read(base)
        }
    }

    /// Returns the values of a base's discriminator that name a schema, in the order of the mapping.
    ///
    /// - Parameters:
    ///   - child: The schema that extends the base, or is one of its variants.
    ///   - base: The schema with the discriminator.
    /// - Returns: The values; empty for most schemas.
    func values(of child: Schema, below base: Schema) -> [String] {
        (values[base] ?? read(base))[ObjectIdentifier(child)] ?? []
    }

    private func read(_ base: Schema) -> Values {
        (Inheritance.tagging(of: base)?.mapping ?? []).reduce(into: [:]) { values, entry in
            guard let schema = context.schema(entry.target) else { return }
            values[ObjectIdentifier(schema), default: []].append(entry.value)
        }
    }
}
