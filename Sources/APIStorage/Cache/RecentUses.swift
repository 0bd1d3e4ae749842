/// The rows read since the last change, collected so that reading does not require writing.
struct RecentUses: Sendable {
    private var ordinals: [Int64: Int] = [:]
    private var next = 0

    /// Creates an empty collection.
    init() {}

    /// Adds rows as the most recently used.
    mutating func add(_ ids: some Sequence<Int64>) {
        for id in ids {
            ordinals[id] = next
            next += 1
        }
    }

    /// Removes and returns all rows, the least recently used first, without duplicates.
    mutating func take() -> [Int64] {
        defer { ordinals = [:] }
        return ordinals.sorted { $0.value < $1.value }.map(\.key)
    }
}
