import YAMLReader

/// Finds the values that Swift code may write for a default.
enum Defaults {

    /// The default of a schema as a literal; `nil` when there is none, or none that Swift can write.
    ///
    /// A constant is its own default.
    static func literal(_ schema: Schema, _ followed: Schema, _ type: SwiftType) -> LiteralValue? {
        let constant = followed.constant ?? schema.constant
        guard let node = schema.defaultValue ?? followed.defaultValue ?? constant else { return nil }
        switch type {
        case .string: return node.string.map(LiteralValue.string)
        case .bool: return node.bool.map(LiteralValue.bool)
        case .int: return node.int.map { .number(String($0)) }
        case .double: return node.numberText.flatMap(finite)
        case .named(let named):
            guard case .enumeration(let content) = named.content, let text = node.string ?? node.numberText else {
                return nil
            }
            return content.cases.first { $0.text == text }.map { .enumCase($0.name) }
        default: return nil
        }
    }

    private static func finite(_ digits: String) -> LiteralValue? {
        guard let value = Double(digits), value.isFinite else { return nil }
        return .number(value.description)
    }
}
