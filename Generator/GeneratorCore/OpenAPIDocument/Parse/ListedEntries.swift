import YAMLReader

/// Readings of lists in place of mappings.
extension ParseContext {

    /// Returns the entries of a list of mappings that replaces one mapping of mappings, which it reports; `nil` for any
    /// other value.
    ///
    /// Lists of examples have no names.
    func listedEntries(_ element: Element, _ what: String) -> [(key: Mapping.Key, element: Element)]? {
        guard !isStrict, let list = element.node.sequence, element.pointer.token != "examples" else { return nil }
        let entries = list.enumerated().flatMap { index, node in
            (node.mapping?.entries ?? []).map { entry in
                (key: entry.key, element: element.child(String(index), node).child(entry.key.text, entry.value))
            }
        }
        guard !entries.isEmpty, list.allSatisfy({ $0.mapping != nil }),
            entries.allSatisfy({ $0.element.node.mapping != nil }),
            Set(entries.map { ExactText($0.key.text) }).count == entries.count
        else { return nil }
        slip(
            "wrong-type",
            "\(what) must be a mapping, but this is a list",
            so: "its elements are read as one mapping",
            hint: "Remove the '-' before each key",
            at: element.node.range
        )
        return entries
    }
}
