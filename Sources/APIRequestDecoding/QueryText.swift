import Foundation

/// A name-value pair of a query or a form.
package struct TextItem: Hashable, Sendable {
    /// The percent-decoded name.
    package var name: String

    /// The percent-encoded value as sent.
    package var rawValue: String

    /// Creates an item.
    package init(name: String, rawValue: String) {
        self.name = name
        self.rawValue = rawValue
    }

    /// The percent-decoded value.
    package var value: String { rawValue.percentDecoded }
}

/// A parser for the `name=value&name=value` of a query or a form.
package enum QueryText {
    /// Returns the names and values in order.
    ///
    /// - Parameters:
    ///   - text: The string of the query or form, without a leading question mark.
    ///   - plusIsSpace: Whether `+` means a space, as it does in forms.
    /// - Returns: The items; a name without a value has an empty value.
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
    /// The percent-decoded string; the unchanged string if the encoded bytes are not UTF-8.
    package var percentDecoded: String { removingPercentEncoding ?? String(self) }
}
