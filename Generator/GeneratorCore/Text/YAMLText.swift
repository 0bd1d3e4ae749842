import YAMLReader

/// The YAML of a document's value, in block style.
struct YAMLText {

    /// The YAML, with a line break at the end.
    private(set) var text = ""

    init(_ node: Node) {
        switch node.value {
        case .mapping(let mapping) where !mapping.isEmpty: append(mapping.entries, 0)
        case .sequence(let nodes) where !nodes.isEmpty: append(nodes, 0)
        default: append(scalar: node, 0)
        }
    }

    private mutating func append(_ entries: [Mapping.Entry], _ depth: Int, isInline: Bool = false) {
        for (index, entry) in entries.enumerated() {
            if index > 0 || !isInline {
                indent(depth)
            }
            text += Self.line(entry.key.text) + ":"
            appendValue(entry.value, depth)
        }
    }

    private mutating func append(_ nodes: [Node], _ depth: Int) {
        for node in nodes {
            indent(depth)
            text += "-"
            if case .mapping(let mapping) = node.value, !mapping.isEmpty {
                text += " "
                append(mapping.entries, depth + 1, isInline: true)
            } else {
                appendValue(node, depth)
            }
        }
    }

    /// Appends the value after a key or a dash.
    private mutating func appendValue(_ node: Node, _ depth: Int) {
        switch node.value {
        case .mapping(let mapping) where !mapping.isEmpty:
            text += "\n"
            append(mapping.entries, depth + 1)
        case .sequence(let nodes) where !nodes.isEmpty:
            text += "\n"
            append(nodes, depth + 1)
        default:
            text += " "
            append(scalar: node, depth)
        }
    }

    private mutating func append(scalar node: Node, _ depth: Int) {
        switch node.value {
        case .null: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .int(let number): text += String(number)
        case .number(let digits): text += digits
        case .string(let string):
            if Self.isBlock(string) {
                return appendBlock(string, depth)
            }
            text += Self.line(string)
        case .sequence: text += "[]"
        case .mapping: text += "{}"
        }
        text += "\n"
    }

    private mutating func appendBlock(_ string: String, _ depth: Int) {
        text += string.hasSuffix("\n") ? "|\n" : "|-\n"
        let content = string.hasSuffix("\n") ? string.dropLast() : string[...]
        for line in content.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.isEmpty {
                indent(depth + 1)
            }
            text += line + "\n"
        }
    }

    private mutating func indent(_ depth: Int) {
        text += String(repeating: " ", count: depth * 2)
    }

    /// Whether a string of several lines can be a literal block.
    private static func isBlock(_ string: String) -> Bool {
        guard string.contains("\n"), !string.hasSuffix("\n\n"), string.first != "\n", string.first != " " else {
            return false
        }
        let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.allSatisfy {
            $0.last != " " && !$0.hasPrefix("\t") && (!$0.allSatisfy { $0 == " " } || $0.isEmpty)
        }
            && string.unicodeScalars.allSatisfy {
                $0 == "\n" || " "..."~" ~= $0 || $0.value >= 0xA0 && $0.value < 0x2028
            }
    }

    private static let words: Set<String> = [
        "true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf", "infinity",
    ]

    /// Whether a string is a version of three numbers, which no other type of YAML has.
    private static func isVersion(_ string: String) -> Bool {
        let parts = string.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    }

    /// Returns a string on one line, in quotes if it would mean anything else without them.
    private static func line(_ string: String) -> String {
        guard !isVersion(string) else { return string }
        guard let first = string.unicodeScalars.first, isLetter(first) || first == "/" || first == "_" || first == "$",
            string.last != " ", !words.contains(string.lowercased()),
            string.unicodeScalars.allSatisfy({
                isLetter($0) || "0"..."9" ~= $0 || "/_-. $()+".unicodeScalars.contains($0)
            })
        else { return JSONText(Node(.string(string), range: SourceRange(start: .start, end: .start))).text ?? "\"\"" }
        return string
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        "a"..."z" ~= scalar || "A"..."Z" ~= scalar
    }
}
