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

    /// Returns the value of a type, with strings for all scalars.
    ///
    /// A date may have the format of HTTP (RFC 9110, section 5.6.7), which becomes the one of RFC 3339.
    package func value(of raw: String, as type: any JSONCodable.Type) -> TextTree {
        let inner = (type as? any OptionalText.Type)?.wrapped ?? type
        if inner is Date.Type, let date = HTTPDate.parse(raw) { return .text(date.timestamp(fractionDigits: 0)) }
        return value(of: raw, TextKind(type))
    }

    /// Returns the value, with strings for all scalars.
    package func value(of raw: String, _ kind: TextKind) -> TextTree {
        guard kind == .list || kind == .object else { return .text(raw) }
        // Empty elements of a list have no meaning in HTTP, but a value of an object may be empty.
        let omitsEmpty = kind == .list || raw.isEmpty
        let parts = elements(of: raw).map { $0.trimmingSpaces() }.filter { !omitsEmpty || !$0.isEmpty }
        return .parts(parts, kind, explode: explode) { $0 }
    }

    /// Returns the strings between separators that are neither in a quoted string nor in a URI in angle brackets.
    ///
    /// Quoted strings begin an element, or follow `=` or the `W/` of an entity tag (RFC 9110, section 5.6). One that does not end contains nothing.
    func elements(of raw: String) -> [Substring] {
        var elements: [Substring] = []
        var start = raw.startIndex
        var index = start
        var last: Character = separator
        // A mark without an end is not searched again, so that the work remains linear.
        var open: Set<Character> = ["\"", "<"]
        while index < raw.endIndex {
            let character = raw[index]
            if character == separator {
                elements.append(raw[start..<index])
                start = raw.index(after: index)
            } else if last == separator || last == "=" || last == "/", open.contains(character) {
                if let end = end(of: raw[index...]) { index = end } else { open.remove(character) }
            }
            if character != " " { last = character }
            index = raw.index(after: index)
        }
        return elements + [raw[start...]]
    }

    /// Returns the place of the last character of a quoted string or a URI in angle brackets; `nil` if it does not end.
    private func end(of text: Substring) -> Substring.Index? {
        let first = text.first
        var isEscaped = false
        return text.indices.dropFirst().first { index in
            defer { isEscaped = first == "\"" && text[index] == "\\" && !isEscaped }
            return !isEscaped && text[index] == (first == "<" ? ">" : "\"")
        }
    }
}
