/// The items of all pages of a list, in order; see ``PageSequence/items``.
public struct PageItems<Item: Sendable>: AsyncSequence, Sendable {
    /// An item.
    public typealias Element = Item

    let pages: PageSequence<Item>

    /// Creates an iterator that starts before the first item.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator())
    }

    /// Returns the items in order, and fetches a page when the items before it are used.
    public struct Iterator: AsyncIteratorProtocol {
        var pages: PageSequence<Item>.Iterator
        var current: ArraySlice<Item> = []

        /// Returns the next item; `nil` after the last one.
        ///
        /// - Throws: The error of the operation that fetches the pages.
        public mutating func next() async throws -> Item? {
            while current.isEmpty {
                guard let page = try await pages.next() else { return nil }
                current = page.items[...]
            }
            return current.popFirst()
        }
    }
}
