import Foundation

/// A name and value of a query or of a form, in the order of the request.
package struct TextItem: Hashable, Sendable {
    /// The name, decoded.
    package var name: String

    /// The value as it was sent, percent-encoded.
    package var rawValue: String

    /// Creates an item.
    package init(name: String, rawValue: String) {
        self.name = name
        self.rawValue = rawValue
    }

    /// The value, decoded.
    package var value: String { rawValue.percentDecoded }
}

/// Reads `name=value&name=value`, as queries and forms spell it.
package enum QueryText {
    /// Names and values in order.
    ///
    /// - Parameters:
    ///   - text: The text without a leading question mark.
    ///   - plusIsSpace: Whether `+` means a space: in forms.
    /// - Returns: The items; a name without a value has an empty one.
    package static func items(_ text: String, plusIsSpace: Bool) -> [TextItem] {
        text.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { half in
                plusIsSpace ? String(half.replacing("+", with: "%20")) : String(half)
            }
            return TextItem(name: halves[0].percentDecoded, rawValue: halves.count > 1 ? halves[1] : "")
        }
    }
}

extension StringProtocol {
    /// The text with its escapes resolved; the text itself when they are no UTF-8.
    package var percentDecoded: String { removingPercentEncoding ?? String(self) }
}
