/// The core schema of YAML 1.2, which defines the types of plain scalars.
///
/// In contrast to YAML 1.1, `yes`, `no`, `on`, `off`, dates and `1_000` are strings.
enum CoreSchema {

    /// Returns the value of a plain scalar.
    ///
    /// - Parameter bytes: Text of the scalar.
    /// - Returns: Null, a Boolean, a number or a string.
    @inline(__always)
    static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> Node.Value {
        guard let first = bytes.first else { return .null }
        // Most plain scalars start with a letter that starts no literal.
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            return number(bytes) ?? .string(text(bytes))
        case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"),
            UInt8(ascii: "f"), UInt8(ascii: "F"):
            return bytes.count > 5 ? .string(text(bytes)) : literal(text(bytes))
        default:
            return .string(text(bytes))
        }
    }

    /// Returns the text of a scalar.
    @inline(__always)
    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Returns null or a Boolean, or the text as a string.
    static func literal(_ text: String) -> Node.Value {
        switch text {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .bool(true)
        case "false", "False", "FALSE": .bool(false)
        default: .string(text)
        }
    }

    /// Returns a number, or `nil` if the text is not a number.
    static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Node.Value? {
        if let value = based(bytes) {
            return value
        }
        var digits = bytes[...]
        var isNegative = false
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") {
            isNegative = digits.removeFirst() == UInt8(ascii: "-")
        }
        if let value = decimal(digits, isNegative: isNegative) {
            return .int(value)
        }
        return isFloat(digits, isSigned: digits.count < bytes.count) ? .number(text: text(bytes)) : nil
    }

    /// Returns an octal or hexadecimal number, or `nil` if the text is not one.
    private static func based(_ bytes: UnsafeBufferPointer<UInt8>) -> Node.Value? {
        guard bytes.count > 2, bytes[0] == UInt8(ascii: "0") else { return nil }
        let radix: Int
        switch bytes[1] {
        case UInt8(ascii: "o"): radix = 8
        case UInt8(ascii: "x"): radix = 16
        default: return nil
        }
        let digits = bytes.dropFirst(2)
        guard digits.allSatisfy({ hexadecimalValue($0).map { $0 < radix } ?? false }) else { return nil }
        let value = Int(String(decoding: digits, as: UTF8.self), radix: radix)
        return value.map { .int($0) } ?? .number(text: text(bytes))
    }

    /// Returns an integer, or `nil` if the text is not an integer or does not fit.
    private static func decimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>, isNegative: Bool) -> Int? {
        guard !digits.isEmpty else { return nil }
        var value = 0
        for byte in digits {
            let digit = Int(byte) - 0x30
            guard digit >= 0, digit <= 9 else { return nil }
            let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
            // Counts down, because the smallest number has no positive counterpart.
            let (next, overflowNext) = tenfold.subtractingReportingOverflow(digit)
            guard !overflow, !overflowNext else { return nil }
            value = next
        }
        if isNegative {
            return value
        }
        return value == .min ? nil : -value
    }

    private static func isFloat(_ text: Slice<UnsafeBufferPointer<UInt8>>, isSigned: Bool) -> Bool {
        var rest = text
        let whole = dropDigits(&rest)
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = dropDigits(&rest)
        }
        guard whole + fraction > 0 else {
            return isSpecial(text, isSigned: isSigned)
        }
        guard let byte = rest.popFirst() else { return true }
        guard byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") else { return false }
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
            rest.removeFirst()
        }
        return dropDigits(&rest) > 0 && rest.isEmpty
    }

    private static func isSpecial(_ text: Slice<UnsafeBufferPointer<UInt8>>, isSigned: Bool) -> Bool {
        switch String(decoding: text, as: UTF8.self) {
        case ".inf", ".Inf", ".INF": true
        case ".nan", ".NaN", ".NAN": !isSigned
        default: false
        }
    }

    /// Removes leading digits and returns their number.
    private static func dropDigits(_ text: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var count = 0
        while let byte = text.first, byte &- 0x30 <= 9 {
            text.removeFirst()
            count += 1
        }
        return count
    }
}
