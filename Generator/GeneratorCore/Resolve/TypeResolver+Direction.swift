/// The properties that a type has in requests or in responses only.
extension TypeResolver {

    /// A direction in which a type travels.
    enum Direction {
        case sent, received
    }

    /// Whether a property with a schema is missing in a direction: a read-only one in requests, or a write-only one in
    /// responses, unless it is a constant.
    ///
    /// A property that is both is missing in neither direction.
    ///
    /// - Parameters:
    ///   - schema: The schema that decides the type.
    ///   - declarations: The schemas in the parts of a composition, one of which may say so; `nil` for the schema alone.
    ///   - direction: The direction; `nil` for both.
    /// - Returns: Whether the property is missing.
    func isMissing(_ schema: Schema, declaredBy declarations: [Schema]? = nil, _ direction: Direction?) -> Bool {
        let stated = declarations ?? [schema]
        let isReadOnly = stated.contains { has(\.isReadOnly, $0) }
        let isWriteOnly = stated.contains { has(\.isWriteOnly, $0) }
        let other: Direction = isReadOnly ? .sent : .received
        let isMissing = isReadOnly != isWriteOnly && direction == other
        let own = graph.followed(schema) ?? schema
        return isMissing && own.constant == nil && schema.constant == nil && schema.onlyListedValue == nil
    }

    private func has(_ flag: KeyPath<Schema, Bool>, _ schema: Schema) -> Bool {
        schema[keyPath: flag] || graph.followed(schema)?[keyPath: flag] == true
    }
}
