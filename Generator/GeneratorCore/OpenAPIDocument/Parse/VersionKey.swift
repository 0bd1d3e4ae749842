import YAMLReader

/// The key at the root of a document that states its version.
enum VersionKey {

    private static let names = ["openapi", "swagger"]

    /// Returns the root of a document with the valid spelling of the key that states its version, and reports another
    /// spelling.
    ///
    /// The version decides how the rest of the document is read, so the key must be settled first. Of several similar
    /// keys, the first counts; a document with a valid key is not changed.
    static func settled(_ root: Node, _ diagnostics: DiagnosticCollector) -> Node {
        guard let mapping = root.mapping, !names.contains(where: { mapping.contains($0) }),
            !OtherDocument.contains(mapping)
        else { return root }
        for (index, entry) in mapping.entries.enumerated() {
            guard let name = name(meantBy: entry) else { continue }
            diagnostics.slip(
                "unknown-key",
                "'\(entry.key.text)' is not a valid key in an OpenAPI document",
                so: "it is read as '\(name)'",
                hint: "Write '\(name)'",
                at: entry.key.range
            )
            var entries = mapping.entries
            entries[index].key.text = name
            return Node(.mapping(Mapping(entries)), range: root.range)
        }
        return root
    }

    /// Returns the valid key that an entry with a version is similar to; `nil` for any other entry.
    private static func name(meantBy entry: Mapping.Entry) -> String? {
        guard !entry.key.text.hasPrefix("x-"), isVersion(entry.value) else { return nil }
        return Suggestion.nearest(to: entry.key.text, among: names)
    }

    /// Whether a value looks like a version: `3.0.0`, `3` or `v2.0`.
    private static func isVersion(_ node: Node) -> Bool {
        guard let text = node.string ?? node.numberText else { return false }
        let digits = "vV".contains(text.first ?? " ") ? text.dropFirst() : text[...]
        let rest = digits.drop { ("0"..."9").contains($0) }
        return rest.count < digits.count && (rest.isEmpty || rest.first == ".")
    }
}
