/// A JSON number with the exact digits of the document.
public struct JSONNumber: Sendable, CustomStringConvertible {

    /// The number in JSON's format.
    public let text: String

    /// Creates a number from JSON's format; `nil` for any other string.
    public init?(_ text: String) {
        guard let number = try? JSONCoding.decode(JSONNumber.self, from: Array(text.utf8)), number.text == text else {
            return nil
        }
        self = number
    }

    /// Creates a whole number.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// Creates a number; `nil` for infinity and not-a-number, which JSON cannot represent.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = String(decoding: JSONCoding.encode(value), as: UTF8.self)
    }

    init(unchecked text: String) {
        self.text = text
    }

    /// The number in JSON's format.
    public var description: String { text }

    /// Returns the number as another type; `nil` if the type cannot represent it.
    public func value<T: JSONCodable>(as type: T.Type = T.self) -> T? {
        try? JSONCoding.decode(type, from: Array(text.utf8))
    }

    /// Whether the number has a minus sign.
    var isNegative: Bool { text.utf8.first == ASCII.minus }

    /// Returns the digits without zeros at either end, and the power of ten of the last one; no digits for zero.
    ///
    /// - Parameter limit: The maximum number of digits to return.
    /// - Returns: The digits and the power of ten; `nil` when there are more digits.
    func significantDigits(atMost limit: Int = .max) -> (digits: String, exponent: Int)? {
        var digits: [UInt8] = []
        var exponent = 0
        var zeros = 0
        var isFraction = false
        var rest = text.utf8.dropFirst(isNegative ? 1 : 0)
        while let byte = rest.first, byte | 0x20 != 0x65 {
            rest = rest.dropFirst()
            guard byte != ASCII.dot else {
                isFraction = true
                continue
            }
            if isFraction { exponent -= 1 }
            if byte == ASCII.zero {
                zeros += digits.isEmpty ? 0 : 1
            } else {
                guard digits.count + zeros < limit else { return nil }
                digits.append(contentsOf: repeatElement(ASCII.zero, count: zeros))
                digits.append(byte)
                zeros = 0
            }
        }
        guard !digits.isEmpty else { return ("", 0) }
        return (String(decoding: digits, as: UTF8.self), exponent + zeros + Self.exponent(rest.dropFirst()))
    }

    private static func exponent(_ text: Substring.UTF8View) -> Int {
        let digits = text.drop { $0 == ASCII.minus || $0 == ASCII.plus }
        let magnitude = digits.reduce(0) { $0 < 1_000_000_000 ? $0 * 10 + Int(ASCII.digit($1)) : $0 }
        return text.first == ASCII.minus ? -magnitude : magnitude
    }
}

extension JSONNumber: Hashable {

    /// Returns whether two values are equal, as `1`, `1.0` and `10e-1` are.
    public static func == (lhs: JSONNumber, rhs: JSONNumber) -> Bool {
        if lhs.text == rhs.text { return true }
        guard let left = lhs.significantDigits(), let right = rhs.significantDigits() else { return false }
        return left == right && (left.digits.isEmpty || lhs.isNegative == rhs.isNegative)
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
        guard let (digits, exponent) = significantDigits() else { return }
        hasher.combine(digits)
        hasher.combine(exponent)
        hasher.combine(isNegative && !digits.isEmpty)
    }
}

extension JSONNumber: JSONCodable {

    /// Reads a number with its exact digits.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a number.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        text = reader.text(of: try reader.readNumber())
    }

    /// Writes the number with its exact digits.
    public func write(to writer: inout JSONWriter) {
        writer.write(plain: text)
    }
}
