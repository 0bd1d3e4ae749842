/// Reads a YAML or JSON file into a tree with a source range for each key and value.
///
/// The file extension determines the format: `.json` is JSON, `.yaml` and `.yml` are YAML. With any other extension, a
/// file whose first character is `{` or `[` is JSON.
///
/// - Parameters:
///   - file: The file in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
///   - limits: Limits on the size of the document.
/// - Returns: The tree with all problems. The result's file is in UTF-8.
public func readDocument(_ file: SourceFile, limits: ReadLimits = ReadLimits()) -> ReadResult {
    if let problem = sizeProblem(file, limits) {
        return ReadResult(file: file, root: nil, problems: [problem])
    }
    guard let wide = WideText(file.bytes) else { return readPlain(file, limits) }
    let (bytes, isBroken) = wide.decoded()
    let plain = SourceFile(path: file.path, bytes: bytes, number: file.number)
    if let problem = isBroken ? encodingProblem(plain, wide.name) : sizeProblem(plain, limits) {
        return ReadResult(file: plain, root: nil, problems: [problem])
    }
    return readPlain(plain, limits)
}

/// Reads a UTF-8 file if it contains text.
private func readPlain(_ file: SourceFile, _ limits: ReadLimits) -> ReadResult {
    let isJSON = isJSON(file)
    let result = readText(file, isJSON: isJSON, limits)
    guard limits.repairs, result.root == nil, var problem = result.problems.last else { return result }
    guard isJSON else { return readLoose(file, problem, limits) ?? result }
    if let plain = LooseText.plainJSON(file),
        let other = accepted(
            readText(plain, isJSON: true, limits),
            of: file,
            problem,
            "comments and commas before closing brackets are skipped"
        )
    {
        return other
    }
    // Most of what else is not JSON, such as strings in single quotes, is YAML.
    let other = readText(file, isJSON: false, limits)
    guard other.root != nil, other.problems.allSatisfy({ $0.isRemark || $0.reading != nil }) else { return result }
    problem.reading = "the file is read as YAML"
    return ReadResult(file: other.file, root: other.root, problems: [problem] + other.problems)
}

/// Reads a YAML file in which only tabs on empty lines, or characters that JSON escapes as two halves, are not valid;
/// `nil` for any other file.
private func readLoose(_ file: SourceFile, _ problem: ReadFailure, _ limits: ReadLimits) -> ReadResult? {
    if let plain = LooseText.withoutBlankTabs(file),
        let other = accepted(
            readText(plain, isJSON: false, limits),
            of: file,
            problem,
            "lines of only spaces and tabs are read as empty"
        )
    {
        return other
    }
    var joined = file
    var offset: Int? = problem.range.start.offset
    // Each further line takes another pass over the file, so that the last pass joins those of all lines.
    for round in 0..<5 {
        guard let next = LooseText.joinedSurrogates(joined, around: round < 4 ? offset : nil) else { return nil }
        let result = readText(next, isJSON: false, limits)
        if let other = accepted(result, of: result.file, problem, "its two halves are read as one character") {
            return other
        }
        guard let last = result.problems.last else { return nil }
        (joined, offset) = (next, last.range.start.offset)
    }
    return nil
}

/// Returns the result of reading a repaired file, with the problem that it repairs; `nil` if it could not be read.
private func accepted(
    _ result: ReadResult,
    of file: SourceFile,
    _ problem: ReadFailure,
    _ reading: String
) -> ReadResult? {
    guard result.root != nil else { return nil }
    var problem = problem
    problem.reading = reading
    // A file in another encoding has other offsets.
    let isSame = result.file.bytes.count == file.bytes.count
    return ReadResult(file: isSame ? file : result.file, root: result.root, problems: [problem] + result.problems)
}

