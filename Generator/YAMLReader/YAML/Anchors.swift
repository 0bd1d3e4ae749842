/// The anchors of a document and what they stand for.
struct Anchors {

    /// What an anchor stands for.
    struct Target {

        /// The value; `nil` while it is being read.
        var node: Node?

        /// Where the anchor is written.
        var start: SourceRange

        /// Values in it, itself and those behind its own aliases included.
        var nodeCount: Int

        /// Levels of collections in it; 0 for a scalar.
        var height: Int

        /// Tells two uses of the same name apart.
        var serial: Int
    }

    private var targets: [String: Target] = [:]

    private var serial = 0

    /// Notes that an anchored value starts.
    ///
    /// A name may be used again: aliases mean its latest use.
    ///
    /// - Returns: A number to close it with.
    mutating func open(_ name: String, at start: SourceRange) -> Int {
        serial += 1
        targets[name] = Target(node: nil, start: start, nodeCount: 0, height: 0, serial: serial)
        return serial
    }

    /// Notes the value of an anchor, unless the name was used again inside it.
    mutating func close(_ name: String, serial: Int, node: Node, nodeCount: Int, height: Int) {
        guard var target = targets[name], target.serial == serial else { return }
        target.node = node
        target.nodeCount = nodeCount
        target.height = height
        targets[name] = target
    }

    /// What a name stands for; `nil` when no value before had it.
    func target(_ name: String) -> Target? {
        targets[name]
    }
}
