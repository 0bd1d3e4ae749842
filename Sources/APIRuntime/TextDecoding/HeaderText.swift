#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the value of one header field, which is not percent-encoded.
package struct HeaderText {
    let explode: Bool
    let separator: Character

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - explode: Whether an object is written as `name=value,…` instead of `name,value,…`.
    ///   - separator: The character between the elements.
    package init(explode: Bool, separator: Character = ",") {
        self.explode = explode
        self.separator = separator
    }

    /// Returns the value, with strings for all scalars.
    package func value(of raw: String, _ kind: TextKind) -> TextTree {
        guard kind == .list || kind == .object else { return .text(raw) }
        // Empty elements of a list have no meaning in HTTP, but a value of an object may be empty.
        let parts = raw.split(separator: separator, omittingEmptySubsequences: kind == .list || raw.isEmpty)
            .map { $0.trimmingSpaces() }
        return .parts(parts, kind, explode: explode) { $0 }
    }
}