private func readText(_ file: SourceFile, isJSON: Bool, _ limits: ReadLimits) -> ReadResult {
    let check = TextCheck(file, isYAML: !isJSON)
    if let fault = check.fault {
        var problem = problem(fault.kind, at: fault.offset, in: file)
        guard limits.repairs else { return ReadResult(file: file, root: nil, problems: [problem]) }
        problem.reading = fault.kind.reading
        let result = readText(LegacyText.repaired(file, isYAML: !isJSON), isJSON: isJSON, limits)
        return ReadResult(file: result.file, root: result.root, problems: [problem] + result.problems)
    }
    guard file.bytes.dropFirst(file.contentStart).contains(where: { !isSpace($0) }) else {
        return ReadResult(file: file, root: nil, problems: [emptyProblem(file)])
    }
    let (root, problems) = isJSON ? readJSON(file, limits: limits) : readYAML(file, check: check, limits: limits)
    // A repeated key is found at the end of its mapping, after the problems inside it. Sorting is stable.
    let sorted = problems.sorted { $0.range.start < $1.range.start }
    return ReadResult(file: file, root: root, problems: sorted)
}

extension TextCheck.Fault {

    /// The reading of all such bytes in the file.
    fileprivate var reading: String {
        switch self {
        case .malformed: "bytes that are not UTF-8 are read as Windows-1252"
        case .nul, .forbidden: "such characters are read as spaces"
        }
    }
}

/// Returns the problem of a file without a value.
func emptyProblem(_ file: SourceFile) -> ReadFailure {
    let start = file.location(of: 0)
    return ReadFailure(
        "The file is empty",
        hint: "Write a document into it, or name another file",
        range: SourceRange(start: start, end: start, file: file.number)
    )
}

private func isJSON(_ file: SourceFile) -> Bool {
    let name = file.path.lowercased()
    if name.hasSuffix(".json") {
        return true
    }
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        return false
    }
    let first = file.bytes.dropFirst(file.contentStart).first { !isSpace($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
}

private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

private func sizeProblem(_ file: SourceFile, _ limits: ReadLimits) -> ReadFailure? {
    // Positions have 32 bits. Line and column can be one more than the number of bytes.
    let most = min(limits.maxBytes, Int(UInt32.max) - 1)
    guard file.bytes.count > most else { return nil }
    return ReadFailure(
        "The file has more than the \(most) bytes allowed",
        hint: "Split it into several files",
        range: SourceRange(start: .start, end: .start, file: file.number)
    )
}

/// Returns the problem of a file in another encoding of which only the beginning could be decoded.
private func encodingProblem(_ beginning: SourceFile, _ encoding: String) -> ReadFailure {
    let place = beginning.location(of: beginning.bytes.count)
    return ReadFailure(
        "What follows is not valid \(encoding), as the file seems to be by its first bytes",
        hint: "Save the file as UTF-8",
        range: SourceRange(start: place, end: place, file: beginning.number)
    )
}

private func problem(_ fault: TextCheck.Fault, at offset: Int, in file: SourceFile) -> ReadFailure {
    let start = file.location(ofScalarAt: offset)
    var end = start
    end.column += 1
    switch fault {
    case .malformed:
        end.offset += 1
        let digits = String(file.bytes[offset], radix: 16, uppercase: true)
        return ReadFailure(
            "The byte 0x\(digits) is not valid UTF-8 here",
            hint: "Save the file as UTF-8",
            range: SourceRange(start: start, end: end, file: file.number)
        )
    case .nul:
        end.offset += 1
        return ReadFailure(
            "The file has a NUL byte",
            hint: "Check that this is a text file, and remove the byte",
            range: SourceRange(start: start, end: end, file: file.number)
        )
    case .forbidden(let scalar):
        end.offset += UTF8.width(scalar)
        let name = unicodeName(scalar)
        return ReadFailure(
            "The character \(name) is not allowed in YAML",
            hint: "Remove it, or write \\u\(name.dropFirst(2)) in double quotes",
            range: SourceRange(start: start, end: end, file: file.number)
        )
    }
}
