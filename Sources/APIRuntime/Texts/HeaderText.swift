import Foundation

/// Reads the text of one header field, whose values are not encoded.
package struct HeaderText {
    let explode: Bool

    /// Creates a reader of fields in which the members of an object are written as `name=value`, or take turns.
    package init(explode: Bool) {
        self.explode = explode
    }

    /// The value, with texts for all scalars.
    package func value(of raw: String, _ kind: TextKind) -> JSONValue {
        guard kind == .list || kind == .object else { return .string(raw) }
        let parts = raw.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return .texts(parts, kind, explode: explode) { $0 }
    }
}

extension JSONValue {
    /// A list, or an object whose members are `name=value` when exploded and take turns otherwise.
    package static func texts(
        _ parts: [String],
        _ kind: TextKind,
        explode: Bool,
        decoded: (String) -> String
    ) -> JSONValue {
        guard kind == .object else { return .array(parts.map { .string(decoded($0)) }) }
        guard explode else { return .pairs(parts.map(decoded)) }
        return .object(
            parts.map { part in
                let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (decoded(String(halves[0])), halves.count > 1 ? decoded(String(halves[1])) : "")
            }
        )
    }
}
