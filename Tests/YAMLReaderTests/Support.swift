import YAMLReader

/// Reads a text as a file.
func read(_ text: String, path: String = "api.yaml", limits: ReadLimits = ReadLimits()) -> ReadResult {
    read(Array(text.utf8), path: path, limits: limits)
}

/// Reads bytes as a file.
func read(_ bytes: [UInt8], path: String = "api.yaml", limits: ReadLimits = ReadLimits()) -> ReadResult {
    readDocument(SourceFile(path: path, bytes: bytes), limits: limits)
}

/// Returns a tree on one line.
///
/// Numbers that are stored as text have the prefix `n`.
func shown(_ node: Node?) -> String {
    guard let node else { return "nothing" }
    switch node.value {
    case .null: return "null"
    case .bool(let flag): return String(flag)
    case .int(let number): return String(number)
    case .number(let text): return "n" + text
    case .string(let text): return text.debugDescription
    case .sequence(let nodes): return "[" + nodes.map(shown).joined(separator: ", ") + "]"
    case .mapping(let mapping):
        return "{" + mapping.entries.map { "\($0.key.text): \(shown($0.value))" }.joined(separator: ", ") + "}"
    }
}

/// Returns a tree that was read without problems, or its problems.
func value(_ text: String, path: String = "api.yaml") -> String {
    let result = read(text, path: path)
    return result.problems.isEmpty ? shown(result.root) : problems(result).joined(separator: "; ")
}

/// Returns problems in the form of diagnostics, with all positions.
func problems(_ result: ReadResult) -> [String] {
    result.problems.flatMap { problem in
        ["\(place(problem.range)): \(problem.message)" + (problem.hint.map { " (\($0))" } ?? "")]
            + problem.related.map { "  \(place($0.range)): \($0.message)" }
    }
}

/// Returns the problems of a text in the form of diagnostics.
func problems(_ text: String, path: String = "api.yaml", limits: ReadLimits = ReadLimits()) -> [String] {
    problems(read(text, path: path, limits: limits))
}

/// Returns a range as `line:column-line:column`.
func place(_ range: SourceRange) -> String {
    "\(place(range.start))-\(place(range.end))"
}

/// Returns a position as `line:column`.
func place(_ position: SourcePosition) -> String {
    "\(position.line):\(position.column)"
}

/// Returns every key and value of a tree with its range and the text of the range, in document order.
func places(_ node: Node?, in file: SourceFile, name: String = "#") -> [String] {
    guard let node else { return [] }
    let own = "\(name) \(place(node.range)) \(String(file.text(of: node.range)).debugDescription)"
    switch node.value {
    case .sequence(let nodes):
        return [own] + nodes.enumerated().flatMap { places($1, in: file, name: "\(name)/\($0)") }
    case .mapping(let mapping):
        return [own]
            + mapping.entries.flatMap { entry in
                let key = entry.key
                return ["\(key.text): \(place(key.range)) \(String(file.text(of: key.range)).debugDescription)"]
                    + places(entry.value, in: file, name: "\(name)/\(key.text)")
            }
    default:
        return [own]
    }
}

/// Returns every range of a tree.
func ranges(_ node: Node) -> [SourceRange] {
    switch node.value {
    case .sequence(let nodes): [node.range] + nodes.flatMap(ranges)
    case .mapping(let mapping): [node.range] + mapping.entries.flatMap { [$0.key.range] + ranges($0.value) }
    default: [node.range]
    }
}

/// Returns the number of values in a tree.
///
/// A value counts once for each path to it.
func nodeCount(_ node: Node) -> Int {
    switch node.value {
    case .sequence(let nodes): nodes.reduce(1) { $0 + nodeCount($1) }
    case .mapping(let mapping): mapping.entries.reduce(1) { $0 + nodeCount($1.value) }
    default: 1
    }
}
