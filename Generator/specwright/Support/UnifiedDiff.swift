import GeneratorCore

/// The difference between two texts.
struct UnifiedDiff {

    /// Hunks with their headers and up to three lines of context.
    ///
    /// Empty for equal texts.
    let lines: [String]

    /// Number of the first line in the old text that differs; 1 or more.
    let firstLine: Int

    /// Maximum number of lines to compare.
    ///
    /// A longer difference is shown as a replacement of all its lines.
    private static let mostLines = 4000

    /// The bytes of a line, without the line feed at its end.
    ///
    /// Strings are not suitable: a carriage return and a line feed form one character, and strings with different bytes
    /// can be equal.
    private struct TextLine: Equatable {
        let bytes: ArraySlice<UInt8>
        /// Whether a line feed follows.
        ///
        /// Lines with and without a line feed differ.
        let isEnded: Bool
    }

    /// A line that is kept, removed or added.
    private struct Step {
        let sign: Character
        let line: TextLine
    }

    /// Compares texts line by line.
    init(_ old: [UInt8], _ new: [UInt8]) {
        let (old, new) = (Self.split(old), Self.split(new))
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let inner = Self.steps(Array(old[head..<old.count - tail]), Array(new[head..<new.count - tail]))
        let kept = { (line: TextLine) in Step(sign: " ", line: line) }
        firstLine = head + 1
        lines = Self.hunks(old[..<head].map(kept) + inner + old[(old.count - tail)...].map(kept))
    }

    private static func split(_ bytes: [UInt8]) -> [TextLine] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let ended = lines.dropLast().map { TextLine(bytes: $0, isEnded: true) }
        return ended + lines.suffix(1).filter { !$0.isEmpty }.map { TextLine(bytes: $0, isEnded: false) }
    }

    private static func steps(_ old: [TextLine], _ new: [TextLine]) -> [Step] {
        guard old.count + new.count <= mostLines else {
            return old.map { Step(sign: "-", line: $0) } + new.map { Step(sign: "+", line: $0) }
        }
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var steps: [Step] = []
        var (one, other) = (0, 0)
        while one < old.count || other < new.count {
            if removed.contains(one) {
                steps.append(Step(sign: "-", line: old[one]))
                one += 1
            } else if inserted.contains(other) {
                steps.append(Step(sign: "+", line: new[other]))
                other += 1
            } else {
                steps.append(Step(sign: " ", line: old[one]))
                (one, other) = (one + 1, other + 1)
            }
        }
        return steps
    }

    private static func hunks(_ steps: [Step]) -> [String] {
        var lines: [String] = []
        var (one, other) = (0, 0)
        var next = 0
        while let change = steps[next...].firstIndex(where: { $0.sign != " " }) {
            let first = max(next, change - 3)
            (one, other) = (one + first - next, other + first - next)
            var last = change
            // Changes with at most six lines between them are in the same hunk.
            while let more = steps[(last + 1)...].prefix(7).firstIndex(where: { $0.sign != " " }) {
                last = more
            }
            let hunk = steps[first..<min(steps.count, last + 4)]
            let (oldCount, newCount) = (hunk.count { $0.sign != "+" }, hunk.count { $0.sign != "-" })
            lines.append("@@ -\(start(one, oldCount)),\(oldCount) +\(start(other, newCount)),\(newCount) @@")
            for step in hunk {
                lines.append("\(step.sign)\(VisibleText(String(decoding: step.line.bytes, as: UTF8.self)))")
                lines += step.line.isEnded ? [] : ["\\ No newline at end of file"]
            }
            (one, other) = (one + oldCount, other + newCount)
            next = hunk.endIndex
        }
        return lines
    }

    /// Returns the number of a hunk's first line.
    ///
    /// An empty hunk has the number of the line before it.
    private static func start(_ before: Int, _ count: Int) -> Int {
        count == 0 ? before : before + 1
    }
}
