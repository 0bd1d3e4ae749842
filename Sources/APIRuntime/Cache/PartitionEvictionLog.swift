internal import Foundation

/// When which owner's responses were deleted, in order.
struct PartitionEvictionLog: Sendable {
    /// Number of wipes so far.
    private(set) var count = 0
    private var last: [String: (order: Int, date: Date)] = [:]

    /// Takes note of a wipe that begins now.
    mutating func add(_ partition: String, at date: Date) {
        count += 1
        last[partition] = (count, date)
    }

    /// Whether an owner's responses were deleted after a request for one was sent.
    func includes(_ partition: String, after timing: CacheTiming) -> Bool {
        guard let last = last[partition] else { return false }
        guard let before = timing.evictionsBefore else { return timing.requestedAt < last.date }
        return last.order > before
    }
}
