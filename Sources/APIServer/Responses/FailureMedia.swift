/// The media types of the response bodies for an operation's documented failures.
///
/// Use one media type for all statuses, or several by status: `["404": "text/plain", "default": "application/json"]`.
/// A failure that its media type selects has an entry under the name of its case: `["notFoundHTML": "text/html"]`.
public struct FailureMedia: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    private let byStatus: [String: String]

    /// Creates one media type for all statuses.
    public init(stringLiteral value: String) {
        byStatus = ["default": value]
    }

    /// Creates media types by status (`404`, `4XX` or `default`) or by the name of an error's case.
    public init(dictionaryLiteral elements: (String, String)...) {
        byStatus = Dictionary(elements) { first, _ in first }
    }

    /// Returns the media type for a status; JSON if none is specified.
    public subscript(status: Int) -> String {
        byStatus["\(status)"] ?? byStatus["\(status / 100)XX"] ?? byStatus["default"] ?? "application/json"
    }

    /// Returns the media type for a documented failure.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - name: The name of the error's case; `nil` for any.
    subscript(status: Int, name: String?) -> String {
        name.flatMap { byStatus[$0] } ?? self[status]
    }
}
