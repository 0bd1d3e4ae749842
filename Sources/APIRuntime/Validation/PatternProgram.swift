/// The parts of a regular expression.
indirect enum PatternNode: Sendable {
    case empty
    case scalar(ScalarSet)
    case start
    case end
    case boundary(Bool)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// A repetition, without an upper bound when `most` is `nil`.
    case repetition(PatternNode, least: Int, most: Int?)
}

/// One step of a matching program.
enum PatternStep: Sendable {
    case scalar(ScalarSet)
    case jump(Int)
    case split(Int, Int)
    case start
    case end
    case boundary(Bool)
    case match
}

/// A compiler that translates an expression into steps.
struct PatternCompiler {
    private static let limit = 10_000

    private var steps: [PatternStep] = []
    private var isTooLarge = false

    /// Returns the program of an expression; `nil` when it would have more than ten thousand steps.
    static func program(_ node: PatternNode) -> [PatternStep]? {
        var compiler = PatternCompiler()
        compiler.add(node)
        compiler.steps.append(.match)
        return compiler.isTooLarge ? nil : compiler.steps
    }

    private mutating func add(_ node: PatternNode) {
        guard steps.count < Self.limit else {
            isTooLarge = true
            return
        }
        switch node {
        case .empty: break
        case .scalar(let set): steps.append(.scalar(set))
        case .start: steps.append(.start)
        case .end: steps.append(.end)
        case .boundary(let isWanted): steps.append(.boundary(isWanted))
        case .sequence(let nodes): nodes.forEach { add($0) }
        case .choice(let nodes): add(choice: nodes)
        case .repetition(let node, let least, let most): add(node, least: least, most: most)
        }
    }

    private mutating func add(choice nodes: [PatternNode]) {
        var ends: [Int] = []
        for (index, node) in nodes.enumerated() {
            guard index + 1 < nodes.count else {
                add(node)
                break
            }
            let split = steps.count
            steps.append(.split(split + 1, 0))
            add(node)
            ends.append(steps.count)
            steps.append(.jump(0))
            steps[split] = .split(split + 1, steps.count)
        }
        for end in ends { steps[end] = .jump(steps.count) }
    }

    private mutating func add(_ node: PatternNode, least: Int, most: Int?) {
        for _ in 0..<least where !isTooLarge { add(node) }
        guard let most else {
            let split = steps.count
            steps.append(.split(split + 1, 0))
            add(node)
            steps.append(.jump(split))
            steps[split] = .split(split + 1, steps.count)
            return
        }
        var splits: [Int] = []
        for _ in least..<Swift.max(least, most) where !isTooLarge {
            splits.append(steps.count)
            steps.append(.split(steps.count + 1, 0))
            add(node)
        }
        for split in splits { steps[split] = .split(split + 1, steps.count) }
    }
}
