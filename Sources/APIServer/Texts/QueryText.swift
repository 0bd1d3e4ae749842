import Foundation

/// Reads `name=value&name=value`, as queries and forms spell it.
enum QueryText {
    /// Names and values in order.
    ///
    /// - Parameters:
    ///   - text: The text without a leading question mark.
    ///   - plusIsSpace: Whether `+` means a space: in forms.
    /// - Returns: The items; a name without a value has an empty one.
    static func items(_ text: String, plusIsSpace: Bool) -> [ServerInput.Item] {
        text.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { half in
                plusIsSpace ? String(half.replacing("+", with: "%20")) : String(half)
            }
            return ServerInput.Item(name: halves[0].percentDecoded, rawValue: halves.count > 1 ? halves[1] : "")
        }
    }
}

extension StringProtocol {
    /// The text with its escapes resolved; the text itself when they are no UTF-8.
    var percentDecoded: String { removingPercentEncoding ?? String(self) }
}
