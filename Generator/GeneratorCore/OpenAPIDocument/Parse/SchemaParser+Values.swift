import Foundation
import YAMLReader

/// Checks of the values that a schema lists.
extension SchemaParser {

    /// Reports an empty list, which is ignored.
    func checkEmpty(_ key: String, _ object: SpecObject) {
        guard let list = object.mapping[key]?.sequence, list.isEmpty else { return }
        context.diagnostics.warning(
            "empty-list",
            "'\(key)' is empty, so it is ignored",
            hint: "Add values, or remove it",
            at: object.keyRange(key)
        )
    }

    /// Reports values of an enum that are repeated or do not match the schema's type.
    func checkValues(_ values: [Node], _ schema: Schema) {
        // Nearly all enums are lists of strings for a string type.
        let texts = values.compactMap(\.string)
        let isPlain = texts.count == values.count && (schema.kinds.isEmpty || schema.kinds.contains(.string))
        guard !isPlain || Set(texts).count < texts.count else { return }
        let isInteger = schema.kinds == [.integer]
        var known: Set<ExactText> = []
        for value in values {
            let digits = isInteger ? value.string.flatMap { Int($0) } : nil
            guard let text = digits.map({ "number \($0)" }) ?? value.comparisonText,
                !known.insert(ExactText(text)).inserted
            else { continue }
            let name = digits.map(String.init) ?? value.string ?? value.numberText ?? value.shortJSON ?? "null"
            context.diagnostics.warning("repeated-value", "The value '\(name)' is listed twice", at: value.range)
        }
        let odd = values.filter { !schema.allows($0) }
        if odd.count > 1 {
            reportUnfit(odd, schema)
        } else if let odd = odd.first {
            reportUnfit(odd, schema, "The enum lists")
        }
    }

    /// Reports a constant that the schema's type or enum does not allow.
    func checkConstant(_ constant: Node, _ schema: Schema) {
        guard schema.allows(constant) else {
            return reportUnfit(constant, schema, "'const' is")
        }
        guard let values = schema.enumeration, let text = constant.comparisonText,
            !values.contains(where: { $0.comparisonText == text || $0.comparisonText == nil })
        else { return }
        context.diagnostics.warning(
            "unfit-value",
            "No value is allowed: \(constant.shortJSON ?? "the constant") is not among the values of 'enum'",
            hint: "Correct one of them",
            at: constant.range
        )
    }

    /// Reports several values in one diagnostic, at the first value.
    private func reportUnfit(_ values: [Node], _ schema: Schema) {
        let most = 10
        let names = values.prefix(most).map { $0.shortJSON ?? "a value" }
        let rest = values.count > most ? ["\(values.count - most) more"] : []
        let all = names + rest
        let types = schema.kinds.map(\.rawValue).joined(separator: " or ")
        let hints = Set(values.map { hint(for: $0, schema) })
        context.diagnostics.warning(
            "unfit-value",
            "The enum lists \(all.dropLast().joined(separator: ", ")) and \(all[all.count - 1]), but the type is \(types)",
            hint: hints == ["Enclose it in quotes"] ? "Enclose them in quotes" : "Correct them, or the type",
            at: values[0].range
        )
    }

    private func hint(for value: Node, _ schema: Schema) -> String {
        if schema.kinds.contains(.string), value.numberText != nil || value.bool != nil {
            return "Enclose it in quotes"
        }
        if let text = value.string, Double(text) != nil, !schema.kinds.contains(.string) {
            return "Remove the quotes"
        }
        return "Correct the value or the type"
    }

    private func reportUnfit(_ value: Node, _ schema: Schema, _ place: String) {
        let types = schema.kinds.map(\.rawValue).joined(separator: " or ")
        context.diagnostics.warning(
            "unfit-value",
            "\(place) \(value.shortJSON ?? "a value"), which is \(value.kind), but the type is \(types)",
            hint: hint(for: value, schema),
            at: value.range
        )
    }

    /// Reports names that `required` repeats.
    func reportRepeatedNames(_ object: SpecObject) {
        var known: Set<ExactText> = []
        for element in object.list("required") {
            guard let name = element.node.string, !known.insert(ExactText(name)).inserted else { continue }
            context.diagnostics.warning("repeated-value", "'\(name)' is required twice", at: element.node.range)
        }
    }
}

extension Schema {

    /// Whether the schema's types allow a value; the check of null is separate.
    fileprivate func allows(_ node: Node) -> Bool {
        guard !kinds.isEmpty, kinds != [.null] else { return true }
        let fitting: [JSONType] =
            switch node.value {
            case .null: JSONType.allCases
            case .bool: [.boolean]
            case .int: [.integer, .number]
            case .number(let digits): node.isWhole(digits) ? [.integer, .number] : [.number]
            case .string: [.string]
            case .sequence: [.array]
            case .mapping: [.object]
            }
        return fitting.contains(where: kinds.contains)
    }
}

extension Node {

    fileprivate func isWhole(_ digits: String) -> Bool {
        Double(digits).map { $0.rounded() == $0 } ?? false
    }

    /// A string that is the same for scalars that are equal in JSON, such as `1` and `1.0`; `nil` for lists and
    /// mappings.
    fileprivate var comparisonText: String? {
        switch value {
        case .string(let text): "string " + text
        case .int(let number): "number \(number)"
        case .number(let digits): "number " + (Decimal(string: digits)?.description ?? digits)
        case .bool(let flag): "boolean \(flag)"
        case .null: "null"
        case .sequence, .mapping: nil
        }
    }
}
