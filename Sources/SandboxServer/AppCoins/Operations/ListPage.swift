import AppCoinsAPI
import APIServer
import Foundation

/// One page of a list, with the positions of the next and previous pages.
///
/// A position contains the item before the page, so that items added at the start of a list do not shift the pages.
struct ListPage<Item> {
    /// The items of the page.
    let items: ArraySlice<Item>

    /// The position of the next page; `nil` on the last one.
    let next: String?

    /// The position of the previous page; `nil` on the first one.
    let previous: String?

    /// Creates a page of a list, or returns `nil` if the position is not in the list.
    ///
    /// - Parameters:
    ///   - all: The list.
    ///   - id: A closure that returns the unique identifier of an item.
    ///   - size: The number of items, 1 or more.
    ///   - cursor: The position; `nil` for the first page.
    init?(_ all: [Item], id: (Item) -> String, size: Int, cursor: String?) {
        guard let start = Self.start(in: all, id: id, cursor: cursor) else { return nil }
        let end = min(start + size, all.count)
        items = all[start..<end]
        next = end < all.count ? Self.position(behind: id(all[end - 1])) : nil
        let before = start - size
        previous = start == 0 ? nil : before <= 0 ? Self.first : Self.position(behind: id(all[before - 1]))
    }

    private static var first: String { "first" }

    private static func start(in all: [Item], id: (Item) -> String, cursor: String?) -> Int? {
        guard let cursor, cursor != first else { return 0 }
        return all.firstIndex { position(behind: id($0)) == cursor }.map { $0 + 1 }
    }

    private static func position(behind id: String) -> String {
        Data("after:\(id)".utf8).base64EncodedString()
            .replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
    }
}

/// The addresses of the pages of a list.
struct PageAddresses {
    /// The request for one of the pages.
    let request: ServerRequest

    /// The query without a position.
    ///
    /// Parameters that are `nil` are omitted.
    let query: [(name: String, value: String?)]

    /// Returns the link to a page, or `nil` if there is no position.
    func link(_ cursor: String?) -> PageLink? {
        guard let cursor else { return nil }
        let pairs = (query + [("cursor", cursor)]).compactMap { name, value in
            value.map { "\(name)=\($0.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? "")" }
        }
        let text = pairs.joined(separator: "&")
        return PageLink(cursor: cursor, query: text, url: "\(request.baseURL)\(request.path)?\(text)")
    }

    // Commas remain unencoded, as in the requests of the service's own clients.
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,"
    )
}
