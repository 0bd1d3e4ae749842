import YAMLReader

/// Reads the labels of enum values from a description that lists them, as documents of drf-spectacular do.
///
///     * `0` - Low
///     * `1` - High
struct EnumLabels {

    /// A line of the list.
    private struct Entry {
        let value: String
        let label: String
    }

    private let lines: [Substring]
    /// The entries of the lines; `nil` for any other line.
    private let entries: [Entry?]

    private init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        entries = lines.map(Self.entry)
    }

    /// Adds the labels to a schema, unless its extensions name or describe the values.
    ///
    /// A label is the description of its value. It is the name as well if the value itself is none, such as a number.
    static func read(_ schema: Schema) {
        guard let values = schema.enumeration, let text = schema.description, text.utf8.contains(UInt8(ascii: "`"))
        else { return }
        let list = EnumLabels(text)
        let known = Dictionary(list.entries.compactMap { $0 }.map { ($0.value, $0.label) }) { first, _ in first }
        let labels = values.map { value in value.text.flatMap { known[$0] } ?? "" }
        guard !labels.allSatisfy(\.isEmpty) else { return }
        if schema.enumNames.isEmpty {
            schema.enumNames = names(values, labels)
        }
        guard schema.enumDescriptions.isEmpty else { return }
        schema.enumDescriptions = labels
        schema.description = list.withoutEntries(of: Set(values.compactMap(\.text))) ?? text
        if schema.description?.isEmpty == true {
            schema.description = nil
        }
    }

    private static func entry(_ line: Substring) -> Entry? {
        // Without the spaces at the end, no part of the pattern can match them in several ways.
        let text = String(line).trimmed
        // Most lines are no entries, and the pattern is slow.
        guard text.hasPrefix("*") || text.hasPrefix("-"),
            let match = text.wholeMatch(of: /[*\-]\s+`([^`]*)`\s+[-–—]\s+(\S.*)/)
        else { return nil }
        let label = String(match.2)
        return letters(label).isEmpty ? nil : Entry(value: String(match.1), label: label)
    }

    /// Returns the names of values that lack one, or no names unless all of them differ.
    private static func names(_ values: [Node], _ labels: [String]) -> [String] {
        let words = labels.map(letters)
        // A sentence is no name.
        guard !words.contains(""), Set(words).count == words.count, labels.allSatisfy({ $0.count <= 48 }) else {
            return []
        }
        let areNamed = values.map { $0.bool != nil || $0.string?.contains(where: \.isLetter) == true }
        let own = Set(zip(values, areNamed).filter(\.1).map { letters($0.0.text ?? "") })
        guard zip(words, areNamed).allSatisfy({ $1 || !own.contains($0) }) else { return [] }
        let names = zip(labels, areNamed).map { $1 ? "" : $0 }
        return names.allSatisfy(\.isEmpty) ? [] : names
    }

    /// Returns the text before the list; `nil` if the list also has other values, or if any text refers to it.
    private func withoutEntries(of values: Set<String>) -> String? {
        let areListed = entries.map { $0.map { values.contains($0.value) } ?? false }
        guard let start = areListed.firstIndex(of: true),
            zip(lines, areListed).dropFirst(start).allSatisfy({ $1 || $0.trimmed.isEmpty })
        else { return nil }
        let text = lines[..<start].joined(separator: "\n").trimmed
        return text.hasSuffix(":") ? nil : text
    }

    private static func letters(_ text: String) -> String {
        String(text.filter { $0.isLetter || $0.isNumber }).lowercased()
    }
}
