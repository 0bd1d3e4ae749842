#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The deletions of partitions, in order.
///
/// The log keeps the newest ones of a limited number of partitions. A partition that it has forgotten counts as deleted
/// at the last deletion it has forgotten, so that no response from before a deletion is ever stored after it.
struct PartitionEvictionLog: Sendable {
    /// The number of deletions.
    private(set) var count = 0
    private let limit: Int
    private var last: [String: (order: Int, date: Date)] = [:]
    private var forgotten: (order: Int, date: Date)?

    /// Creates an empty log.
    ///
    /// - Parameter limit: The number of partitions to keep.
    init(limit: Int = 256) {
        self.limit = limit
    }

    /// The number of partitions in the log.
    var size: Int { last.count }

    /// Records a deletion that starts now.
    mutating func add(_ partition: String, at date: Date) {
        count += 1
        last[partition] = (count, date)
        guard last.count > limit, let oldest = last.min(by: { $0.value.order < $1.value.order }) else { return }
        last[oldest.key] = nil
        forgotten = (oldest.value.order, max(oldest.value.date, forgotten?.date ?? oldest.value.date))
    }

    /// Returns whether a partition was deleted after a request was sent.
    func includes(_ partition: String, after timing: CacheTiming) -> Bool {
        guard let last = last[partition] ?? forgotten else { return false }
        guard let before = timing.evictionsBefore else { return timing.requestedAt < last.date }
        return last.order > before
    }
}
