/// A regular expression in the syntax of ECMA-262, as JSON Schema uses it.
///
/// Matching examines each scalar of a string once: the time is at most proportional to the product of the lengths of
/// string and expression. Therefore look-around and back references are not supported.
struct Pattern: Sendable {

    private let program: [PatternStep]

    /// Parses an expression; `nil` for one that is invalid, too large, or has unsupported syntax.
    init?(_ expression: String) {
        var parser = PatternParser(expression)
        guard let node = parser.parse(), let program = PatternCompiler.program(node) else { return nil }
        self.program = program
    }

    private static let known = LockedState<[String: Pattern?]>([:])

    /// Returns the pattern of an expression, which is parsed only once.
    static func named(_ expression: String) -> Pattern? {
        if let pattern = known.withLock({ $0[expression] }) { return pattern }
        let pattern = Pattern(expression)
        known.withLock { $0[expression] = .some(pattern) }
        return pattern
    }

    /// Returns whether some part of a string matches.
    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var current = ThreadList(count: program.count)
        var next = ThreadList(count: program.count)
        for position in 0...scalars.count {
            current.add(0, program, scalars, position)
            if current.hasMatch { return true }
            guard position < scalars.count else { break }
            next.clear()
            for step in current.waiting {
                if case .scalar(let set) = program[step], set.contains(scalars[position]) {
                    next.add(step + 1, program, scalars, position + 1)
                }
            }
            if next.hasMatch { return true }
            swap(&current, &next)
        }
        return false
    }
}

/// The steps of a program that a match has reached.
private struct ThreadList {
    /// The steps that wait for a scalar.
    private(set) var waiting: [Int] = []
    private(set) var hasMatch = false
    private var stamps: [Int]
    private var stamp = 1
    private var open: [Int] = []

    init(count: Int) {
        stamps = Array(repeating: 0, count: count)
    }

    mutating func clear() {
        waiting.removeAll(keepingCapacity: true)
        hasMatch = false
        stamp += 1
    }

    /// Adds a step, and all steps that can be reached from it without a scalar.
    mutating func add(_ start: Int, _ program: [PatternStep], _ text: [Unicode.Scalar], _ position: Int) {
        open.append(start)
        while let step = open.popLast() {
            guard stamps[step] != stamp else { continue }
            stamps[step] = stamp
            switch program[step] {
            case .scalar: waiting.append(step)
            case .match: hasMatch = true
            case .jump(let target): open.append(target)
            case .split(let first, let second):
                open.append(second)
                open.append(first)
            case .start: if position == 0 { open.append(step + 1) }
            case .end: if position == text.count { open.append(step + 1) }
            case .boundary(let isWanted):
                if isBoundary(text, position) == isWanted { open.append(step + 1) }
            }
        }
    }

    private func isBoundary(_ text: [Unicode.Scalar], _ position: Int) -> Bool {
        let before = position > 0 && ScalarSet.word.contains(text[position - 1])
        let after = position < text.count && ScalarSet.word.contains(text[position])
        return before != after
    }
}
