#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A decimal number that JSON represents as a string, with its digits unchanged: `"12.50"` stays `"12.50"`.
///
/// Two values are equal if their numbers are equal.
public struct DecimalString: Sendable, CustomStringConvertible {

    /// The digits in JSON's format for numbers, such as `-12.50`.
    public let text: String

    /// Creates a number from digits in JSON's format; `nil` for any other string.
    public init?(_ text: String) {
        guard let number = JSONNumber(text) else { return nil }
        self.text = number.text
    }

    /// Creates a number from a `Decimal`; not-a-number becomes zero, because JSON has no format for it.
    public init(_ value: Decimal) {
        text = value.isNaN ? "0" : value.description
    }

    /// The number, rounded if it has more than 38 digits; `Decimal.nan` if its magnitude exceeds that of a `Decimal`.
    public var value: Decimal {
        Decimal(string: text) ?? (magnitude < 1 ? 0 : .nan)
    }

    private var magnitude: Double { (Double(text) ?? .infinity).magnitude }

    /// The unchanged digits.
    public var description: String { text }
}

extension DecimalString: Hashable, Comparable {

    /// Returns whether two numbers are equal, as `1.0` and `1.00` are.
    public static func == (lhs: DecimalString, rhs: DecimalString) -> Bool {
        JSONNumber(unchecked: lhs.text) == JSONNumber(unchecked: rhs.text)
    }

    /// Returns whether a number is less than another one.
    public static func < (lhs: DecimalString, rhs: DecimalString) -> Bool {
        JSONNumber(unchecked: rhs.text).isMore(than: lhs.text)
    }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(JSONNumber(unchecked: text))
    }
}

extension DecimalString: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {

    /// Creates a number from digits; zero for a string that is not a number.
    public init(stringLiteral value: String) {
        self = DecimalString(value) ?? DecimalString(0)
    }

    /// Creates a whole number.
    public init(integerLiteral value: Int) {
        text = String(value)
    }
}

extension DecimalString: JSONCodable {

    /// Reads a string such as `"12.50"`, or a plain number unless reading is strict.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a decimal number in this form.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        if !reader.isStrict, try reader.kind == .number {
            text = try JSONNumber(json: &reader).text
            return
        }
        self = try reader.readSpelled("a decimal number in a string") { DecimalString($0) }
    }

    /// Writes a string.
    public func write(to writer: inout JSONWriter) {
        writer.write(string: text)
    }
}
