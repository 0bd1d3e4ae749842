import Foundation

/// The duties that a pass over the ledger performs.
struct LedgerPass: Sendable, Hashable {
    /// The duties to perform when they are due.
    private(set) var regular: Set<LedgerEntry.Duty>
    /// The duties to perform regardless of their due times.
    private(set) var immediate: Set<LedgerEntry.Duty>
    /// A time until which duties count as due, if it is later than now.
    private(set) var end: Date?

    /// Creates a pass.
    init(_ duties: Set<LedgerEntry.Duty>, all: Bool, until end: Date?) {
        (regular, immediate) = all ? ([], duties) : (duties, [])
        self.end = end
    }

    /// Adds the duties of another pass.
    mutating func formUnion(_ other: LedgerPass) {
        regular.formUnion(other.regular)
        immediate.formUnion(other.immediate)
        end = [end, other.end].compactMap(\.self).max()
    }

    /// Returns the duties of an entry to perform, in this order.
    func duties(of entry: LedgerEntry, at now: Date) -> [LedgerEntry.Duty] {
        let instant = max(now, end ?? now)
        let due = Set(entry.dueDuties(at: instant))
        return entry.dueDuties(at: instant, all: true).filter {
            immediate.contains($0) || regular.contains($0) && due.contains($0)
        }
    }
}

/// The passes that were requested, of which one runs and at most one waits.
///
/// A pass that has not begun performs the duties of all later requests as well: anybody can open any number of links, and
/// each requests a pass.
struct LedgerPassQueue: Sendable {
    private var latest: Task<Void, Never>?
    private var waiting: LedgerPass?

    /// Adds a pass.
    ///
    /// - Parameters:
    ///   - pass: The pass.
    ///   - start: A closure that starts a task for a new pass, which must wait for the former one and then take the pass
    ///     from ``next()``.
    /// - Returns: The task that performs the pass.
    mutating func add(
        _ pass: LedgerPass,
        start: (_ former: Task<Void, Never>?) -> Task<Void, Never>
    ) -> Task<Void, Never> {
        if let latest, waiting != nil {
            waiting?.formUnion(pass)
            return latest
        }
        waiting = pass
        let task = start(latest)
        latest = task
        return task
    }

    /// Returns the pass that waits, and lets it begin; `nil` if there is none.
    mutating func next() -> LedgerPass? {
        defer { waiting = nil }
        return waiting
    }
}
