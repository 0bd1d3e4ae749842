import Foundation

extension String {
    /// The string without leading and trailing whitespace.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
