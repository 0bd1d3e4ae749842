import YAMLReader

/// The values of `type` in JSON Schema.
enum JSONType: String, CaseIterable {
    case null, boolean, object, array, number, string, integer
}

extension JSONType {

    /// The type of a value; `nil` for null.
    init?(of node: Node) {
        switch node.value {
        case .null: return nil
        case .bool: self = .boolean
        case .int: self = .integer
        case .number: self = .number
        case .string: self = .string
        case .sequence: self = .array
        case .mapping: self = .object
        }
    }
}
