import CLibYAML

/// Reads a YAML file that passed ``TextCheck``.
func readYAML(_ file: SourceFile, check: TextCheck, limits: ReadLimits) -> (root: Node?, problems: [ReadFailure]) {
    EventStream.with(file.bytes[file.contentStart...]) { events in
        var builder = YAMLBuilder(file, check: check, events: events, limits: limits)
        return builder.read()
    }
}

extension YAMLBuilder {

    /// Reads the only document of the file.
    mutating func readStream() throws(ReadingStopped) -> Node {
        try advance()  // Start of the stream
        try advance()  // Start of a document, or end of the stream
        guard events.type == YAML_DOCUMENT_START_EVENT else {
            throw session.stop(emptyProblem(file))
        }
        let start = currentRange()
        try advance()
        let isMissing = events.type == YAML_SCALAR_EVENT && events.start.index == events.end.index
        let root = try readNode(depth: 0)
        if isMissing {
            throw session.stop(emptyProblem(file))
        }
        try advance()  // End of the document
        try advance()
        if events.type == YAML_DOCUMENT_START_EVENT {
            throw session.stop(secondDocument(after: start))
        }
        return root
    }

    private mutating func secondDocument(after first: SourceRange) -> ReadFailure {
        ReadFailure(
            "A second document starts here",
            hint: "Keep one document per file and remove the line with ---",
            range: currentRange(),
            related: [.init(message: "The first document starts here", range: first)]
        )
    }
}
