import CLibYAML

/// The mappings that a `<<` key merges into another one.
private struct Merge {

    /// Number of the mapping's entries before the key.
    var position: Int

    /// Mappings in order.
    ///
    /// The first of several equal keys takes precedence.
    var sources: [Mapping]
}

extension YAMLBuilder {

    /// Reads keys and values up to the end of a mapping.
    ///
    /// - Parameter depth: Number of enclosing collections, including the mapping.
    /// - Returns: The mapping, with the entries of its merge keys.
    /// - Throws: ``ReadingStopped`` after recording a problem that ends reading.
    mutating func readEntries(depth: Int) throws(ReadingStopped) -> Mapping {
        let base = entries.count
        var merges: [Merge] = []
        try advance()
        while events.type != YAML_MAPPING_END_EVENT {
            if isMergeKey {
                let sources = try readMergeSources(depth: depth)
                merges.append(Merge(position: entries.count - base, sources: sources))
            } else if let key = try readKey(depth: depth) {
                try advance()
                let value = try readNode(depth: depth)
                entries.push(Mapping.Entry(key: key, value: value))
            } else {
                try advance()
                _ = try readNode(depth: depth)
            }
            try advance()
        }
        let mapping = try session.mapping(entries.take(above: base))
        return merges.isEmpty ? mapping : merged(mapping, merges)
    }

    /// Reads the key of the current event.
    ///
    /// Returns `nil` after reporting that it is not a scalar.
    @inline(__always)
    private mutating func readKey(depth: Int) throws(ReadingStopped) -> Mapping.Key? {
        guard events.type == YAML_SCALAR_EVENT, !events.hasProperties else {
            return try readUnusualKey(depth: depth)
        }
        return Mapping.Key(events.withScalar(CoreSchema.text), range: scalarRange())
    }

    private mutating func readUnusualKey(depth: Int) throws(ReadingStopped) -> Mapping.Key? {
        var range = currentRange()
        let isScalar = events.type == YAML_SCALAR_EVENT
        let text = isScalar ? events.withScalar(CoreSchema.text) : nil
        if events.type == YAML_ALIAS_EVENT {
            let name = try readNode(depth: depth)
            return try key(name, at: range)
        }
        let node = try readNode(depth: depth)
        range.end = isScalar ? range.end : node.range.end
        return if let text { Mapping.Key(text, range: range) } else { try key(node, at: range) }
    }

    private mutating func key(_ node: Node, at range: SourceRange) throws(ReadingStopped) -> Mapping.Key? {
        switch node.value {
        case .string(let text):
            return Mapping.Key(text, range: range)
        case .sequence, .mapping:
            try session.report(
                ReadFailure(
                    "A key must be a string, but this key is \(node.kind)",
                    hint: "Quote the key if it starts with [ or {",
                    range: range
                )
            )
            return nil
        default:
            // Only an alias leads here. The range of its scalar starts with the anchor and possibly a tag.
            let text = file.text(of: node.range).split { $0 == " " || $0.isNewline }.last ?? ""
            return Mapping.Key(text.hasPrefix("&") || text.hasPrefix("!") ? "" : String(text), range: range)
        }
    }

    /// Whether the current event is the key `<<` without quotes.
    private var isMergeKey: Bool {
        @inline(__always) get {
            guard events.type == YAML_SCALAR_EVENT, events.style == YAML_PLAIN_SCALAR_STYLE else { return false }
            return events.withScalar { $0.count == 2 && $0[0] == UInt8(ascii: "<") && $0[1] == UInt8(ascii: "<") }
        }
    }

    private mutating func readMergeSources(depth: Int) throws(ReadingStopped) -> [Mapping] {
        try advance()
        let start = currentRange()
        // The entries of an alias become those of this mapping, so they are not a level below it.
        let node = try readNode(depth: events.type == YAML_ALIAS_EVENT ? depth - 1 : depth)
        let range = SourceRange(start: start.start, end: lastEnd, file: file.number)
        switch node.value {
        case .mapping(let mapping):
            return [mapping]
        case .sequence(let nodes) where nodes.allSatisfy { $0.mapping != nil || isReported($0) }:
            return nodes.compactMap(\.mapping)
        case _ where isReported(node):
            return []
        default:
            try session.report(
                ReadFailure(
                    "The key << takes a mapping or a list of mappings, but this is \(node.kind)",
                    hint: "Name an anchored mapping, as in <<: *name, or quote the key",
                    range: range
                )
            )
            return []
        }
    }

    /// Whether a value is null because its alias has no value, which is a problem already.
    private func isReported(_ node: Node) -> Bool {
        node.isNull && session.problems.contains { $0.range == node.range }
    }

    /// Returns a mapping with the entries of others at the locations of their merge keys.
    ///
    /// The keys of the mapping take precedence.
    private func merged(_ own: Mapping, _ merges: [Merge]) -> Mapping {
        var seen = Set(own.entries.map { Array($0.key.text.utf8) })
        var result: [Mapping.Entry] = []
        var next = 0
        for merge in merges {
            let position = min(merge.position, own.count)
            result += own.entries[next..<max(next, position)]
            next = max(next, position)
            for source in merge.sources {
                result += source.entries.filter { seen.insert(Array($0.key.text.utf8)).inserted }
            }
        }
        return Mapping(result + own.entries[next...])
    }
}
