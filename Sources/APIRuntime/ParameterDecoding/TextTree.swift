#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The strings of a query, a form or a header field, arranged by their names.
///
/// The tree has no types: a type that is decoded from it decides how a string is interpreted.
package indirect enum TextTree: Sendable {
    /// One string.
    case text(String)
    /// The content of a file, and its text if its media type is that of text.
    case file(Data, text: String?)
    /// One string that is split only for a list or an object.
    case delimited(String, TextList)
    /// A JSON document of the sender.
    case json([UInt8])
    /// Values in order.
    case list([TextTree])
    /// Named values, each name once.
    case object([(name: String, value: TextTree)])

    /// Returns one string, or several as a list; `nil` for none.
    package static func texts(_ texts: [String]) -> TextTree? {
        texts.count == 1 ? .text(texts[0]) : texts.isEmpty ? nil : .list(texts.map { .text($0) })
    }

    /// Returns an array, or an object written as `name=value` when exploded and as alternating names and values when
    /// not.
    package static func parts(
        _ parts: [String],
        _ kind: TextKind,
        explode: Bool,
        decoded: @escaping @Sendable (String) -> String
    ) -> TextTree {
        guard kind == .object else { return .list(parts.map { .text(decoded($0)) }) }
        guard explode else { return .delimited("", TextList { parts.map(decoded) }) }
        return .object(
            grouping: parts.map { part in
                let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (decoded(String(halves[0])), halves.count > 1 ? decoded(String(halves[1])) : "")
            }
        )
    }

    /// Returns an object of strings, in which a name that occurs several times becomes a list.
    package static func object(grouping items: [(name: String, value: String)]) -> TextTree {
        var places: [String: Int] = [:]
        var groups: [(name: String, texts: [String])] = []
        for item in items {
            if let place = places[item.name] {
                groups[place].texts.append(item.value)
            } else {
                places[item.name] = groups.count
                groups.append((item.name, [item.value]))
            }
        }
        return .object(groups.map { ($0.name, .texts($0.texts) ?? .text("")) })
    }
}
