import YAMLReader

/// Makes enums from lists of values.
enum EnumBuilder {

    /// The enum of some values; `nil` when they are of several kinds, which no enum can hold.
    static func content(_ values: [Node], _ schema: Schema, _ diagnostics: DiagnosticCollector) -> EnumType? {
        let isInteger = values.allSatisfy { $0.int != nil }
        guard isInteger || values.allSatisfy({ text($0, schema) != nil }) else { return nil }
        var scope = NameScope(diagnostics)
        var known: Set<String> = []
        let cases = values.compactMap { node -> EnumType.Case? in
            guard let text = isInteger ? node.numberText : text(node, schema) else { return nil }
            guard known.insert(text).inserted else {
                diagnostics.warning("repeated-value", "The value '\(text)' is listed twice", at: node.range)
                return nil
            }
            let wanted = schema.swiftNames[text].map(Identifier.init(sanitizing:)) ?? caseName(text, isInteger)
            return EnumType.Case(name: scope.take(wanted, for: "The value '\(text)'", at: node.range), text: text)
        }
        return EnumType(isInteger: isInteger && !schema.kinds.contains(.string), cases: cases)
    }

    /// The text of a value; numbers and Booleans of a string type were meant as strings.
    private static func text(_ node: Node, _ schema: Schema) -> String? {
        let isText = schema.kinds == [.string]
        switch node.value {
        case .string(let text): return text
        case .int(let number) where isText: return String(number)
        case .number(let digits) where isText: return digits
        case .bool(let flag) where isText: return flag ? "true" : "false"
        default: return nil
        }
    }

    private static func caseName(_ text: String, _ isInteger: Bool) -> Identifier {
        guard isInteger else { return SwiftName.enumCase(text) }
        return Identifier(sanitizing: text.hasPrefix("-") ? "minus" + text.dropFirst() : "_" + text)
    }
}
