import YAMLReader

/// The value in the text of an example.
struct JSONExample {

    /// The value, with the position of the text that contains it; `nil` if the text contains no JSON.
    ///
    /// The items of a sequence are a list.
    let value: Node?

    init(_ text: String, _ form: MediaForm = .json, at range: SourceRange) {
        let separator: Character? =
            switch form {
            case .lines: "\n"
            // An example may leave out the control character, which YAML cannot contain in every form.
            case .textSequence: text.contains("\u{1E}") ? "\u{1E}" : "\n"
            default: nil
            }
        let items = separator.flatMap { Self.items(text, separatedBy: $0, at: range) }
        value = items.map { Node(.sequence($0), range: range) } ?? Self.parsed(text[...], at: range)
    }

    /// Returns the items of a sequence; `nil` if one is not JSON, such as a part of an item in several lines.
    private static func items(_ text: String, separatedBy separator: Character, at range: SourceRange) -> [Node]? {
        var items: [Node] = []
        for piece in text.split(whereSeparator: { $0 == separator || $0 == "\r\n" && separator == "\n" }) {
            guard piece.contains(where: { !$0.isWhitespace }) else { continue }
            guard let item = parsed(piece, at: range) else { return nil }
            items.append(item)
        }
        return items
    }

    private static func parsed(_ text: Substring, at range: SourceRange) -> Node? {
        let result = readDocument(SourceFile(path: "example.json", bytes: Array(text.utf8), number: range.file))
        guard result.problems.isEmpty, let value = result.root else { return nil }
        return located(value, at: range)
    }

    private static func located(_ node: Node, at range: SourceRange) -> Node {
        switch node.value {
        case .sequence(let nodes): return Node(.sequence(nodes.map { located($0, at: range) }), range: range)
        case .mapping(let mapping):
            let entries = mapping.entries.map { entry in
                Mapping.Entry(key: Mapping.Key(entry.key.text, range: range), value: located(entry.value, at: range))
            }
            return Node(.mapping(Mapping(entries)), range: range)
        default: return Node(node.value, range: range)
        }
    }
}
