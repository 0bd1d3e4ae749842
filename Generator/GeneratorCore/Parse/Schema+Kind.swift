import YAMLReader

extension Schema.Kind {

    /// The kind of a value; `nil` for null.
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
