/// Converts strings for use in comments.
enum CommentText {

    /// Returns a string with LF as line breaks, and with replacements for invisible and control characters.
    static func clean(_ text: String) -> String {
        String(decoding: bytes(text), as: UTF8.self)
    }

    /// Returns the cleaned string in UTF-8.
    static func bytes(_ text: String) -> [UInt8] {
        let utf8 = Array(text.utf8)
        // The fast path for nearly all strings, because decoding them costs more than the rest of a comment.
        if utf8.allSatisfy({ ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A || $0 == 0x09 }) {
            return utf8
        }
        if utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x0A || $0 == 0x09 }),
            text.unicodeScalars.allSatisfy(isPlain)
        {
            return utf8
        }
        var result = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n":
                if last != "\r" {
                    result.append("\n")
                }
            case "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}": result.append("\n")
            case "\t": result.append(scalar)
            case _ where scalar.isASCII:
                result.append(scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .surrogate, .privateUse: result.append("\u{FFFD}")
                case .spaceSeparator: result.append(" ")
                default: result.append(scalar)
                }
            }
            last = scalar
        }
        return Array(String(result).utf8)
    }

    /// Whether a scalar certainly remains unchanged; a fast check that covers nearly all scalars.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x7F, 0xA1..<0xAD, 0xAE..<0x600, 0x2010..<0x2028, 0x2030..<0x205F, 0x2070..<0x3000: true
        case 0x3001..<0xD800, 0x1F000..<0x1FB00: true
        default: false
        }
    }

    /// Returns the cleaned string on one line.
    static func line(_ text: String) -> String {
        let bytes = bytes(text)
        let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") }
        guard bytes.contains(where: isBreak) else { return String(decoding: bytes, as: UTF8.self) }
        let lines = Array(bytes.split(whereSeparator: isBreak).joined(separator: " ".utf8))
        return String(decoding: lines, as: UTF8.self)
    }
}
