/// A string in the YAML of a configuration.
enum ConfigurationText {

    /// Returns a path or a command on one line, in quotes if YAML could read another value without them.
    static func scalar(_ text: String) -> String {
        isPlain(text) ? text : "\"\(text.unicodeScalars.map(escaped).joined())\""
    }

    private static func isPlain(_ text: String) -> Bool {
        // A word without these characters may be a number, a Boolean or null.
        let isString = text.contains("/") || text.contains(" ") || hasEnding(text)
        guard isString, let first = text.utf8.first else { return false }
        return isWordPart(first) && first != UInt8(ascii: "-") && text.utf8.last != UInt8(ascii: " ")
            && text.utf8.allSatisfy { isWordPart($0) || " +=,@%".utf8.contains($0) }
    }

    private static func hasEnding(_ text: String) -> Bool {
        [".yaml", ".yml", ".json"].contains { text.hasSuffix($0) }
    }

    private static func isWordPart(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_./".utf8.contains(byte)
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": return "\\\(scalar)"
        case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: return String(scalar)
        }
    }
}
