#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A decimal number of up to 38 digits, for the conversion between JSON digits and Foundation's `Decimal`.
struct DecimalParts {
    /// The digits, as a 128-bit number.
    var high: UInt64
    var low: UInt64
    var exponent: Int
    var isNegative: Bool

    /// Multiplies by ten and adds a digit; returns `false`, without a change, if the result needs more than 128 bits.
    mutating func append(_ digit: UInt64) -> Bool {
        let lowProduct = low.multipliedFullWidth(by: 10)
        let highProduct = high.multipliedReportingOverflow(by: 10)
        let (newLow, carry) = lowProduct.low.addingReportingOverflow(digit)
        let (partial, overflow) = highProduct.partialValue.addingReportingOverflow(lowProduct.high)
        let (newHigh, overflowToo) = partial.addingReportingOverflow(carry ? 1 : 0)
        guard !highProduct.overflow, !overflow, !overflowToo else { return false }
        low = newLow
        high = newHigh
        return true
    }

    /// Divides by ten, and returns the remainder.
    mutating func removeDigit() -> UInt64 {
        let (quotient, rest) = high.quotientAndRemainder(dividingBy: 10)
        let (lowQuotient, digit) = UInt64(10).dividingFullWidth((rest, low))
        high = quotient
        low = lowQuotient
        return digit
    }

    /// Removes trailing zeros and brings the exponent into `Decimal`'s range; returns `false` if that is impossible.
    mutating func normalize() -> Bool {
        guard high > 0 || low > 0 else {
            exponent = 0
            isNegative = false
            return true
        }
        if high == 0 {
            while low % 10 == 0 {
                low /= 10
                exponent += 1
            }
        } else {
            var shorter = self
            while shorter.removeDigit() == 0 {
                shorter.exponent += 1
                self = shorter
            }
        }
        while exponent > 127 {
            guard append(0) else { return false }
            exponent -= 1
        }
        return exponent >= -128
    }

    /// The number as a `Decimal`; requires normalized parts.
    var decimal: Decimal {
        DecimalLayout.current?.decimal(self) ?? Decimal(string: spelling) ?? .nan
    }

    /// The number as digits with an exponent.
    var spelling: String {
        var rest = self
        var digits: [UInt8] = []
        repeat { digits.append(ASCII.zero + UInt8(rest.removeDigit())) } while rest.high > 0 || rest.low > 0
        return (isNegative ? "-" : "") + String(decoding: digits.reversed(), as: UTF8.self) + "e\(exponent)"
    }

    init(_ token: NumberToken) {
        high = 0
        low = token.mantissa
        exponent = token.exponent
        isNegative = token.isNegative
    }

    /// Creates the parts of a finite value.
    init(_ value: Decimal) {
        if let layout = DecimalLayout.current {
            self = layout.parts(of: value)
        } else {
            let number = JSONNumber(unchecked: value.description)
            self = DecimalParts(digitsOf: number) ?? DecimalParts(NumberToken(start: 0))
        }
    }

    init(high: UInt64, low: UInt64, exponent: Int, isNegative: Bool) {
        self.high = high
        self.low = low
        self.exponent = exponent
        self.isNegative = isNegative
    }

    /// Creates the parts of a number with more than 19 digits; `nil` if it exceeds the range of `Decimal`.
    init?(digitsOf number: JSONNumber) {
        guard let (digits, exponent) = number.significantDigits(atMost: 39) else { return nil }
        self.init(NumberToken(start: 0))
        self.exponent = exponent
        isNegative = number.isNegative
        for digit in digits.utf8 where !append(UInt64(ASCII.digit(digit))) { return nil }
    }
}

extension JSONReader {

    /// Reads a number exactly.
    ///
    /// - Throws: ``DecodingFailure`` for a number with more digits or a larger power of ten than `Decimal` holds.
    mutating func readDecimal() throws(DecodingFailure) -> Decimal {
        let token = try readNumber()
        var parts = DecimalParts(token)
        if token.isTruncated {
            guard let long = DecimalParts(digitsOf: JSONNumber(unchecked: text(of: token))) else {
                throw outOfRange("Decimal", at: token.start)
            }
            parts = long
        }
        guard parts.normalize() else { throw outOfRange("Decimal", at: token.start) }
        return parts.decimal
    }
}

extension Decimal: JSONCodable {

    /// Reads a number exactly, without converting it to `Double`.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a number, or exceeds the precision or range of `Decimal`.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        self = try reader.readDecimal()
    }

    /// Writes all digits; null for not-a-number.
    public func write(to writer: inout JSONWriter) {
        guard isFinite else { return writer.writeInexactNull() }
        var parts = DecimalParts(self)
        // A `Decimal` always fits.
        _ = parts.normalize()
        writer.write(decimal: parts)
    }
}
