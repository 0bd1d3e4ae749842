#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The pages of a list, each fetched when it is requested.
///
/// ```swift
/// for try await page in client.notes.listPages() { show(page.items) }
/// for try await note in client.notes.listPages().items { show(note) }
/// ```
///
/// A sequence can be iterated any number of times, each time from the first page. Pages are fetched ahead only after
/// ``prefetching()``. After a failure or the last page the iterator returns `nil`.
///
/// An iteration belongs to the user of its first page: after the user signs out, or another user signs in, the next page
/// fails with ``AuthenticationError/Code/sessionEnded``.
///
/// - Note: The iterator throws errors of the operation that fetches the pages. They are declared as `any Error`, because
///   the compiler crashes on algorithms like `first(where:)` of sequences with a concrete failure.
public struct PageSequence<Item: Sendable>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = ResultPage<Item>

    private var start: PagePosition?
    /// The number of items before the start; `nil` if it is unknown.
    private var skipped: Int? = 0
    /// The numbers of the pages; `nil` for a list without numbered positions.
    private let numbers: PageNumbers?
    private var isEager = false
    /// Whether the positions are URLs.
    private var takesURLs = false
    private let rule: @Sendable (_ page: ResultPage<Item>, _ walk: PageWalk) -> PagePosition?
    private let fetch: @Sendable (PagePosition?) async throws -> ResultPage<Item>

    /// Creates the pages of a list in which each page contains the cursor of the next one.
    ///
    /// The sequence ends at a page without a cursor, or with one that was used before.
    ///
    /// - Parameter fetch: Fetches the page at a cursor; the first page for `nil`.
    public init(cursor fetch: @escaping @Sendable (String?) async throws -> ResultPage<Item>) {
        numbers = nil
        rule = { page, walk in walk.unseen(page.next) }
        self.fetch = { position in
            if case .cursor(let cursor) = position { try await fetch(cursor) } else { try await fetch(nil) }
        }
    }

    /// Creates the pages of a list with numbered positions.
    ///
    /// The sequence ends at an empty page and when `total` items were received, or, if the pages have no total, at a page
    /// with fewer than `size` items. It also ends at a page whose items equal those of the page before it, and does not
    /// return that page: a server that ignores the position would otherwise make the iteration endless. Items that are not
    /// `Equatable` are not compared. For the same reason, the sequence ends after ten pages all of whose items are invalid.
    ///
    /// - Parameters:
    ///   - first: Position of the first page.
    ///   - step: Difference between the positions of two pages.
    ///   - size: Number of items on a full page; `nil` when the server chooses.
    ///   - fetch: Fetches the page at a position.
    public init(
        startingAt first: Int = 0,
        step: PageStep,
        size: Int?,
        _ fetch: @escaping @Sendable (Int) async throws -> ResultPage<Item>
    ) {
        numbers = PageNumbers(first: first, step: step, size: size)
        start = .number(first)
        rule = { page, walk in walk.following(page.received, total: page.total, size: size, step: step) }
        self.fetch = { position in
            switch position {
            case .number(let number): try await fetch(number)
            case nil: try await fetch(first)
            case .cursor, .url: throw TransportError(.invalidRequest, "The position of the first page is not a number.")
            }
        }
    }

    /// Creates the pages of a list in which each page contains the URL of the next one.
    ///
    /// The sequence ends at a page without a URL, or with one that was used before. Pass the URL to the operation as
    /// ``CallOptions/following``, which keeps credentials on their server.
    ///
    /// - Parameter fetch: Fetches the page at a URL; the first page for `nil`.
    public init(url fetch: @escaping @Sendable (URL?) async throws -> ResultPage<Item>) {
        numbers = nil
        rule = { page, walk in walk.unseen(page.next) }
        self.fetch = { position in
            switch position {
            case .url(let url): try await fetch(url)
            case nil: try await fetch(nil)
            case .cursor, .number: throw TransportError(.invalidRequest, "The position of the first page is not a URL.")
            }
        }
        takesURLs = true
    }

    /// Returns the pages of the same list that start at a cursor of an earlier page.
    ///
    /// - Parameter cursor: The cursor; `nil` starts at the first page. For a list with numbered positions, a number, and for
    ///   one whose pages contain URLs, a URL.
    /// - Returns: The remaining pages. If the cursor is no such number or URL, the first page throws ``TransportError`` with
    ///   ``TransportError/Code/invalidRequest``.
    public func starting(at cursor: String?) -> PageSequence {
        var pages = self
        if let numbers, let number = cursor.map({ Int($0) }) ?? numbers.first {
            pages.start = .number(number)
            pages.skipped = numbers.items(before: number)
        } else {
            let url = takesURLs ? cursor.flatMap { URL(string: $0) } : nil
            pages.start = url.map { .url($0) } ?? cursor.map { .cursor($0) }
            pages.skipped = 0
        }
        return pages
    }

    /// Returns the same pages, each fetched while the page before it is read.
    ///
    /// At most one page is fetched ahead. Cancelling the task or releasing the iterator cancels its transfer. Its failure is
    /// thrown when it is requested.
    public func prefetching() -> PageSequence {
        var pages = self
        pages.isEager = true
        return pages
    }

    /// The items of all pages, in order.
    public var items: PageItems<Item> { PageItems(pages: self) }

    /// Creates an iterator that starts before the first page.
    public func makeAsyncIterator() -> Iterator {
        let scope = OwnerScope(within: OwnerScope.current)
        let fetch = { @Sendable [fetch] (position: PagePosition?) in
            try await OwnerScope.$current.withValue(scope) { try await fetch(position) }
        }
        let walk = PageWalk(position: start, skipped: skipped)
        return Iterator(walk: walk, rule: rule, fetch: fetch, isEager: isEager, scope: scope)
    }

    /// Fetches the pages in order.
    public struct Iterator: AsyncIteratorProtocol {
        var walk: PageWalk
        let rule: @Sendable (ResultPage<Item>, PageWalk) -> PagePosition?
        let fetch: @Sendable (PagePosition?) async throws -> ResultPage<Item>
        let isEager: Bool
        let scope: OwnerScope
        var ahead: PageAhead<Item>?
        /// The items of the page before; empty if there is none.
        var former: [Item] = []
        /// The number of pages in a row whose items are all invalid.
        var invalidPages = 0
        /// The number of such pages at which the iteration ends: a server may ignore the position.
        private static var mostInvalidPages: Int { 10 }

        /// Returns the next page; `nil` after the last one.
        ///
        /// - Throws: The error of the operation that fetches the pages.
        public mutating func next() async throws -> ResultPage<Item>? {
            guard !walk.isAtEnd else { return nil }
            // A page of a session that has ended must not be returned: fetching it again fails with the operation's error.
            if scope.failure != nil { ahead = nil }
            let page: ResultPage<Item>
            do {
                page = if let ahead { try await ahead.page() } else { try await fetch(walk.position) }
            } catch {
                ahead = nil
                walk.isAtEnd = true
                throw error
            }
            guard !isRepeated(page) else {
                ahead = nil
                walk.isAtEnd = true
                return nil
            }
            former = page.items
            invalidPages = page.items.isEmpty ? invalidPages + 1 : 0
            let next = rule(page, walk)
            walk.move(to: next, received: page.received)
            ahead = isEager && next != nil ? PageAhead { [fetch] in try await fetch(next) } : nil
            return page
        }

        /// Whether a page at a numbered position has the items of the page before.
        private func isRepeated(_ page: ResultPage<Item>) -> Bool {
            if case .number = walk.position, page.items.isEmpty { return invalidPages >= Self.mostInvalidPages }
            guard case .number = walk.position, page.items.count == former.count,
                let former = former as? any Equatable
            else { return false }
            return isEqual(former, page.items)
        }

        private func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
            other as? Value == value
        }
    }
}

/// The numbers of the pages of a list.
private struct PageNumbers: Sendable {
    let first: Int
    let step: PageStep
    let size: Int?

    /// Returns the number of items before a page; `nil` if it is unknown.
    func items(before number: Int) -> Int? {
        if number == first { return 0 }
        let (steps, isOverflow) = number.subtractingReportingOverflow(first)
        if isOverflow { return nil }
        if step == .items { return steps }
        return size.flatMap {
            let (items, isOverflow) = steps.multipliedReportingOverflow(by: $0)
            return isOverflow ? nil : items
        }
    }
}
