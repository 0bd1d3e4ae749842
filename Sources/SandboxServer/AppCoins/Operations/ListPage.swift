import AppCoinsAPI
import APIServer
import Foundation

/// One page of a list, and where its neighbours begin.
///
/// A position names the item in front of the page, so that items added at the start of a list do not move the pages.
struct ListPage<Item> {
    /// What is on the page.
    let items: ArraySlice<Item>

    /// Position of the next page; `nil` on the last one.
    let next: String?

    /// Position of the page before; `nil` on the first one.
    let previous: String?

    /// Cuts a page out of a list.
    ///
    /// - Parameters:
    ///   - all: The list.
    ///   - id: What tells an item from all others.
    ///   - size: Number of items, 1 or more.
    ///   - cursor: Position; `nil` for the first page. One that is not of this list gives no page.
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

/// Addresses of the pages of a list.
struct PageAddresses {
    /// The request for one of the pages.
    let request: ServerRequest

    /// The query without a position; parameters that are `nil` are left out.
    let query: [(name: String, value: String?)]

    /// The link to a page; `nil` for no position.
    func link(_ cursor: String?) -> PageLink? {
        guard let cursor else { return nil }
        let pairs = (query + [("cursor", cursor)]).compactMap { name, value in
            value.map { "\(name)=\($0.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? "")" }
        }
        let text = pairs.joined(separator: "&")
        return PageLink(cursor: cursor, query: text, url: "\(request.baseURL)\(request.path)?\(text)")
    }

    // Commas stay as they are, as in the calls of the service's own clients.
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,"
    )
}
