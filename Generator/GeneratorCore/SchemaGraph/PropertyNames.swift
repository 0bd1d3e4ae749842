/// The names of the properties that an object has through its references, parts and variants.
struct PropertyNames {

    private let references: SchemaReferences
    private var names: Set<ExactText> = []
    private var required: Set<ExactText> = []
    private var visited: Set<ObjectIdentifier> = []

    /// Collects the names of a schema's properties.
    init(_ schema: Schema, _ references: SchemaReferences) {
        self.references = references
        add(schema, isCertain: true, isBelowVariant: false)
    }

    /// Whether the object declares one of some properties without requiring it.
    func allow(_ wanted: [String]) -> Bool {
        wanted.map(ExactText.init).contains { names.contains($0) && !required.contains($0) }
    }

    private mutating func add(_ schema: Schema, isCertain: Bool, isBelowVariant: Bool) {
        guard visited.insert(ObjectIdentifier(schema)).inserted else { return }
        if let target = references.target(of: schema) {
            add(target, isCertain: isCertain, isBelowVariant: isBelowVariant)
        }
        for part in schema.allOf {
            add(part, isCertain: isCertain, isBelowVariant: isBelowVariant)
        }
        names.formUnion(schema.properties.lazy.filter(\.schema.isPossible).map { ExactText($0.name) })
        if isCertain {
            required.formUnion(schema.required.map(ExactText.init))
        }
        guard !Self.areParts(schema.variants, of: visited, references) else { return }
        let outside = visited
        for variant in schema.variants {
            add(variant, isCertain: false, isBelowVariant: true)
            // At deeper levels each schema is visited once, so that nested variants do not multiply.
            if !isBelowVariant, schema.variants.count <= ObjectComposition.mostVariantsApart {
                visited = outside
            }
        }
    }

    /// Whether one of some variants, or one of its variants, is among the parts of an object.
    static func areParts(_ variants: [Schema], of visited: Set<ObjectIdentifier>, _ references: SchemaReferences)
        -> Bool
    {
        var known: Set<ObjectIdentifier> = []
        // Breadth first, so that each union is reached on its shortest path.
        var level = variants
        for _ in 0..<4 where !level.isEmpty {
            var next: [Schema] = []
            for case let own? in level.lazy.map(references.followed) {
                guard !visited.contains(ObjectIdentifier(own)) else { return true }
                let isUnion = own.saysOnlyTypesBesideVariants && !own.variants.isEmpty
                guard isUnion, known.insert(ObjectIdentifier(own)).inserted else { continue }
                next += own.variants
            }
            level = next
        }
        return false
    }
}
