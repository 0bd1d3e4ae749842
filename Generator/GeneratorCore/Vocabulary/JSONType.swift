import YAMLReader

/// The values of `type` in JSON Schema.
enum JSONType: String, CaseIterable {
    case null, boolean, object, array, number, string, integer
}

extension JSONType {

    /// Returns the types that are in two lists, in the order of the first one.
    ///
    /// Every integer is a number.
    static func common(_ first: [JSONType], _ second: [JSONType]) -> [JSONType] {
        var types: [JSONType] = []
        for type in first {
            let isNumber = type == .number || type == .integer
            let isInteger = isNumber && (second.contains(.integer) || second.contains(.number))
            let common = second.contains(type) ? type : isInteger ? .integer : nil
            if let common, !types.contains(common) { types.append(common) }
        }
        return types
    }

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
