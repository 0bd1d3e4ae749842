import APIRuntime

/// A reader of objects in the style `deepObject`, such as `range[from]=…&range[labels][0]=…`.
struct DeepObject {
    let name: String
    /// The maximum number of names in brackets.
    let maximumDepth: Int

    /// Returns the object with the parameter's name; `nil` if no item belongs to it.
    ///
    /// - Throws: ``DecodingFailure`` for an item that is nested too deeply.
    func tree(_ items: [TextItem], work: TextWork?) throws(DecodingFailure) -> TextTree? {
        var nodes = [Node()]
        for item in items where item.name.utf8.starts(with: "\(name)[".utf8) && item.name.utf8.last == UInt8(ascii: "]")
        {
            var place = 0
            for step in try steps(item.name) {
                work?.add(1)
                place = nodes.child(of: place, step)
            }
            nodes[place].texts.append(item.value)
        }
        guard !nodes[0].children.isEmpty else { return nil }
        return nodes.tree(at: 0)
    }

    /// Returns the names in brackets, outermost first.
    private func steps(_ text: String) throws(DecodingFailure) -> [String] {
        let inner = text.utf8.dropFirst(name.utf8.count + 1).dropLast()
        // One step more than allowed is enough to reject the name.
        let parts = inner.split(
            separator: UInt8(ascii: "]"),
            maxSplits: maximumDepth,
            omittingEmptySubsequences: false
        )
        guard parts.count <= maximumDepth else {
            throw DecodingFailure(.depth, "nested deeper than \(maximumDepth) levels").below(name)
        }
        return parts.enumerated().map { String(decoding: $1.dropFirst($0 == 0 ? 0 : 1), as: UTF8.self) }
    }
}

/// A value, or the properties below a name; the nodes of an object are stored in one array.
private struct Node {
    var texts: [String] = []
    var children: [(name: String, place: Int)] = []
    var places: [String: Int] = [:]
    /// The number for the next element without a number.
    var next = 0
}

extension [Node] {
    /// Returns the place of a child, which is added if it is new; an empty name is the next number.
    fileprivate mutating func child(of place: Int, _ step: String) -> Int {
        var step = step
        if step.isEmpty {
            while self[place].places[String(self[place].next)] != nil { self[place].next += 1 }
            step = String(self[place].next)
        }
        if let known = self[place].places[step] { return known }
        append(Node())
        self[place].places[step] = count - 1
        self[place].children.append((step, count - 1))
        return count - 1
    }

    /// Returns a node as a tree: an array if its children are numbered from 0, in any order.
    fileprivate func tree(at place: Int) -> TextTree {
        let node = self[place]
        guard !node.children.isEmpty else { return .texts(node.texts) ?? .text("") }
        var elements = [Int?](repeating: nil, count: node.children.count)
        for child in node.children {
            guard let index = Int(child.name), elements.indices.contains(index), String(index) == child.name else {
                return .object(node.children.map { ($0.name, tree(at: $0.place)) })
            }
            elements[index] = child.place
        }
        return .list(elements.compactMap { $0.map(tree) })
    }
}
