import YAMLReader

/// Finds the values that a query selects.
struct JSONPathMatcher {

    /// An error for a query that would visit more values than any real query does.
    struct TooCostly: Error {}

    /// A selected value with the keys and indices that lead to it from the root of its file.
    struct Match {
        var file = 0
        let path: [String]
        let node: Node
    }

    private let root: Node
    /// Returns the target of a reference to another file; `nil` for any other value.
    private let follow: (Match) -> Match?
    private var visits = 0
    private static let mostVisits = 1_500_000

    init(root: Node, follow: @escaping (Match) -> Match? = { _ in nil }) {
        self.root = root
        self.follow = follow
    }

    /// Returns the selected values, each once, in document order.
    mutating func matches(of path: JSONPath) throws(TooCostly) -> [Match] {
        var known: Set<[String]> = []
        return try select(path.segments, from: [Match(path: [], node: root)]).filter {
            known.insert([String($0.file)] + $0.path).inserted
        }
    }

    private mutating func select(_ segments: [JSONPath.Segment], from start: [Match]) throws(TooCostly) -> [Match] {
        var current = start
        for segment in segments {
            var found: [Match] = []
            for match in current {
                if segment.isDescendant {
                    try descend(match, segment.selectors, &found)
                } else {
                    try pick(segment.selectors, of: match, &found)
                }
            }
            current = found
        }
        return current
    }

    private mutating func descend(
        _ match: Match,
        _ selectors: [JSONPath.Selector],
        _ found: inout [Match]
    ) throws(TooCostly) {
        try pick(selectors, of: match, &found)
        for child in match.children {
            try descend(child, selectors, &found)
        }
    }

    private mutating func pick(
        _ selectors: [JSONPath.Selector],
        of match: Match,
        _ found: inout [Match]
    ) throws(TooCostly) {
        visits += 1 + match.node.childCount
        guard visits < Self.mostVisits else { throw TooCostly() }
        for selector in selectors {
            switch selector {
            case .name(let name):
                if let node = match.node.mapping?[name] {
                    found.append(match.child(name, node))
                } else if let target = follow(match), let node = target.node.mapping?[name] {
                    found.append(target.child(name, node))
                }
            case .wildcard: found += match.children
            case .index(let index):
                let children = match.elements
                let position = index < 0 ? children.count + index : index
                if children.indices.contains(position) {
                    found.append(children[position])
                }
            case .slice(let start, let end, let step):
                let children = match.elements
                found += Self.positions(start, end, step, children.count).map { children[$0] }
            case .filter(let condition):
                for child in match.children where try holds(condition, child) {
                    found.append(child)
                }
            }
        }
    }

    private static func positions(_ start: Int?, _ end: Int?, _ step: Int, _ count: Int) -> [Int] {
        func bounded(_ value: Int, _ lower: Int, _ upper: Int) -> Int {
            min(max(value < 0 ? max(value, -count - 1) + count : value, lower), upper)
        }
        if step > 0 {
            let first = bounded(start ?? 0, 0, count)
            let last = bounded(end ?? count, 0, count)
            return first < last ? Array(stride(from: first, to: last, by: step)) : []
        }
        guard step < 0 else { return [] }
        let first = start.map { bounded($0, -1, count - 1) } ?? count - 1
        let last = end.map { bounded($0, -1, count - 1) } ?? -1
        return first > last ? Array(stride(from: first, to: last, by: step)) : []
    }

    // MARK: - Conditions

    private mutating func holds(_ condition: JSONPath.Condition, _ match: Match) throws(TooCostly) -> Bool {
        switch condition {
        case .or(let parts):
            for part in parts where try holds(part, match) {
                return true
            }
            return false
        case .and(let parts):
            for part in parts where try !holds(part, match) {
                return false
            }
            return true
        case .not(let inner): return try !holds(inner, match)
        case .exists(let query): return try !values(query, match).isEmpty
        case .comparison(let left, let comparison, let right):
            return compare(try value(left, match), comparison, try value(right, match))
        }
    }

    private mutating func values(_ query: JSONPath.Query, _ match: Match) throws(TooCostly) -> [Match] {
        let start = query.isRelative ? match : Match(path: [], node: root)
        return try select(query.segments, from: [start])
    }

    /// Returns the value of an operand; `nil` unless there is exactly one.
    private mutating func value(_ operand: JSONPath.Operand, _ match: Match) throws(TooCostly) -> Comparable? {
        switch operand {
        case .literal(let literal): return .literal(literal)
        case .query(let query):
            let found = try values(query, match)
            return found.count == 1 ? Comparable(found[0].node) : nil
        }
    }

    /// A value that can be compared.
    private enum Comparable {
        case literal(JSONPath.Literal)
        /// A list or a mapping, as its JSON string.
        case structure(String)

        init?(_ node: Node) {
            switch node.value {
            case .null: self = .literal(.null)
            case .bool(let flag): self = .literal(.bool(flag))
            case .int(let number): self = .literal(.number(Double(number)))
            case .number(let text):
                guard let number = Double(text) else { return nil }
                self = .literal(.number(number))
            case .string(let text): self = .literal(.string(text))
            case .sequence, .mapping: self = .structure(JSONText(node).text ?? "")
            }
        }
    }

    private func compare(_ left: Comparable?, _ comparison: JSONPath.Operator, _ right: Comparable?) -> Bool {
        switch comparison {
        case .equal: equal(left, right)
        case .notEqual: !equal(left, right)
        case .below: below(left, right)
        case .above: below(right, left)
        case .notAbove: below(left, right) || equal(left, right)
        case .notBelow: below(right, left) || equal(left, right)
        }
    }

    private func equal(_ left: Comparable?, _ right: Comparable?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (.literal(let one), .literal(let other)): one == other
        case (.structure(let one), .structure(let other)): one == other
        default: false
        }
    }

    private func below(_ left: Comparable?, _ right: Comparable?) -> Bool {
        switch (left, right) {
        case (.literal(.number(let one)), .literal(.number(let other))): one < other
        case (.literal(.string(let one)), .literal(.string(let other))):
            one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
        default: false
        }
    }
}

extension Node {
    /// The number of elements of a list or values of a mapping.
    fileprivate var childCount: Int {
        switch value {
        case .sequence(let nodes): nodes.count
        case .mapping(let mapping): mapping.count
        default: 0
        }
    }
}

extension JSONPathMatcher.Match {

    /// Returns the value of a key.
    fileprivate func child(_ token: String, _ node: Node) -> Self {
        Self(file: file, path: path + [token], node: node)
    }

    /// The elements of a list.
    fileprivate var elements: [Self] {
        (node.sequence ?? []).enumerated().map { child(String($0.offset), $0.element) }
    }

    /// The elements of a list or values of a mapping.
    fileprivate var children: [Self] {
        node.mapping.map { $0.entries.map { child($0.key.text, $0.value) } } ?? elements
    }
}
