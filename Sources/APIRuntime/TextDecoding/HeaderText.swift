#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the value of one header field, which is not percent-encoded.
package struct HeaderText {
    let explode: Bool

    /// Creates a reader.
    ///
    /// - Parameter explode: Whether an object is written as `name=value,…` instead of `name,value,…`.
    package init(explode: Bool) {
        self.explode = explode
    }

    /// Returns the value, with strings for all scalars.
    package func value(of raw: String, _ kind: TextKind) -> TextTree {
        guard kind == .list || kind == .object else { return .text(raw) }
        let parts = raw.split(separator: ",").map { $0.trimmingSpaces() }
        return .parts(parts, kind, explode: explode) { $0 }
    }
}
