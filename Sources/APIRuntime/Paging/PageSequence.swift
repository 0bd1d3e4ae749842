public import Foundation

/// The pages of a list, each fetched when it is asked for.
///
/// ```swift
/// for try await page in client.receipts.pages() { show(page.items) }
/// for try await receipt in client.receipts.pages().items { show(receipt) }
/// ```
///
/// A sequence can be walked any number of times; each time starts at the first page. Nothing is fetched ahead, unless
/// ``prefetching()`` asks for it. After a failure or the last page the iterator gives `nil`.
///
/// - Note: Failures are errors of the operation that fetches the pages. They are declared as `any Error`, because the
///   compiler crashes on algorithms like `first(where:)` of sequences with a concrete failure.
public struct PageSequence<Item: Sendable>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = ResultPage<Item>

    private var start: PagePosition?
    private var isEager = false
    private let rule: @Sendable (_ page: ResultPage<Item>, _ walk: PageWalk) -> PagePosition?
    private let fetch: @Sendable (PagePosition?) async throws -> ResultPage<Item>

    /// Creates the pages of a list whose pages name the next one by a cursor.
    ///
    /// Ends at a page without cursor, or with one that was used before.
    ///
    /// - Parameter fetch: Fetches a page; `nil` asks for the first one.
    public init(cursor fetch: @escaping @Sendable (String?) async throws -> ResultPage<Item>) {
        start = nil
        rule = { page, walk in walk.unseen(page.next) }
        self.fetch = { position in
            if case .cursor(let cursor) = position { try await fetch(cursor) } else { try await fetch(nil) }
        }
    }

    /// Creates the pages of a list that is walked by number.
    ///
    /// Ends at an empty page, at one shorter than `size`, and when `total` items were received.
    ///
    /// - Parameters:
    ///   - first: Position of the first page.
    ///   - step: What is added for the next page.
    ///   - size: Number of items that a full page has; `nil` when the server chooses.
    ///   - fetch: Fetches the page at a position.
    public init(
        startingAt first: Int = 0,
        step: PageStep,
        size: Int?,
        _ fetch: @escaping @Sendable (Int) async throws -> ResultPage<Item>
    ) {
        start = .number(first)
        rule = { page, walk in walk.following(page.items.count, total: page.total, size: size, step: step) }
        self.fetch = { position in
            if case .number(let number) = position { try await fetch(number) } else { try await fetch(first) }
        }
    }

    /// Creates the pages of a list whose pages name the next one by its URL.
    ///
    /// Ends at a page without URL, or with one that was used before. Give the URL to the operation as
    /// ``CallOptions/following``, which keeps credentials on the server they are for.
    ///
    /// - Parameter fetch: Fetches a page; `nil` asks for the first one.
    public init(url fetch: @escaping @Sendable (URL?) async throws -> ResultPage<Item>) {
        start = nil
        rule = { page, walk in walk.unseen(page.next) }
        self.fetch = { position in
            if case .url(let url) = position { try await fetch(url) } else { try await fetch(nil) }
        }
    }

    /// The same list from a page on that a cursor names, as an earlier page gave it.
    ///
    /// - Parameter cursor: The cursor; `nil` starts at the first page.
    /// - Returns: The pages from there on.
    public func starting(at cursor: String?) -> PageSequence {
        var pages = self
        pages.start = cursor.map { .cursor($0) }
        return pages
    }

    /// The same pages, the next one of which is fetched while the one before it is read.
    ///
    /// No more than one page is ahead. It is cancelled with the task that walks, and when the iterator goes away; its
    /// failure is thrown when its turn comes.
    public func prefetching() -> PageSequence {
        var pages = self
        pages.isEager = true
        return pages
    }

    /// The items of all pages, one after the other.
    public var items: PageItems<Item> { PageItems(pages: self) }

    /// Creates an iterator at the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(walk: PageWalk(position: start), rule: rule, fetch: fetch, isEager: isEager)
    }

    /// Fetches page after page.
    public struct Iterator: AsyncIteratorProtocol {
        var walk: PageWalk
        let rule: @Sendable (ResultPage<Item>, PageWalk) -> PagePosition?
        let fetch: @Sendable (PagePosition?) async throws -> ResultPage<Item>
        let isEager: Bool
        var ahead: PageAhead<Item>?

        /// The next page; `nil` after the last one.
        public mutating func next() async throws -> ResultPage<Item>? {
            guard !walk.isAtEnd else { return nil }
            let page: ResultPage<Item>
            do {
                page = if let ahead { try await ahead.page() } else { try await fetch(walk.position) }
            } catch {
                ahead = nil
                walk.isAtEnd = true
                throw error
            }
            let next = rule(page, walk)
            walk.move(to: next, received: page.items.count)
            ahead = isEager && next != nil ? PageAhead { [fetch] in try await fetch(next) } : nil
            return page
        }
    }
}
