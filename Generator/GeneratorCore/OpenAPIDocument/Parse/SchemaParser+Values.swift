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

    /// Returns the values of an enum; a scalar is read as its only value.
    func listedValues(_ object: SpecObject) -> [Node] {
        guard let node = object.mapping["enum"], node.sequence == nil, node.mapping == nil, !node.isNull else {
            return object.list("enum").map(\.node)
        }
        context.slip(
            "wrong-type",
            "'enum' must be a list, but this is \(node.kind)",
            so: "it is read as its only element",
            hint: "Enclose it in brackets",
            at: node.range
        )
        return [node]
    }

    /// Returns the scalars that the `enum` of a list has, which are values of its elements; `nil` for any other `enum`.
    func elementValues(_ object: SpecObject, _ schema: Schema) -> [Node]? {
        let others = ["$ref", "enum", "const", "allOf", "oneOf", "anyOf", "x-extensible-enum"]
        guard schema.kinds == [.array], let stated = object.mapping["enum"]?.sequence,
            let items = object.mapping["items"]?.mapping, !others.contains(where: items.contains),
            !["array", "object"].contains(items["type"]?.string)
        else { return nil }
        // Null is a value of the list itself.
        let values = stated.filter { !$0.isNull }
        return values.isEmpty || values.contains { $0.sequence != nil || $0.mapping != nil } ? nil : values
    }

    /// Returns the elements of a list with the values, and the names of values, that the list has in their place.
    func withValues(_ items: Element, of object: SpecObject, _ schema: Schema) -> Element {
        guard let values = elementValues(object, schema), let own = items.node.mapping,
            let range = object.mapping.entry("enum")?.value.range
        else { return items }
        context.slip(
            "unfit-value",
            "'enum' has values of the elements, but the type is 'array'",
            so: "they are read as the values of the elements",
            hint: "Move 'enum' into 'items'",
            at: object.keyRange("enum")
        )
        let named = object.mapping.entries.filter { $0.key.text.hasPrefix("x-enum") || $0.key.text == "x-ms-enum" }
        let listed = Mapping.Entry.made("enum", .sequence(values), at: range)
        let node = Node(.mapping(Mapping(own.entries + [listed] + named)), range: items.node.range)
        return Element(node: node, pointer: items.pointer)
    }

    /// Reads the values of a string that `x-extensible-enum` lists, unless `enum` lists all of them.
    func readExtensibleValues(_ object: SpecObject, _ schema: Schema) {
        let key = ExtensionName.extensibleEnum.rawValue
        guard object.has(key), !object.has("enum"), !object.has("const") else { return }
        guard schema.kinds == [.string] else {
            context.diagnostics.warning(
                "no-effect",
                "'\(key)' has no effect, because the type is not 'string'",
                hint: "Add 'type: string', or remove it",
                at: object.keyRange(key)
            )
            return
        }
        checkEmpty(key, object)
        let values = object.list(key).map(\.node)
        schema.isNullable = schema.isNullable || values.contains(where: \.isNull)
        let known = values.filter { !$0.isNull }.map { spelled($0, schema) }
        guard !known.isEmpty else { return }
        schema.enumeration = known
        schema.isExtensible = true
        checkValues(values, schema)
    }

    /// Returns a value of a schema of strings as a string; a number without quotes is the text in the document.
    func spelled(_ node: Node, _ schema: Schema) -> Node {
        guard schema.kinds == [.string], let text = written(node) else { return node }
        return Node(.string(text), range: node.range)
    }

    /// Returns the text of a number or a Boolean in the document, such as `010`; `nil` for any other value.
    private func written(_ node: Node) -> String? {
        guard let text = node.numberText ?? node.bool.map({ $0 ? "true" : "false" }) else { return nil }
        // The range of a value that an upgrade has made is that of another one.
        let source = context.files[node.range.file].text(of: node.range)
        let radix = ["0x": 16, "0o": 8][source.prefix(2)]
        let number = radix.map { Int(source.dropFirst(2), radix: $0) } ?? Int(source)
        return number.map(String.init) == text || source.lowercased() == text ? String(source) : text
    }

    /// Returns a default as a value of the schema's type, if it is another scalar with the same text, which is reported.
    func readDefault(_ node: Node, _ schema: Schema) -> Node {
        guard let value = converted(node, schema) else { return node }
        context.slip(
            "unfit-default",
            "This default is \(node.kind), but the type is \(schema.kinds.map(\.rawValue).joined(separator: " or "))",
            so: "it is read as \(value.shortJSON ?? "a value of that type")",
            hint: value.string == nil ? "Remove the quotes" : "Enclose it in quotes",
            at: node.range
        )
        return value
    }

    private func converted(_ node: Node, _ schema: Schema) -> Node? {
        guard schema.kinds.count == 1 else { return nil }
        switch (schema.kinds[0], node.string) {
        case (.string, nil) where schema.format == nil:
            return written(node).map { Node(.string($0), range: node.range) }
        case (.integer, let text?): return Int(text).map { Node(.int($0), range: node.range) }
        case (.number, let text?):
            guard text.isDecimalNumber, Double(text) != nil else { return nil }
            return Node(Int(text).map { .int($0) } ?? .number(text: text), range: node.range)
        case (.boolean, let text?): return Bool(text.lowercased()).map { Node(.bool($0), range: node.range) }
        default: return nil
        }
    }

    /// Whether `required` of a schema is a Boolean in place of a list of names.
    func hasRequiredFlag(_ object: SpecObject) -> Bool {
        guard let node = object.mapping["required"] else { return false }
        return node.bool != nil
            || node.string.map { $0.oldBool != nil && object.mapping["properties"]?[$0] == nil } ?? false
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
            guard let text = digits.map({ "number \($0)" }) ?? spelled(value, schema).comparisonText,
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
        guard let values = schema.enumeration, let text = spelled(constant, schema).comparisonText,
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
        let names = values.prefix(most).map { name(of: $0, schema) }
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

    /// Returns the text of a value, unchanged for a string.
    private func name(of value: Node, _ schema: Schema) -> String {
        (schema.kinds == [.string] ? written(value) : nil) ?? value.shortJSON ?? "a value"
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
            "\(place) \(name(of: value, schema)), which is \(value.kind), but the type is \(types)",
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
