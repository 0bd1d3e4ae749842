import YAMLReader

/// Locations in a document as a tree of their common prefixes, so that one traversal changes all of them.
struct NodePlaces {

    private var isPlace = false
    private var inner: [String: NodePlaces] = [:]

    /// Creates a tree of locations, each as the keys and indices that lead to it.
    init(_ paths: some Sequence<[String]>) {
        for path in paths {
            add(path[...])
        }
    }

    private init() {}

    private mutating func add(_ path: ArraySlice<String>) {
        guard let first = path.first else {
            isPlace = true
            return
        }
        inner[first, default: NodePlaces()].add(path.dropFirst())
    }

    /// Returns a value without the values at the locations; `nil` if the value itself is at one.
    func removed(from node: Node) -> Node? {
        guard !isPlace else { return nil }
        return changed(node) { $0.removed(from: $1) }
    }

    /// Returns a value with the values at the locations replaced, inner ones before outer ones.
    func changed(in node: Node, by change: (Node) -> Node) -> Node {
        let result = changed(node) { $0.changed(in: $1, by: change) }
        return isPlace ? change(result) : result
    }

    private func changed(_ node: Node, _ change: (NodePlaces, Node) -> Node?) -> Node {
        guard !inner.isEmpty else { return node }
        var result = node
        switch node.value {
        case .mapping(let mapping):
            let entries = mapping.entries.compactMap { entry -> Mapping.Entry? in
                guard let places = inner[entry.key.text] else { return entry }
                return change(places, entry.value).map { Mapping.Entry(key: entry.key, value: $0) }
            }
            result.value = .mapping(Mapping(entries))
        case .sequence(let nodes):
            result.value = .sequence(
                nodes.enumerated().compactMap { index, element in
                    guard let places = inner[String(index)] else { return element }
                    return change(places, element)
                }
            )
        default: break
        }
        return result
    }
}

extension Node {

    /// Returns the value merged with another one: adds keys, replaces scalars and joins lists.
    ///
    /// Merged nodes keep their source ranges.
    func merging(_ other: Node) -> Node {
        switch (value, other.value) {
        case (.mapping(let old), .mapping(let new)):
            var entries = old.entries.map { entry in
                new.entry(entry.key.text).map { Mapping.Entry(key: entry.key, value: entry.value.merging($0.value)) }
                    ?? entry
            }
            entries += new.entries.filter { !old.contains($0.key.text) }
            return Node(.mapping(Mapping(entries)), range: range)
        case (.sequence(let old), .sequence(let new)):
            return Node(.sequence(old + new), range: range)
        default:
            return other
        }
    }
}
