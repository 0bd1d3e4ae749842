/// Schemas that are defined only by each other, and chains of schemas that are too long.
extension TypeResolver {

    /// Whether a type is an alias of another one, directly or through other aliases.
    func leads(_ type: SwiftType, to wanted: NamedType) -> Bool {
        var type = type
        for _ in 0..<TypeDecisions.mostInProgress {
            guard case .named(let named) = type else { return false }
            if named === wanted {
                return true
            }
            guard case .alias(let next) = named.content else { return false }
            type = next
        }
        return true
    }

    func reportDeep(_ schema: Schema) {
        diagnostics.slip(
            "deep-chain",
            "This schema is at the end of a chain of \(TypeDecisions.mostInProgress) schemas that refer to each other",
            so: "any JSON value is accepted",
            hint: "Shorten the chain",
            at: schema.range
        )
    }

    func reportEndless(_ schema: Schema) {
        let circle = SchemaCircle(context: context).names(from: schema)
        diagnostics.slip(
            "endless-type",
            circle.isEmpty
                ? "This schema is defined only by itself"
                : "This schema is defined only by itself: \(circle.joined(separator: " → "))",
            so: "any JSON value is accepted",
            hint: "Give one of the schemas in the cycle a type",
            at: schema.range
        )
    }
}
