import YAMLReader

/// Gathers the examples of a document by the type that they are of.
struct ExampleResolver {

    let document: Document
    let types: TypeResolver

    /// The examples of every type of the top level that has some, in the order of the types.
    func sets() -> [ExampleSet] {
        var texts: [NamedType: [String]] = [:]
        for (_, schema) in document.schemas {
            add(schema.examples, of: schema, to: &texts)
        }
        for operation in document.operations + document.webhooks + document.callbacks.map(\.operation) {
            let content = (operation.requestBody?.content ?? []) + operation.responses.flatMap(\.content)
            for media in content where media.isJSON {
                media.schema.map { add(media.examples, of: $0, to: &texts) }
            }
        }
        return types.topLevel.compactMap { type in texts[type].map { ExampleSet(type: type, texts: $0) } }
    }

    private func add(_ nodes: [Node], of schema: Schema, to texts: inout [NamedType: [String]]) {
        guard !nodes.isEmpty, let type = types.known(schema)?.type else { return }
        for node in nodes {
            add(node, of: type, to: &texts)
        }
    }

    /// The elements of a list are examples of its element.
    private func add(_ node: Node, of type: SwiftType, to texts: inout [NamedType: [String]]) {
        switch type {
        case .array(let element), .arraySkippingInvalidElements(let element):
            node.sequence?.forEach { add($0, of: element, to: &texts) }
        case .named(let inline):
            // Of inline types that are the same, one is declared.
            let named = inline.original ?? inline
            guard named.parent == nil else { return }
            if case .alias(let target) = named.content {
                add(node, of: target, to: &texts)
            } else if named.canHaveExamples, let text = JSONText(node).text, texts[named]?.contains(text) != true {
                texts[named, default: []].append(text)
            }
        default: return
        }
    }
}

extension NamedType {
    /// Whether members called `example` and `examples` can be added.
    fileprivate var canHaveExamples: Bool {
        switch content {
        case .object: true
        case .union(let union): !union.variants.contains { ["example", "examples"].contains($0.name.text) }
        default: false
        }
    }
}

extension MediaTypeEntry {
    /// Whether the media type is JSON.
    var isJSON: Bool {
        let essence = name.prefix { $0 != ";" }.trimmed
        return essence.hasSuffix("/json") || essence.hasSuffix("+json")
    }
}

/// A value of a document as JSON.
struct JSONText {

    /// The text without white space; `nil` for a value that JSON has no spelling for.
    let text: String?

    init(_ node: Node) {
        var result = ""
        text = Self.append(node, to: &result) ? result : nil
    }

    private static func append(_ node: Node, to result: inout String) -> Bool {
        switch node.value {
        case .null: result += "null"
        case .bool(let flag): result += flag ? "true" : "false"
        case .int(let number): result += String(number)
        case .number(let digits): return append(digits: digits, to: &result)
        case .string(let text): append(text, to: &result)
        case .sequence(let nodes):
            return appendAll(nodes, "[", "]", to: &result) { append($0, to: &$1) }
        case .mapping(let mapping):
            return appendAll(mapping.entries, "{", "}", to: &result) { entry, result in
                append(entry.key.text, to: &result)
                result += ":"
                return append(entry.value, to: &result)
            }
        }
        return true
    }

    private static func appendAll<T>(
        _ items: [T],
        _ open: String,
        _ close: String,
        to result: inout String,
        _ append: (T, inout String) -> Bool
    ) -> Bool {
        result += open
        for (index, item) in items.enumerated() {
            result += index == 0 ? "" : ","
            guard append(item, &result) else { return false }
        }
        result += close
        return true
    }

    /// YAML also knows `.5`, `+1`, `0x1F` and `.inf`.
    private static func append(digits: String, to result: inout String) -> Bool {
        var text = digits.hasPrefix("+") ? digits.dropFirst() : digits[...]
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return false }
        let isNegative = text.hasPrefix("-")
        text = isNegative ? text.dropFirst() : text
        guard let point = text.firstIndex(of: ".") else {
            result += (isNegative ? "-" : "") + text
            return true
        }
        let whole = text[..<point].isEmpty ? "0" : text[..<point]
        let rest = text[text.index(after: point)...]
        let fraction = rest.first?.isNumber == true ? rest : "0" + rest
        result += (isNegative ? "-" : "") + whole + "." + fraction
        return true
    }

    private static func append(_ text: String, to result: inout String) {
        result += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        result += "\""
    }
}
