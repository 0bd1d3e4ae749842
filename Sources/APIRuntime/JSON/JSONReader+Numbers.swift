/// A parsed and validated number of the document.
///
/// The value is `mantissa × 10^exponent`, with the sign, unless there are more than 19 significant digits.
struct NumberToken {
    let start: Int
    var end = 0
    var isNegative = false
    /// The first 19 significant digits.
    var mantissa: UInt64 = 0
    /// The power of ten of the mantissa's last digit.
    var exponent = 0
    /// The number of significant digits in the mantissa; leading zeros do not count.
    var digits = 0
    /// Whether there are more digits than the mantissa can hold.
    var isTruncated = false

    init(start: Int) {
        self.start = start
    }

    @inline(__always)
    mutating func append(_ digit: UInt8, isFraction: Bool) {
        if digits < 19 {
            mantissa = mantissa &* 10 &+ UInt64(digit)
            if mantissa > 0 { digits += 1 }
            if isFraction { exponent -= 1 }
        } else {
            isTruncated = true
            if !isFraction { exponent += 1 }
        }
    }
}

extension JSONReader {

    /// Reads a number value.
    mutating func readNumber() throws(DecodingFailure) -> NumberToken {
        let byte = nextByte()
        if byte == ASCII.quote, isLoneText { return try readQuotedNumber() }
        guard byte == ASCII.minus || ASCII.digit(byte) < 10 else { throw expected("a number") }
        return try scanNumber()
    }

    /// Reads a number in quotation marks.
    @inline(never)
    private mutating func readQuotedNumber() throws(DecodingFailure) -> NumberToken {
        let start = position
        let first = bytes[start + 1]
        guard first == ASCII.minus || ASCII.digit(first) < 10 else { throw expected("a number") }
        position += 1
        let token = try scanNumber()
        guard bytes[position] == ASCII.quote else {
            position = start
            throw expected("a number")
        }
        position += 1
        return token
    }

    /// Validates the current number and moves past it.
    mutating func scanNumber() throws(DecodingFailure) -> NumberToken {
        var token = NumberToken(start: position)
        var offset = position
        if bytes[offset] == ASCII.minus {
            token.isNegative = true
            offset += 1
        }
        let firstDigit = offset
        scanDigits(&offset, &token, isFraction: false)
        guard offset > firstDigit, bytes[firstDigit] != ASCII.zero || offset == firstDigit + 1 else {
            throw brokenNumber(at: firstDigit)
        }
        if bytes[offset] == ASCII.dot {
            offset += 1
            let start = offset
            scanDigits(&offset, &token, isFraction: true)
            guard offset > start else { throw brokenNumber(at: offset) }
        }
        if bytes[offset] | 0x20 == 0x65 { try scanExponent(&offset, &token) }
        token.end = offset
        position = offset
        return token
    }

    @inline(__always)
    private func scanDigits(_ offset: inout Int, _ token: inout NumberToken, isFraction: Bool) {
        while true {
            let digit = ASCII.digit(bytes[offset])
            guard digit < 10 else { return }
            token.append(digit, isFraction: isFraction)
            offset += 1
        }
    }

    private mutating func scanExponent(_ offset: inout Int, _ token: inout NumberToken) throws(DecodingFailure) {
        offset += 1
        let isNegative = bytes[offset] == ASCII.minus
        if isNegative || bytes[offset] == ASCII.plus { offset += 1 }
        let start = offset
        var exponent = 0
        while ASCII.digit(bytes[offset]) < 10 {
            // Far beyond the range of every type; more digits change nothing.
            if exponent < 1_000_000_000 { exponent = exponent * 10 + Int(ASCII.digit(bytes[offset])) }
            offset += 1
        }
        guard offset > start else { throw brokenNumber(at: offset) }
        token.exponent += isNegative ? -exponent : exponent
    }

    @inline(never)
    private mutating func brokenNumber(at offset: Int) -> DecodingFailure {
        position = offset
        return failure(.syntax, "not a number as JSON spells it")
    }

    /// Returns the failure for a number that is out of its type's range.
    @inline(never)
    func outOfRange(_ type: String, at offset: Int) -> DecodingFailure {
        DecodingFailure(.range, "a number that \(type) cannot hold exactly", offset: offset)
    }
}
