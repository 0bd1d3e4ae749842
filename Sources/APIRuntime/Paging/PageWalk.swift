/// How far a walk over pages has come, and where it may go from there.
struct PageWalk: Sendable {
    /// Where the page to fetch is; `nil` for the first page of a list that names its pages.
    private(set) var position: PagePosition?

    /// Whether there is nothing more to fetch.
    var isAtEnd = false

    private var received = 0
    private var seen: Set<PagePosition> = []

    init(position: PagePosition?) {
        self.position = position
    }

    /// The position, unless it was visited before: a server that repeats itself would never end.
    func unseen(_ next: PagePosition?) -> PagePosition? {
        guard let next, next != position, !seen.contains(next) else { return nil }
        return next
    }

    /// The position after a page of `count` items; `nil` when that page was the last one.
    func following(_ count: Int, total: Int?, size: Int?, step: PageStep) -> PagePosition? {
        guard case .number(let number) = position, count > 0 else { return nil }
        if let size, count < size { return nil }
        if let total, received + count >= total { return nil }
        return .number(number + (step == .page ? 1 : count))
    }

    /// Goes to the next page, or to the end.
    mutating func move(to next: PagePosition?, received count: Int) {
        if let position { seen.insert(position) }
        received += count
        position = next
        isAtEnd = next == nil
    }
}
