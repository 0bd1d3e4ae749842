import Foundation

/// The query of a link: decoded values, the first of each name.
struct LinkQuery: Sendable, Hashable {
    private let values: [String: String]

    /// Reads the query of a link.
    init(_ components: URLComponents) {
        let items = (components.queryItems ?? []).compactMap { item in item.value.map { (item.name, $0) } }
        values = Dictionary(items, uniquingKeysWith: { first, _ in first })
    }

    /// The value of a name; `nil` when the link has none.
    subscript(name: String) -> String? { values[name] }
}
