/// A scanner for short strings with a fixed format.
struct TextScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Whether the whole string has been read.
    var isAtEnd: Bool { position == bytes.count }

    /// Reads a byte if it is the next one.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Reads an exact number of digits.
    mutating func number(digits: Int) -> Int? {
        let start = position
        guard let value = number(atMost: digits), position == start + digits else {
            position = start
            return nil
        }
        return value
    }

    /// Reads one to nine digits.
    mutating func number() -> Int? {
        number(atMost: 9)
    }

    /// Reads the digits after a decimal point, as a number with a fixed count of digits; further digits are dropped.
    mutating func fraction(digits: Int) -> Int? {
        let start = position
        guard var value = number(atMost: digits) else { return nil }
        for _ in position - start..<digits { value *= 10 }
        while position < bytes.count, ASCII.digit(bytes[position]) < 10 { position += 1 }
        return value
    }

    private mutating func number(atMost count: Int) -> Int? {
        let start = position
        var value = 0
        while position < min(bytes.count, start + count), ASCII.digit(bytes[position]) < 10 {
            value = value * 10 + Int(ASCII.digit(bytes[position]))
            position += 1
        }
        return position > start ? value : nil
    }
}

extension JSONReader {
    /// Reads a string and converts it to a value.
    mutating func readSpelled<T>(_ what: String, _ parse: (String) -> T?) throws(DecodingFailure) -> T {
        let token = try readToken()
        guard let value = parse(text(of: token)) else {
            throw DecodingFailure(.mismatch, "expected \(what)", offset: token.start - 1)
        }
        return value
    }
}

/// Returns the digits after a decimal point, without trailing zeros.
func fractionText(_ value: Int, digits: Int) -> String {
    var text = padded(value, to: digits)
    while text.hasSuffix("0") { text.removeLast() }
    return text
}
