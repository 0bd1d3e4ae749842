/// A path or a server URL with names in braces.
struct URLTemplate {

    /// A literal part or a name.
    enum Part: Hashable {
        case text(String)
        case name(String)
    }

    let parts: [Part]

    /// Parses a template; an unbalanced brace is literal text.
    init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        let braces = (open: UInt8(ascii: "{"), close: UInt8(ascii: "}"))
        while let open = rest.utf8.firstIndex(of: braces.open),
            let close = rest.utf8[open...].firstIndex(of: braces.close)
        {
            if open > rest.startIndex {
                parts.append(.text(String(rest[..<open])))
            }
            parts.append(.name(String(rest[rest.utf8.index(after: open)..<close])))
            rest = rest[rest.utf8.index(after: close)...]
        }
        if !rest.isEmpty {
            parts.append(.text(String(rest)))
        }
        self.parts = parts
    }

    /// Returns the percent-encoded form of a path; existing escapes remain unchanged.
    static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let isLetterOrDigit =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            if isLetterOrDigit || "-._~!$&'()*+,;=:@/%?".utf8.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
    }

    /// Whether the literal parts contain a query.
    var hasQuery: Bool {
        parts.contains { if case .text(let text) = $0 { text.contains("?") } else { false } }
    }

    /// The literal parts, in order.
    var texts: [String] {
        parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// The names, in order.
    var names: [String] {
        parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }
}
