/// An error that stops a reader.
///
/// The session's problems already contain the reason.
struct ReadingStopped: Error {}

/// The counters and problems of one run of a reader.
struct ReadSession {

    let limits: ReadLimits

    private(set) var problems: [ReadFailure] = []

    /// Number of values in the tree so far, including those of aliases.
    private(set) var nodeCount = 0

    private var aliasedCount = 0

    init(limits: ReadLimits) {
        self.limits = limits
    }

    /// Records a problem after which reading continues.
    ///
    /// - Throws: ``ReadingStopped`` if the number of problems reaches the limit.
    mutating func report(_ problem: ReadFailure) throws(ReadingStopped) {
        problems.append(problem)
        guard problems.count >= limits.maxProblems else { return }
        problems.append(
            ReadFailure(
                "Reading stopped after \(limits.maxProblems) problems",
                hint: "Correct these first",
                range: problem.range
            )
        )
        throw ReadingStopped()
    }

    /// Records a problem that ends reading.
    mutating func stop(_ problem: ReadFailure) -> ReadingStopped {
        problems.append(problem)
        return ReadingStopped()
    }

    /// Counts one written value.
    ///
    /// - Throws: ``ReadingStopped`` if the document has too many values.
    @inline(__always)
    mutating func countNode(at range: SourceRange) throws(ReadingStopped) {
        nodeCount += 1
        if nodeCount > limits.maxNodes {
            throw tooManyNodes(range)
        }
    }

    /// Counts the values that an alias or a merge key adds.
    ///
    /// - Throws: ``ReadingStopped`` if the document or its aliases have too many values.
    mutating func countAliased(_ count: Int, at range: SourceRange) throws(ReadingStopped) {
        nodeCount += count
        aliasedCount += count
        if nodeCount > limits.maxNodes {
            throw tooManyNodes(range)
        }
        guard aliasedCount > limits.maxAliasedNodes else { return }
        throw stop(
            ReadFailure(
                "Aliases expand to more than \(limits.maxAliasedNodes) values",
                hint: "Write the values out, or nest fewer aliases in each other",
                range: range
            )
        )
    }

    /// Rejects a value that is nested too deeply.
    ///
    /// - Parameters:
    ///   - depth: Number of enclosing collections, including the value.
    ///   - range: Range of the value.
    /// - Throws: ``ReadingStopped`` after recording a problem that ends reading.
    @inline(__always)
    mutating func checkDepth(_ depth: Int, at range: SourceRange) throws(ReadingStopped) {
        if depth > limits.maxDepth {
            throw tooDeep(range)
        }
    }

    private mutating func tooDeep(_ range: SourceRange) -> ReadingStopped {
        stop(
            ReadFailure(
                "Lists and mappings are nested more than \(limits.maxDepth) levels deep",
                hint: "Flatten the document",
                range: range
            )
        )
    }

    private mutating func tooManyNodes(_ range: SourceRange) -> ReadingStopped {
        stop(
            ReadFailure(
                "The document has more than \(limits.maxNodes) values",
                hint: "Split it into several files",
                range: range
            )
        )
    }
}

extension ReadSession {

    /// Creates a mapping, and records a problem for each repeated key.
    ///
    /// - Throws: ``ReadingStopped`` if the number of problems reaches the limit.
    mutating func mapping(_ entries: [Mapping.Entry]) throws(ReadingStopped) -> Mapping {
        var repeats: [(repeated: Mapping.Key, first: Mapping.Key)] = []
        let mapping = Mapping(entries) { repeats.append(($0, $1)) }
        for (repeated, first) in repeats {
            var problem = ReadFailure(
                "The key \(quoted(repeated.text)) appears twice in the same mapping",
                hint: "Rename or remove one of the two",
                range: repeated.range,
                related: [ReadFailure.Related(message: "The key is first used here", range: first.range)]
            )
            problem.reading = limits.repairs ? "mappings are merged, and of other values the last one counts" : nil
            try report(problem)
        }
        return repeats.isEmpty || !limits.repairs ? mapping : Self.merged(entries)
    }

    /// Returns a mapping in which the values of equal keys are merged if they are mappings; of other values, the
    /// last one counts.
    private static func merged(_ entries: [Mapping.Entry]) -> Mapping {
        var result: [Mapping.Entry] = []
        var positions: [[UInt8]: Int] = [:]
        for entry in entries {
            let key = Array(entry.key.text.utf8)
            guard let position = positions[key] else {
                positions[key] = result.count
                result.append(entry)
                continue
            }
            if case .mapping(let old) = result[position].value.value, case .mapping(let new) = entry.value.value {
                let whole = merged(old.entries + new.entries)
                result[position].value = Node(.mapping(whole), range: result[position].value.range)
            } else {
                result[position] = entry
            }
        }
        return Mapping(result)
    }
}

/// Returns a string of a document for a message: in quotes, on one line, at most 60 characters.
func quoted(_ text: String) -> String {
    var shown = ""
    for (position, scalar) in text.unicodeScalars.enumerated() {
        if position == 60 {
            shown += "…"
            break
        }
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
            shown += unicodeName(scalar)
        } else {
            shown.unicodeScalars.append(scalar)
        }
    }
    return "\"\(shown)\""
}

/// Returns the code of a character, such as `U+0007`.
func unicodeName(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
