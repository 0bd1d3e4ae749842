extension JSONReader {

    /// Reads a string including its quotes.
    @inline(__always)
    mutating func readString() throws(ReadingStopped) -> String {
        let start = offset &+ 1
        var end = start
        while end < bytes.count, Self.isPlain(bytes[end]) {
            end &+= 1
        }
        if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
            offset = end &+ 1
            return text(start, end)
        }
        return try readUnusualString(plainEnd: end)
    }

    /// Whether a byte is an unescaped character of one column in a string.
    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte >= 0x20 && byte < 0x80
    }

    /// Returns the string between two offsets.
    @inline(__always)
    private func text(_ start: Int, _ end: Int) -> String {
        bytes.withUnsafeBufferPointer { String(decoding: $0[start..<end], as: UTF8.self) }
    }

    /// Reads a string that contains more than plain ASCII.
    ///
    /// - Parameter plainEnd: Offset of the first other byte.
    /// - Returns: The string with its escapes resolved.
    /// - Throws: ``ReadingStopped`` after recording a problem that ends reading.
    private mutating func readUnusualString(plainEnd: Int) throws(ReadingStopped) -> String {
        let start = position
        var plainStart = offset + 1
        var content: [UInt8] = []
        offset = plainEnd
        while next != UInt8(ascii: "\"") {
            if offset == bytes.count {
                throw unexpected("The closing quote is missing", "Close the text that starts here", at: start)
            }
            if next == UInt8(ascii: "\\") {
                content += bytes[plainStart..<offset]
                content += try readEscape().utf8
                plainStart = offset
            } else if next < 0x20 {
                throw rawControl()
            } else {
                columnBase += next & 0xC0 == 0x80 ? 1 : 0
                offset += 1
            }
        }
        content += bytes[plainStart..<offset]
        offset += 1
        return String(decoding: content, as: UTF8.self)
    }

    private mutating func readEscape() throws(ReadingStopped) -> String {
        let start = position
        offset += 1
        let letter = next
        // Any other byte could be a line break, part of a character, or the end of the file.
        offset += letter > 0x20 && letter < 0x7F ? 1 : 0
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(letter))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try readUnicodeEscape(from: start)
        default:
            throw unexpected("This escape does not exist in JSON", "Write \\\\ for a backslash", at: start)
        }
    }

    private mutating func readUnicodeEscape(from start: SourcePosition) throws(ReadingStopped) -> String {
        let first = try readFourDigits(from: start)
        if let scalar = Unicode.Scalar(first) {
            return String(scalar)
        }
        // Only the two halves of a surrogate pair are not scalars.
        let isPair = bytes[offset...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
        if first < 0xDC00, isPair {
            offset += 2
            let second = try readFourDigits(from: start)
            if (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return String(scalar)
            }
        }
        let name = String(first, radix: 16, uppercase: true)
        throw unexpected(
            "\\u\(name) is half a character",
            "Write both halves of the surrogate pair, or the character itself",
            at: start
        )
    }

    private mutating func readFourDigits(from start: SourcePosition) throws(ReadingStopped) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = hexadecimalValue(next) else {
                throw unexpected("\\u takes four hexadecimal digits", "Write \\u00E9 for U+00E9", at: start)
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }

    /// Reads a number.
    mutating func readNumber() throws(ReadingStopped) -> Node.Value {
        let place = position
        let start = offset
        let isNegative = next == UInt8(ascii: "-")
        offset += isNegative ? 1 : 0
        let (value, count) = readDigits()
        if count > 1, bytes[offset - count] == UInt8(ascii: "0") {
            throw unexpected("A JSON number cannot start with 0", "Remove the 0, or put the text in quotes", at: place)
        }
        var isWhole = true
        if next == UInt8(ascii: "."), count > 0 {
            offset += 1
            isWhole = false
            try requireDigits(from: place)
        }
        if next | 0x20 == UInt8(ascii: "e"), count > 0 {
            offset += 1
            isWhole = false
            offset += next == UInt8(ascii: "+") || next == UInt8(ascii: "-") ? 1 : 0
            try requireDigits(from: place)
        }
        guard count > 0, !Self.isWordByte(next) else {
            throw unexpected("This is not a JSON number", "Write it as -12, 0.5 or 1e9, or put it in quotes", at: place)
        }
        if isWhole, let value, isNegative || value != .min {
            return .int(isNegative ? value : -value)
        }
        return .number(text: text(start, offset))
    }

    /// Reads digits.
    ///
    /// - Returns: The value as a negative number, or `nil` if it does not fit, and the number of digits.
    private mutating func readDigits() -> (value: Int?, count: Int) {
        var value: Int? = 0
        let start = offset
        while next &- 0x30 <= 9 {
            let (tenfold, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, overflowSum) = tenfold.subtractingReportingOverflow(Int(next &- 0x30))
            value = value == nil || overflow || overflowSum ? nil : sum
            offset += 1
        }
        return (value, offset - start)
    }

    private mutating func requireDigits(from start: SourcePosition) throws(ReadingStopped) {
        if readDigits().count == 0 {
            throw unexpected("Digits are missing in this number", "Write it as 0.5 or 1e9", at: start)
        }
    }

    /// Reads `true`, `false` or `null`.
    mutating func readLiteral() throws(ReadingStopped) -> Node.Value {
        let start = position
        let begin = offset
        while Self.isWordByte(next) {
            offset += 1
        }
        switch text(begin, offset) {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case let word:
            throw notAValue(word, from: start)
        }
    }

    /// Whether a byte can be part of a word or number.
    ///
    /// Such a byte must not follow one.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "$"):
            true
        default:
            false
        }
    }
}
