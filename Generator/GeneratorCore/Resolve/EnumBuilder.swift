import YAMLReader

/// Makes enums from lists of values.
enum EnumBuilder {

    /// A listed value, with what the document says about it alone.
    struct Value {
        let node: Node
        var name: String?
        var documentation = Documentation()
    }

    /// The enum of some values; `nil` when they are lists, objects or truth values alone.
    static func content(_ values: [Value], _ schema: Schema, _ diagnostics: DiagnosticCollector) -> EnumType? {
        let literals = values.map { literal($0.node, schema) }
        guard literals.allSatisfy({ $0 != nil }), values.contains(where: { $0.node.bool == nil }) else { return nil }
        var scope = NameScope(diagnostics)
        var known: Set<ExactText> = []
        let cases = zip(values, literals).compactMap { value, literal -> EnumType.Case? in
            guard let literal else { return nil }
            let item = EnumType.Case(name: "unnamed", value: literal, documentation: value.documentation)
            guard known.insert(ExactText("\(kind(literal)) \(item.text)")).inserted else {
                diagnostics.warning("repeated-value", "The value '\(item.text)' is listed twice", at: value.node.range)
                return nil
            }
            let wanted = wanted(value, item, schema)
            let name = scope.take(wanted, for: "The value '\(item.text)'", at: value.node.range)
            return EnumType.Case(name: name, value: literal, documentation: value.documentation)
        }
        return EnumType(raw: raw(cases), cases: cases)
    }

    private static func raw(_ cases: [EnumType.Case]) -> EnumType.Raw {
        let kinds = Set(cases.map { kind($0.value) })
        if kinds == ["string"] {
            return .string
        }
        return kinds == ["integer"] ? .int : .json
    }

    private static func kind(_ literal: LiteralValue) -> String {
        switch literal {
        case .string: "string"
        case .number(let digits): Int(digits) == nil ? "number" : "integer"
        default: "boolean"
        }
    }

    /// The value; numbers and truth values of a string type were meant as strings, and digits of an integer as numbers.
    private static func literal(_ node: Node, _ schema: Schema) -> LiteralValue? {
        let isText = schema.kinds == [.string]
        switch node.value {
        case .string(let text):
            return schema.kinds == [.integer] && Int(text) != nil ? .number(text) : .string(text)
        case .int(let number): return isText ? .string(String(number)) : .number(String(number))
        case .number(let digits):
            guard !isText else { return .string(digits) }
            return Double(digits)?.isFinite == true && Code.number(digits) != nil ? .number(digits) : nil
        case .bool(let flag): return isText ? .string(flag ? "true" : "false") : .bool(flag)
        default: return nil
        }
    }

    private static func wanted(_ value: Value, _ item: EnumType.Case, _ schema: Schema) -> Identifier {
        if let pinned = schema.swiftNames[item.text] {
            return SwiftName.pinnedCase(pinned)
        }
        if let name = value.name {
            return SwiftName.enumCase(name)
        }
        guard case .number(let digits) = item.value else { return SwiftName.enumCase(item.text) }
        let text = digits.hasPrefix("-") ? "minus" + digits.dropFirst() : "_" + digits
        return Identifier(sanitizing: String(text.map { ".+-".contains($0) ? "_" : $0 }))
    }
}
