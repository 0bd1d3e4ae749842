/// Thrown to leave a reader; the reason is already among the session's problems.
struct ReadingStopped: Error {}

/// What one run of a reader has spent and found.
struct ReadSession {

    let limits: ReadLimits

    private(set) var problems: [ReadFailure] = []

    /// Values in the tree so far, those behind aliases included.
    private(set) var nodeCount = 0

    private var aliasedCount = 0

    init(limits: ReadLimits) {
        self.limits = limits
    }

    /// Records a problem after which reading goes on.
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

    /// Counts one value that is written out.
    @inline(__always)
    mutating func countNode(at range: SourceRange) throws(ReadingStopped) {
        nodeCount += 1
        if nodeCount > limits.maxNodes {
            throw tooManyNodes(range)
        }
    }

    /// Counts the values that an alias or a merge key adds.
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

    /// Refuses a value that is nested too deeply.
    ///
    /// - Parameters:
    ///   - depth: Collections around and including the value.
    ///   - range: Where it is.
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

    /// Makes a mapping, with a problem for each repeated key.
    mutating func mapping(_ entries: [Mapping.Entry]) throws(ReadingStopped) -> Mapping {
        var repeats: [(repeated: Mapping.Key, first: Mapping.Key)] = []
        let mapping = Mapping(entries) { repeats.append(($0, $1)) }
        for (repeated, first) in repeats {
            try report(
                ReadFailure(
                    "The key \(quoted(repeated.text)) appears twice in the same mapping",
                    hint: "Rename or remove one of the two",
                    range: repeated.range,
                    related: [ReadFailure.Related(message: "The key is first used here", range: first.range)]
                )
            )
        }
        return mapping
    }
}

/// A text from a document as a message shows it: in quotes, on one line, at most 60 characters.
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

/// The code of a character, as `U+0007`.
func unicodeName(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
