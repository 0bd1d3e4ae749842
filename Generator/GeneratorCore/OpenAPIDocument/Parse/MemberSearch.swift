/// Finds properties of objects through references and compositions.
struct MemberSearch {

    let context: ParseContext

    /// Whether objects of a schema have a property that the document declares, or may have any property.
    func mayHave(_ name: String, _ schema: Schema) -> Bool {
        // In the usual case, no set of visited schemas is needed.
        guard !has(name, schema) else { return true }
        var seen: Set<ObjectIdentifier> = []
        return mayHave(name, schema, &seen)
    }

    private func mayHave(_ name: String, _ schema: Schema, _ seen: inout Set<ObjectIdentifier>) -> Bool {
        guard seen.insert(ObjectIdentifier(schema)).inserted else { return false }
        if schema.reference != nil {
            guard let target = context.target(of: schema) else { return true }
            return has(name, schema) || mayHave(name, target, &seen)
        }
        let parts = schema.allOf + schema.oneOf + schema.anyOf
        if has(name, schema) || parts.contains(where: { mayHave(name, $0, &seen) }) {
            return true
        }
        guard schema.properties.isEmpty, parts.isEmpty, schema.patternProperties.isEmpty else { return false }
        // Any object, or any value.
        if case .forbidden = schema.additional { return false }
        return schema.kinds.isEmpty ? schema.isUnconstrained : schema.kinds.contains(.object)
    }

    private func has(_ name: String, _ schema: Schema) -> Bool {
        switch schema.additional {
        case .anything, .schema: return true
        case .unsaid, .forbidden:
            return !schema.patternProperties.isEmpty || schema.properties.contains { $0.name == name }
        }
    }

    /// Returns the names of the properties of a schema.
    func names(_ schema: Schema) -> [String] {
        var seen: Set<ObjectIdentifier> = []
        var open = [schema]
        var names: [String] = []
        while let next = open.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            names += next.properties.map(\.name)
            open += next.allOf + next.oneOf + next.anyOf + (context.target(of: next).map { [$0] } ?? [])
        }
        return names
    }
}
