import YAMLReader

/// Finds the paths of source ranges in a tree, all of them in one traversal.
struct RangeSearch {

    /// Keys and indices from the root.
    typealias Path = [String]

    private var exact: [SourceRange: [Path]]
    private var deepest: [SourceRange: Path] = [:]
    /// The ranges of each file, sorted by their start.
    private var starts: [Int: [SourceRange]]
    /// The path of the current value.
    private var path: Path = []

    init(_ ranges: [SourceRange]) {
        exact = Dictionary(ranges.map { ($0, []) }) { first, _ in first }
        starts = Dictionary(grouping: exact.keys, by: \.file).mapValues { $0.sorted { $0.start < $1.start } }
    }

    /// Returns the paths of the values and keys with the given ranges, or of the innermost value around the start of a
    /// range.
    ///
    /// - Parameter root: The tree; its values may originate from several files.
    /// - Returns: The paths by range, without ranges that the tree does not contain.
    func places(in root: Node) -> [SourceRange: [Path]] {
        guard !exact.isEmpty else { return [:] }
        var search = self
        search.walk(root)
        let around = search.deepest.mapValues { [$0] }
        return search.exact.filter { !$0.value.isEmpty }.merging(around) { exact, _ in exact }
    }

    private mutating func walk(_ node: Node) {
        note(node.range)
        enter(node)
        switch node.value {
        case .sequence(let nodes):
            for (index, element) in nodes.enumerated() {
                path.append(String(index))
                walk(element)
                path.removeLast()
            }
        case .mapping(let mapping):
            for entry in mapping.entries {
                path.append(entry.key.text)
                note(entry.key.range)
                walk(entry.value)
                path.removeLast()
            }
        default: break
        }
    }

    private mutating func note(_ range: SourceRange) {
        guard let known = exact[range] else { return }
        exact[range] = known + [path]
    }

    /// Records the ranges that start in a value.
    private mutating func enter(_ node: Node) {
        guard let starts = starts[node.range.file] else { return }
        var index = starts.partitioningIndex { node.range.start <= $0.start }
        while index < starts.count, starts[index].start < node.range.end {
            // Of values at the same depth, the last one counts.
            if path.count >= deepest[starts[index]]?.count ?? 0 {
                deepest[starts[index]] = path
            }
            index += 1
        }
    }
}

extension [SourceRange] {
    /// Returns the first position from which a condition holds, in a collection partitioned by the condition.
    fileprivate func partitioningIndex(where isBehind: (SourceRange) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
