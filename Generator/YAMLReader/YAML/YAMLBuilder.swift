import CLibYAML

/// Builds the tree of a YAML file from the events of libyaml.
struct YAMLBuilder: ~Copyable {

    let file: SourceFile
    var events: EventStream
    var marks: MarkMapper
    var session: ReadSession
    var anchors = Anchors()

    /// Elements of the open lists.
    private var nodes = Pile<Node>()

    /// Entries of the open mappings.
    var entries = Pile<Mapping.Entry>()

    /// End of the last value in the file.
    ///
    /// For an alias, the end of the alias, not of its anchor.
    var lastEnd = SourcePosition.start

    /// Deepest level of collections inside the innermost open anchor.
    private var deepest = 0

    init(_ file: SourceFile, check: TextCheck, events: consuming EventStream, limits: ReadLimits) {
        self.file = file
        self.events = events
        marks = MarkMapper(file, check: check)
        session = ReadSession(limits: limits)
    }

    /// Reads the whole file.
    ///
    /// - Returns: The root, or `nil` after a problem that ends reading, and all problems.
    mutating func read() -> (root: Node?, problems: [ReadFailure]) {
        let root = try? readStream()
        return (root, session.problems)
    }

    /// Moves to the next event.
    @inline(__always)
    mutating func advance() throws(ReadingStopped) {
        if !events.advance() {
            throw stopAtSyntax()
        }
    }

    /// Range of the current event.
    @inline(__always)
    mutating func currentRange() -> SourceRange {
        let start = marks.position(events.start)
        return SourceRange(start: start, end: marks.position(events.end), file: file.number)
    }

    /// Reads the value at the current event.
    ///
    /// - Parameter depth: Number of enclosing collections.
    /// - Returns: The value with its range.
    /// - Throws: ``ReadingStopped`` after recording a problem that ends reading.
    mutating func readNode(depth: Int) throws(ReadingStopped) -> Node {
        switch events.type {
        case YAML_ALIAS_EVENT: try readAlias(depth: depth)
        case _ where events.hasProperties: try readAnnotated(depth: depth)
        case YAML_SCALAR_EVENT: try readScalar()
        default: try readCollection(depth: depth + 1)
        }
    }

    /// Reads the scalar of the current event without its tag.
    @inline(__always)
    mutating func readScalar() throws(ReadingStopped) -> Node {
        let range = scalarRange()
        lastEnd = range.end
        try session.countNode(at: range)
        let value = events.withScalar {
            events.style == YAML_PLAIN_SCALAR_STYLE ? CoreSchema.value($0) : .string(CoreSchema.text($0))
        }
        return Node(value, range: range)
    }

    /// Range of the current scalar.
    ///
    /// A block scalar ends with its last character, not at the start of the next token.
    @inline(__always)
    mutating func scalarRange() -> SourceRange {
        let range = currentRange()
        if events.style == YAML_LITERAL_SCALAR_STYLE || events.style == YAML_FOLDED_SCALAR_STYLE {
            return trimmed(range)
        }
        return range
    }

    private func trimmed(_ range: SourceRange) -> SourceRange {
        guard range.end.column == 1 else { return range }
        var range = range
        var offset = range.end.offset
        // Removes line breaks only, because spaces at the end of a line are part of the scalar.
        while offset > range.start.offset, file.bytes[offset - 1] == 0x0A || file.bytes[offset - 1] == 0x0D {
            offset -= 1
            range.end.line -= file.endsLine(offset) ? 1 : 0
        }
        let line = file.bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? file.contentStart
        range.end.offset = offset
        range.end.column = file.bytes[line..<offset].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        return range
    }

    /// Reads the collection at the current event.
    ///
    /// - Parameter depth: Number of enclosing collections, including this one.
    /// - Returns: The collection with its range.
    /// - Throws: ``ReadingStopped`` after recording a problem that ends reading.
    mutating func readCollection(depth: Int) throws(ReadingStopped) -> Node {
        var range = currentRange()
        try session.checkDepth(depth, at: range)
        try session.countNode(at: range)
        deepest = max(deepest, depth)
        let isFlow = events.isFlow
        let value: Node.Value
        if events.type == YAML_SEQUENCE_START_EVENT {
            value = .sequence(try readElements(depth: depth))
        } else {
            value = .mapping(try readEntries(depth: depth))
        }
        if isFlow {
            lastEnd = marks.position(events.end)
        }
        // In libyaml, a block collection ends at the start of the next token.
        range.end = lastEnd
        return Node(value, range: range)
    }

    private mutating func readElements(depth: Int) throws(ReadingStopped) -> [Node] {
        let base = nodes.count
        try advance()
        while events.type != YAML_SEQUENCE_END_EVENT {
            let node = try readNode(depth: depth)
            nodes.push(node)
            try advance()
        }
        return nodes.take(above: base)
    }

    /// Reads a value that has a tag or an anchor.
    private mutating func readAnnotated(depth: Int) throws(ReadingStopped) -> Node {
        let tag = events.tag
        guard let name = events.anchor else {
            return try readTagged(tag, depth: depth)
        }
        let before = session.nodeCount
        let outside = deepest
        deepest = depth
        let serial = anchors.open(name, at: anchorRange(name))
        let node = try readTagged(tag, depth: depth)
        let count = session.nodeCount - before
        anchors.close(name, serial: serial, node: node, nodeCount: count, height: deepest - depth)
        deepest = max(deepest, outside)
        return node
    }

    /// Range of the anchor of the current event.
    ///
    /// Empty if a tag precedes it.
    private mutating func anchorRange(_ name: String) -> SourceRange {
        let start = marks.position(events.start)
        var end = start
        if file.bytes[start.offset...].first == UInt8(ascii: "&") {
            // The name of an anchor is ASCII.
            end.offset += name.utf8.count + 1
            end.column += name.utf8.count + 1
        }
        return SourceRange(start: start, end: end, file: file.number)
    }

    private mutating func readTagged(_ tag: String?, depth: Int) throws(ReadingStopped) -> Node {
        let isScalar = events.type == YAML_SCALAR_EVENT
        guard let tag else {
            return isScalar ? try readScalar() : try readCollection(depth: depth + 1)
        }
        if isScalar {
            return try readScalar(tagged: tag)
        }
        try checkCollectionTag(tag)
        return try readCollection(depth: depth + 1)
    }

    private mutating func readAlias(depth: Int) throws(ReadingStopped) -> Node {
        let range = currentRange()
        lastEnd = range.end
        guard let (node, target) = try resolveAlias(range) else {
            return Node(.null, range: range)
        }
        try session.countAliased(target.nodeCount, at: range)
        try session.checkDepth(depth + target.height, at: range)
        deepest = max(deepest, depth + target.height)
        return node
    }

    /// Returns the value of the current alias, or `nil` after reporting that it has none.
    mutating func resolveAlias(_ range: SourceRange) throws(ReadingStopped) -> (Node, Anchors.Target)? {
        let name = events.anchor ?? ""
        guard let target = anchors.target(name) else {
            try session.report(
                ReadFailure(
                    "No anchor named \(quoted(name)) comes before this alias",
                    hint: "Write &\(name) before the value that the alias repeats",
                    range: range
                )
            )
            return nil
        }
        guard let node = target.node else {
            try session.report(
                ReadFailure(
                    "The alias \(quoted(name)) is inside the value that it repeats",
                    hint: "Use $ref for values that contain themselves",
                    range: range,
                    related: [.init(message: "The value starts here", range: target.start)]
                )
            )
            return nil
        }
        return (node, target)
    }
}
