internal import Foundation

/// The deletions of partitions, in order.
struct PartitionEvictionLog: Sendable {
    /// The number of deletions.
    private(set) var count = 0
    private var last: [String: (order: Int, date: Date)] = [:]

    /// Records a deletion that starts now.
    mutating func add(_ partition: String, at date: Date) {
        count += 1
        last[partition] = (count, date)
    }

    /// Returns whether a partition was deleted after a request was sent.
    func includes(_ partition: String, after timing: CacheTiming) -> Bool {
        guard let last = last[partition] else { return false }
        guard let before = timing.evictionsBefore else { return timing.requestedAt < last.date }
        return last.order > before
    }
}
