/// The properties that a type has in requests or in responses only.
extension TypeResolver {

    /// A direction in which a type travels.
    enum Direction {
        case sent, received
    }

    /// Whether a property with a schema is missing in a direction: a read-only one in requests, or a write-only one in
    /// responses, unless it is a constant.
    func isMissing(_ schema: Schema, _ direction: Direction?) -> Bool {
        let own = graph.followed(schema) ?? schema
        let isMissing =
            switch direction {
            case .sent: schema.isReadOnly || own.isReadOnly
            case .received: schema.isWriteOnly || own.isWriteOnly
            case nil: false
            }
        return isMissing && own.constant == nil && schema.constant == nil && schema.enumeration?.count != 1
    }
}
