#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One page of a longer list.
public struct ResultPage<Item: Sendable>: Sendable {
    /// The page's items in the server's order.
    public let items: [Item]

    /// Position of the next page; `nil` on the last page, and for lists with numbered positions.
    public let next: PagePosition?

    /// Number of items on all pages; `nil` when unknown.
    public let total: Int?

    /// The number of invalid items that the server sent and that ``items`` omits.
    private(set) var omitted = 0

    /// Creates a page of a list with numbered positions, or a last page.
    public init(items: [Item], total: Int? = nil) {
        self.init(items: items, at: nil, total: total)
    }

    /// Creates a page of a list with numbered positions that omits invalid items, which count for the positions.
    @_spi(Generated)
    public init(items: [Item], total: Int? = nil, omitting omitted: Int) {
        self.init(items: items, at: nil, total: total)
        self.omitted = omitted
    }

    /// Creates a page with the cursor of the next one; `nil` or an empty string on the last page.
    public init(items: [Item], next cursor: String?, total: Int? = nil) {
        self.init(items: items, at: cursor.flatMap { $0.isEmpty ? nil : .cursor($0) }, total: total)
    }

    /// Creates a page with the URL of the next one; `nil` on the last page.
    public init(items: [Item], nextURL url: URL?, total: Int? = nil) {
        self.init(items: items, at: url.map { .url($0) }, total: total)
    }

    private init(items: [Item], at next: PagePosition?, total: Int?) {
        self.items = items
        self.next = next
        self.total = total
    }

    /// The number of items that the server sent.
    var received: Int { items.count + omitted }
}

extension ResultPage: Equatable where Item: Equatable {}

/// The position of a page in a list.
public enum PagePosition: Hashable, Sendable {
    /// An opaque string of the server; never empty.
    case cursor(String)

    /// The URL of a page.
    case url(URL)

    /// The number of the page, or the number of items before it.
    case number(Int)

    /// The cursor; `nil` for other positions.
    public var cursor: String? {
        if case .cursor(let text) = self { text } else { nil }
    }
}

/// The difference between the numbered positions of two pages.
public enum PageStep: Hashable, Sendable {
    /// One, for APIs that number their pages.
    case page

    /// The number of items received, for APIs that skip items.
    case items
}
