import Foundation
import YAMLReader

/// Creates enums from lists of values.
enum EnumBuilder {

    /// A listed value with its name and description.
    struct Value {
        let node: Node
        var name: String?
        /// The name of the value in another enum.
        var known: Identifier?
        var documentation = Documentation()
    }

    /// Returns the values with their names and descriptions from the schema.
    static func values(_ nodes: [Node], _ schema: Schema) -> [Value] {
        nodes.enumerated().map { index, node in
            let name = Self.text(schema.enumNames, index)
            let text = Self.text(schema.enumDescriptions, index)
            return Value(node: node, name: name, documentation: Documentation(summary: text))
        }
    }

    /// Returns the string for a value; `nil` if there is none.
    private static func text(_ texts: [String], _ index: Int) -> String? {
        texts.indices.contains(index) && !texts[index].isEmpty ? texts[index] : nil
    }

    /// Returns the enum of some values; `nil` if they include a list or an object, or are all Booleans.
    static func content(_ values: [Value], _ schema: Schema, _ diagnostics: DiagnosticCollector) -> EnumType? {
        let literals = values.map { literal($0.node, schema) }
        guard literals.allSatisfy({ $0 != nil }), values.contains(where: { $0.node.bool == nil }) else { return nil }
        var known: Set<ExactText> = []
        var items: [(value: Value, item: EnumType.Case, wanted: Identifier)] = []
        for case (let value, let literal?) in zip(values, literals) {
            let item = EnumType.Case(name: "unnamed", value: literal, documentation: value.documentation)
            guard known.insert(ExactText(literal.comparisonText)).inserted else {
                diagnostics.warning("repeated-value", "The value '\(item.text)' is listed twice", at: value.node.range)
                continue
            }
            items.append((value, item, wanted(value, item, schema, diagnostics)))
        }
        let names = names(items.map(\.wanted), items.map(\.item.text), diagnostics) { items[$0].value.node.range }
        let cases = zip(items, names).map { element, name in
            EnumType.Case(name: name, value: element.item.value, documentation: element.item.documentation)
        }
        return EnumType(raw: raw(cases), cases: cases)
    }

    /// Returns the names of the cases.
    ///
    /// If several cases result in the same name, the value that is nearest to the name in spelling has precedence.
    private static func names(
        _ wanted: [Identifier],
        _ texts: [String],
        _ diagnostics: DiagnosticCollector,
        _ range: (Int) -> SourceRange
    ) -> [Identifier] {
        guard Set(wanted).count < wanted.count else { return wanted }
        let wanted = AlikeNames.spelled(
            wanted,
            zip(wanted, texts).map { SwiftName.enumCase($1) == $0 ? $1 : nil },
            SwiftName.enumCase
        )
        var scope = NameScope(diagnostics, pin: .swiftNames)
        var names = wanted
        let distances = zip(wanted, texts).map(AlikeNames.distance)
        for distance in 0...2 {
            for index in wanted.indices where distances[index] == distance {
                names[index] = scope.take(wanted[index], for: "The value '\(texts[index])'", at: range(index))
            }
        }
        return names
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

    /// Returns the value of a case.
    ///
    /// Numbers and Booleans of a string type become strings, and digits of an integer type become numbers.
    private static func literal(_ node: Node, _ schema: Schema) -> LiteralValue? {
        let isText = schema.kinds == [.string]
        switch node.value {
        case .string(let text):
            let number = schema.kinds == [.integer] ? Int(text) : nil
            return number.map { .number(String($0)) } ?? .string(text)
        case .int(let number): return isText ? .string(String(number)) : .number(String(number))
        case .number(let digits):
            guard !isText else { return .string(digits) }
            return Double(digits)?.isFinite == true && digits.isDecimalNumber ? .number(digits) : nil
        case .bool(let flag): return isText ? .string(flag ? "true" : "false") : .bool(flag)
        default: return nil
        }
    }

    private static func wanted(
        _ value: Value,
        _ item: EnumType.Case,
        _ schema: Schema,
        _ diagnostics: DiagnosticCollector
    ) -> Identifier {
        if let pinned = schema.swiftNames[item.text] {
            let name = SwiftName.pinnedCase(pinned)
            diagnostics.checkPin(pinned, became: name, at: value.node.range)
            return name
        }
        if let known = value.known {
            return known
        }
        if let name = value.name {
            return SwiftName.enumCase(name)
        }
        guard case .number(let digits) = item.value else { return SwiftName.enumCase(item.text) }
        let text = digits.hasPrefix("-") ? "minus" + digits.dropFirst() : "_" + digits
        return Identifier(sanitizing: String(text.map { ".+-".contains($0) ? "_" : $0 }))
    }
}

extension LiteralValue {

    /// A string that is the same for values that are equal in JSON, such as `1` and `1.0`.
    fileprivate var comparisonText: String {
        switch self {
        case .string(let text): text
        // A string that begins with NUL and one of these words is intentional.
        case .number(let digits):
            "\0number " + (Int(digits).map(String.init) ?? Decimal(string: digits)?.description ?? digits)
        case .bool(let flag): "\0boolean \(flag)"
        default: "\0"
        }
    }
}
