import YAMLReader

/// The schemas of a file that name themselves by `$anchor` or `$id`.
struct AnchorIndex {

    /// Schemas by their anchors; of several with the same one the first counts.
    private(set) var anchors: [String: Element] = [:]
    /// Schemas by their identifiers.
    private(set) var identifiers: [String: Element] = [:]

    /// Values that are no schemas, in which the keys mean nothing.
    private static let values: Set<String> = ["const", "default", "enum", "example", "examples"]

    /// An index of a file that has none.
    init() {}

    /// Looks through a whole file.
    init(_ root: Element) {
        var open = [root]
        while let element = open.popLast() {
            if let mapping = element.node.mapping {
                note(element, mapping)
                for entry in mapping.entries.reversed() where !Self.values.contains(entry.key.text) {
                    open.append(element.child(entry.key.text, entry.value))
                }
            }
            for (index, node) in (element.node.sequence ?? []).enumerated().reversed() {
                open.append(element.child(String(index), node))
            }
        }
    }

    private mutating func note(_ element: Element, _ mapping: Mapping) {
        for key in ["$anchor", "$dynamicAnchor"] {
            if let name = mapping[key]?.string, anchors[name] == nil {
                anchors[name] = element
            }
        }
        if let name = mapping["$id"]?.string, identifiers[name] == nil {
            identifiers[name] = element
        }
    }
}
