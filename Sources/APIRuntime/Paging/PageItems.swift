/// The items of a list's pages, one after the other; see ``PageSequence/items``.
public struct PageItems<Item: Sendable>: AsyncSequence, Sendable {
    /// An item.
    public typealias Element = Item

    let pages: PageSequence<Item>

    /// Creates an iterator at the first item.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator())
    }

    /// Gives item after item, and fetches a page when the one before it is used up.
    public struct Iterator: AsyncIteratorProtocol {
        var pages: PageSequence<Item>.Iterator
        var current: ArraySlice<Item> = []

        /// The next item; `nil` after the last one.
        public mutating func next() async throws -> Item? {
            while current.isEmpty {
                guard let page = try await pages.next() else { return nil }
                current = page.items[...]
            }
            return current.popFirst()
        }
    }
}
