import Foundation

/// The query of a link as decoded values; the first value of each name is used.
struct LinkQuery: Sendable, Hashable {
    private let values: [String: String]

    /// Reads the query of a link.
    init(_ components: URLComponents) {
        let items = (components.queryItems ?? []).compactMap { item in item.value.map { (item.name, $0) } }
        values = Dictionary(items, uniquingKeysWith: { first, _ in first })
    }

    /// The value for a name; `nil` if the link has none.
    subscript(name: String) -> String? { values[name] }
}
