/// Media types of the bodies of an operation's documented failures.
///
/// One for all statuses, or some by status: `["404": "text/plain", "default": "application/json"]`.
public struct FailureMedia: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    private let byStatus: [String: String]

    /// Creates one for all statuses.
    public init(stringLiteral value: String) {
        byStatus = ["default": value]
    }

    /// Creates some by status: `404`, `4XX` or `default`.
    public init(dictionaryLiteral elements: (String, String)...) {
        byStatus = Dictionary(elements) { first, _ in first }
    }

    /// The media type for a status; JSON when nothing is said.
    public subscript(status: Int) -> String {
        byStatus["\(status)"] ?? byStatus["\(status / 100)XX"] ?? byStatus["default"] ?? "application/json"
    }
}
