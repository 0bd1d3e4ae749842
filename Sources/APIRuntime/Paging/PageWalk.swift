/// The state of one iteration over pages.
struct PageWalk: Sendable {
    /// Position of the next page; `nil` for the first page of a list without numbered positions.
    private(set) var position: PagePosition?

    /// Whether there are no more pages.
    var isAtEnd = false

    /// The number of items before the next page; `nil` if it is unknown.
    private var received: Int?
    private var seen: Set<PagePosition> = []

    /// Creates a walk that begins at a position.
    ///
    /// - Parameters:
    ///   - position: The position of the first page; `nil` for that of a list without numbered positions.
    ///   - skipped: The number of items before that page; `nil` if it is unknown.
    init(position: PagePosition?, skipped: Int? = 0) {
        self.position = position
        received = skipped
    }

    /// Returns the position unless it was visited before, which would make the iteration endless.
    func unseen(_ next: PagePosition?) -> PagePosition? {
        guard let next, next != position, !seen.contains(next) else { return nil }
        return next
    }

    /// Returns the position after a page of `count` items; `nil` after the last page.
    func following(_ count: Int, total: Int?, size: Int?, step: PageStep) -> PagePosition? {
        guard case .number(let number) = position, count > 0 else { return nil }
        if let total, let received {
            let (sum, isOverflow) = received.addingReportingOverflow(count)
            guard !isOverflow, sum < total else { return nil }
        } else if let size, count < size {
            return nil
        }
        // No list has items beyond the largest number.
        let (next, isOverflow) = number.addingReportingOverflow(step == .page ? 1 : count)
        return isOverflow ? nil : .number(next)
    }

    /// Moves to the next page, or to the end.
    mutating func move(to next: PagePosition?, received count: Int) {
        if let position { seen.insert(position) }
        received = received.flatMap {
            let (sum, isOverflow) = $0.addingReportingOverflow(count)
            return isOverflow ? nil : sum
        }
        position = next
        isAtEnd = next == nil
    }
}
