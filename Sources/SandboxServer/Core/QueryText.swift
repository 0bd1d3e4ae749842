import Foundation

/// Reads `name=value&name=value`, as queries and forms spell it.
enum QueryText {
    /// Names and values in order, decoded.
    ///
    /// - Parameters:
    ///   - text: The text without a leading question mark.
    ///   - plusIsSpace: Whether `+` means a space: in forms.
    /// - Returns: The pairs; a name without a value has an empty one.
    static func pairs(_ text: String, plusIsSpace: Bool = false) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(halves[0], plusIsSpace), halves.count > 1 ? decoded(halves[1], plusIsSpace) : "")
        }
    }

    private static func decoded(_ text: Substring, _ plusIsSpace: Bool) -> String {
        let spaced = plusIsSpace ? String(text.replacing("+", with: " ")) : String(text)
        return spaced.removingPercentEncoding ?? spaced
    }
}
