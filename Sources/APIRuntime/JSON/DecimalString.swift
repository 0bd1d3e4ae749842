public import Foundation

/// A decimal number that travels as a string, with its digits as they are written: `"12.50"` stays `"12.50"`.
///
/// Two are equal when their numbers are.
public struct DecimalString: Sendable, CustomStringConvertible {

    /// The digits as JSON spells a number, such as `-12.50`.
    public let text: String

    /// Creates a number from digits as JSON spells them; `nil` for any other text.
    public init?(_ text: String) {
        guard let number = JSONNumber(text) else { return nil }
        self.text = number.text
    }

    /// Creates a number; not-a-number becomes zero, for which JSON has no spelling.
    public init(_ value: Decimal) {
        text = value.isNaN ? "0" : value.description
    }

    /// The number; rounded where it has more than 38 digits.
    public var value: Decimal {
        Decimal(string: text) ?? 0
    }

    /// The digits as they are written.
    public var description: String { text }
}

extension DecimalString: Hashable, Comparable {

    /// Compares the numbers: `1.0` and `1.00` are equal.
    public static func == (lhs: DecimalString, rhs: DecimalString) -> Bool {
        JSONNumber(unchecked: lhs.text) == JSONNumber(unchecked: rhs.text)
    }

    /// Compares the numbers.
    public static func < (lhs: DecimalString, rhs: DecimalString) -> Bool {
        lhs.value < rhs.value
    }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(JSONNumber(unchecked: text))
    }
}

extension DecimalString: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {

    /// Creates a number from digits; zero for a text that is no number.
    public init(stringLiteral value: String) {
        self = DecimalString(value) ?? DecimalString(0)
    }

    /// Creates a whole number.
    public init(integerLiteral value: Int) {
        text = String(value)
    }
}

extension DecimalString: JSONCodable {

    /// Reads a string such as `"12.50"`; a plain number is read as its digits where reading is not strict.
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
