import YAMLReader

/// The JSON of a document's value.
struct JSONText {

    /// The JSON without whitespace; `nil` for a value that JSON cannot express.
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

    /// Appends a number in the syntax of JSON, converting `.5` and `+1` of YAML; returns `false` for `0x1F` and `.inf`.
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

extension Node {

    /// A key that is the same for equal values; a value that JSON cannot express is equal only to itself.
    var identity: ExactText {
        ExactText("\(kind) \(JSONText(self).text ?? "at \(range.file):\(range.start.offset)")")
    }

    /// The value as JSON for documentation; `nil` for a value that does not fit on one line.
    var shortJSON: String? {
        let text: String
        switch value {
        case .null: text = "null"
        case .bool(let flag): text = flag ? "true" : "false"
        case .int(let number): text = String(number)
        case .number(let digits): text = digits
        case .string(let string): text = "\"\(string)\""
        case .sequence(let nodes):
            guard nodes.count < 20 else { return nil }
            text = "[" + nodes.map { $0.shortJSON ?? "…" }.joined(separator: ", ") + "]"
        case .mapping(let mapping):
            guard mapping.count < 20 else { return nil }
            text =
                "{" + mapping.entries.map { "\($0.key.text): \($0.value.shortJSON ?? "…")" }.joined(separator: ", ")
                + "}"
        }
        return text.utf8.count < 80 ? text : nil
    }
}
