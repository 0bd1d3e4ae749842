public import Foundation

/// One page of a longer list.
public struct ResultPage<Item: Sendable>: Sendable {
    /// The page's items in the server's order.
    public let items: [Item]

    /// Where the next page is; `nil` on the last page, and for pages that are counted.
    public let next: PagePosition?

    /// Number of items on all pages; `nil` when the server does not say.
    public let total: Int?

    /// Creates a page of a list that is walked by position, or a last page.
    public init(items: [Item], total: Int? = nil) {
        self.init(items: items, at: nil, total: total)
    }

    /// Creates a page that names the next one by a cursor; `nil` or an empty text on the last page.
    public init(items: [Item], next cursor: String?, total: Int? = nil) {
        self.init(items: items, at: cursor.flatMap { $0.isEmpty ? nil : .cursor($0) }, total: total)
    }

    /// Creates a page that names the next one by its URL; `nil` on the last page.
    public init(items: [Item], nextURL url: URL?, total: Int? = nil) {
        self.init(items: items, at: url.map { .url($0) }, total: total)
    }

    private init(items: [Item], at next: PagePosition?, total: Int?) {
        self.items = items
        self.next = next
        self.total = total
    }
}

extension ResultPage: Equatable where Item: Equatable {}

/// A place in a list of pages.
public enum PagePosition: Hashable, Sendable {
    /// A text that only the server understands; never empty.
    case cursor(String)

    /// The URL of a page.
    case url(URL)

    /// A page's number, or the number of items in front of the page.
    case number(Int)

    /// The text of a cursor; `nil` for other places.
    public var cursor: String? {
        if case .cursor(let text) = self { text } else { nil }
    }
}

/// What one step forward adds to the position of a counted page.
public enum PageStep: Hashable, Sendable {
    /// One, for APIs that number their pages.
    case page

    /// The number of items received, for APIs that skip items.
    case items
}
