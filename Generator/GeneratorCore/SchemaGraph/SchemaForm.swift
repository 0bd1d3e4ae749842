/// The way in which a schema takes its type from other schemas.
struct SchemaForm {

    enum Kind {
        /// One of several variants.
        case union(SchemaUnion)
        /// Another schema, which has the name of this one.
        case replaced(by: Schema)
        /// An object with the properties of several parts.
        case object
        /// Any value.
        case anything
    }

    let kind: Kind
    /// The contradictions that led to this form.
    var problems: [CompositionProblem] = []
}

/// The variants of a union.
struct SchemaUnion {

    struct Variant {
        let schema: Schema
        /// The variant with the properties that the union declares for all variants; `nil` if it needs none of them.
        let completed: Schema?
    }

    let variants: [Variant]
    /// Whether the union declares properties for all of its variants.
    let hasCommonProperties: Bool
    /// The contradictions between the variants and the properties.
    var problems: [CompositionProblem] = []
}
