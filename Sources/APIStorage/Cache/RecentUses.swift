/// Rows that were read since the last change, so that reading need not write.
struct RecentUses: Sendable {
    private var ordinals: [Int64: Int] = [:]
    private var next = 0

    /// Starts empty.
    init() {}

    /// Adds uses, the latest of all.
    mutating func add(_ ids: some Sequence<Int64>) {
        for id in ids {
            ordinals[id] = next
            next += 1
        }
    }

    /// Takes all rows out, the least recently used first, each once.
    mutating func take() -> [Int64] {
        defer { ordinals = [:] }
        return ordinals.sorted { $0.value < $1.value }.map(\.key)
    }
}
