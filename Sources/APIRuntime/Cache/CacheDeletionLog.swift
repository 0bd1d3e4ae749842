#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The deletions of partitions and resources, in order.
///
/// The log keeps the newest ones of a limited number of subjects. A subject that it has forgotten counts as deleted at
/// the last deletion it has forgotten, so that no response from before a deletion is ever stored after it.
struct CacheDeletionLog: Sendable {
    /// The responses that a deletion deletes.
    enum Subject: Hashable, Sendable {
        /// The responses of one owner, as at sign-out.
        case partition(String)
        /// The responses of one URL for all owners, as after a write.
        case resource(String)
    }

    /// The number of deletions.
    private(set) var count = 0
    private let limit: Int
    private var last: [Subject: (order: Int, date: Date)] = [:]
    private var forgotten: (order: Int, date: Date)?

    /// Creates an empty log.
    ///
    /// - Parameter limit: The number of subjects to keep.
    init(limit: Int = 256) {
        self.limit = limit
    }

    /// The number of subjects in the log.
    var size: Int { last.count }

    /// Records a deletion that starts now.
    mutating func add(_ subject: Subject, at date: Date) {
        count += 1
        last[subject] = (count, date)
        guard last.count > limit, let oldest = last.min(by: { $0.value.order < $1.value.order }) else { return }
        last[oldest.key] = nil
        forgotten = (oldest.value.order, max(oldest.value.date, forgotten?.date ?? oldest.value.date))
    }

    /// Returns whether a subject was deleted after a request was sent, and not by the request itself.
    func includes(_ subject: Subject, after timing: CacheTiming) -> Bool {
        if case .resource = subject, let own = timing.ownDeletions { return includes(subject, since: own) }
        guard let before = timing.evictionsBefore else {
            return (last[subject] ?? forgotten).map { timing.requestedAt < $0.date } ?? false
        }
        return includes(subject, since: before)
    }

    /// Returns whether a subject was deleted after there had been a number of deletions.
    func includes(_ subject: Subject, since count: Int) -> Bool {
        (last[subject] ?? forgotten).map { $0.order > count } ?? false
    }
}

extension CacheKey {
    /// The deletions that delete the responses of this key.
    var subjects: [CacheDeletionLog.Subject] { [.partition(partition), .resource(url)] }
}
