/// The anchors of a document and their values.
struct Anchors {

    /// The value of an anchor.
    struct Target {

        /// The value, or `nil` while it is being read.
        var node: Node?

        /// Range of the anchor.
        var start: SourceRange

        /// Number of values in it, including itself and those of its aliases.
        var nodeCount: Int

        /// Number of levels of collections in it; 0 for a scalar.
        var height: Int

        /// Number that distinguishes two anchors with the same name.
        var serial: Int
    }

    private var targets: [String: Target] = [:]

    private var serial = 0

    /// Records the start of an anchored value.
    ///
    /// A name may be used again. An alias refers to its latest use.
    ///
    /// - Returns: A number to pass to ``close(_:serial:node:nodeCount:height:)``.
    mutating func open(_ name: String, at start: SourceRange) -> Int {
        serial += 1
        targets[name] = Target(node: nil, start: start, nodeCount: 0, height: 0, serial: serial)
        return serial
    }

    /// Records the value of an anchor, unless the name was used again inside it.
    mutating func close(_ name: String, serial: Int, node: Node, nodeCount: Int, height: Int) {
        guard var target = targets[name], target.serial == serial else { return }
        target.node = node
        target.nodeCount = nodeCount
        target.height = height
        targets[name] = target
    }

    /// Returns the value of a name, or `nil` if no earlier value has this name.
    func target(_ name: String) -> Target? {
        targets[name]
    }
}
