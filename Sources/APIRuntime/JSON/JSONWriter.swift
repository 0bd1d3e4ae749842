/// A JSON document being written.
///
/// Writing cannot fail, because every ``JSONCodable`` value has a JSON form.
public struct JSONWriter: ~Copyable {
    var buffer: JSONBuffer
    /// The most fraction digits of a date-time's second.
    @usableFromInline var fractionDigits = 3
    /// The properties that are not written.
    @usableFromInline var omitted = OmittedProperties.none
    /// Whether no number was written as null because JSON does not have it, and no date as another one.
    private(set) var isExact = true

    init(capacity: Int) {
        buffer = JSONBuffer(capacity: capacity)
    }

    /// Writes a value.
    @inlinable
    public mutating func write(_ value: some JSONCodable) {
        value.write(to: &self)
    }

    /// Writes a value; if it is an object without a certain property, writes that property first.
    ///
    /// Unions use it to write the discriminator of a variant that may lack it. In the body of a request or a response
    /// it also replaces null; elsewhere a value that was received with null is unchanged.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The name of the property.
    ///   - tag: The property's value: a string or a number.
    @_spi(Generated)
    public mutating func write(_ value: some JSONCodable, adding key: String, _ tag: some JSONCodable) {
        let start = buffer.count
        value.write(to: &self)
        var member = JSONWriter(capacity: key.utf8.count + 24)
        switch buffer.state(of: key, from: start) {
        case nil, .present: return
        case .null(let offset):
            guard isSent else { return }
            tag.write(to: &member)
            let place = start + offset
            buffer.replace(place..<place + 4, with: member.buffer.bytes())
        case .absent:
            member.write(string: key)
            member.buffer.append(ASCII.colon)
            tag.write(to: &member)
            if buffer.count > start + 2 { member.buffer.append(ASCII.comma) }
            buffer.replace(start + 1..<start + 1, with: member.buffer.bytes())
        }
    }

    /// Writes a value; in the body of a request or a response, adds a property like ``write(_:adding:_:)``.
    ///
    /// Unions use it for a variant that has its discriminator unless the caller removes it: elsewhere, a value that was
    /// received without it is unchanged.
    @_spi(Generated)
    public mutating func write(_ value: some JSONCodable, sending key: String, _ tag: some JSONCodable) {
        guard isSent else { return value.write(to: &self) }
        write(value, adding: key, tag)
    }

    /// Whether the document is the body of a request or a response.
    private var isSent: Bool { omitted != .none }

    /// Writes `null`.
    public mutating func writeNull() {
        write(plain: "null")
    }

    /// Writes null for a number that is infinite or not a number.
    mutating func writeInexactNull() {
        noteInexact()
        writeNull()
    }

    /// Notes that the document has another value than the one that was to be written.
    mutating func noteInexact() {
        isExact = false
    }

    /// Writes a value whose date-times have more or fewer fraction digits than usual.
    @_spi(Generated)
    public mutating func write(_ value: some JSONCodable, fractionDigits: Int) {
        let usual = self.fractionDigits
        self.fractionDigits = fractionDigits
        value.write(to: &self)
        self.fractionDigits = usual
    }

    /// Writes bytes that are already one JSON value.
    public mutating func write(raw bytes: [UInt8]) {
        buffer.append(bytes, from: 0, count: bytes.count)
    }

    /// Writes a string unchanged, without quotation marks.
    @inline(__always)
    mutating func write(plain text: String) {
        var text = text
        text.withUTF8 { buffer.append($0) }
    }

    @inline(__always)
    mutating func write(signed value: Int64) {
        if value < 0 { buffer.append(ASCII.minus) }
        buffer.append(digitsOf: value.magnitude)
    }

    @inline(__always)
    mutating func write(unsigned value: UInt64) {
        buffer.append(digitsOf: value)
    }

    /// Writes a string value.
    mutating func write(string text: String) {
        var text = text
        buffer.append(ASCII.quote)
        text.withUTF8 { utf8 in
            guard let bytes = JSONBytes(UnsafeRawBufferPointer(utf8)) else { return }
            let end = bytes.endOfEscapeFreeRun(from: 0)
            if end == bytes.count { buffer.append(utf8) } else { write(escaping: bytes, utf8) }
        }
        buffer.append(ASCII.quote)
    }

    private mutating func write(escaping bytes: JSONBytes, _ utf8: UnsafeBufferPointer<UInt8>) {
        var offset = 0
        while offset < bytes.count {
            let end = bytes.endOfEscapeFreeRun(from: offset)
            buffer.append(UnsafeBufferPointer(rebasing: utf8[offset..<end]))
            if end < bytes.count { write(escape: bytes[end]) }
            offset = end + 1
        }
    }

    private mutating func write(escape byte: UInt8) {
        buffer.append(ASCII.backslash)
        switch byte {
        case ASCII.quote, ASCII.backslash: buffer.append(byte)
        case 0x08: buffer.append(0x62)
        case 0x0C: buffer.append(0x66)
        case 0x0A: buffer.append(0x6E)
        case 0x0D: buffer.append(0x72)
        case 0x09: buffer.append(0x74)
        default:
            write(plain: "u00")
            buffer.append(ASCII.hexadecimalDigit(byte >> 4))
            buffer.append(ASCII.hexadecimalDigit(byte & 15))
        }
    }

    /// Starts an array.
    @usableFromInline
    mutating func beginArray() {
        buffer.append(ASCII.openBracket)
    }

    /// Ends an array.
    @usableFromInline
    mutating func endArray() {
        buffer.append(ASCII.closeBracket)
    }

    /// Writes a comma, except before the first element.
    @usableFromInline
    mutating func separate(_ isFirst: inout Bool) {
        if isFirst { isFirst = false } else { buffer.append(ASCII.comma) }
    }
}

extension JSONWriter {

    /// Writes an exact decimal number: plain digits up to 38 digits, with an exponent beyond.
    mutating func write(decimal parts: DecimalParts) {
        if parts.isNegative { buffer.append(ASCII.minus) }
        if parts.high == 0, parts.exponent == 0 { return buffer.append(digitsOf: parts.low) }
        if parts.high == 0, -9 ... -1 ~= parts.exponent {
            let (whole, fraction) = parts.low.quotientAndRemainder(dividingBy: Self.power(-parts.exponent))
            buffer.append(digitsOf: whole)
            buffer.append(ASCII.dot)
            return buffer.append(digitsOf: fraction, width: -parts.exponent)
        }
        writeLong(parts)
    }

    private static func power(_ exponent: Int) -> UInt64 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    private mutating func writeLong(_ parts: DecimalParts) {
        var rest = parts
        var digits: [UInt8] = []
        repeat { digits.append(ASCII.zero + UInt8(rest.removeDigit())) } while rest.high > 0 || rest.low > 0
        if 0...20 ~= parts.exponent {
            digits.insert(contentsOf: repeatElement(ASCII.zero, count: parts.exponent), at: 0)
        } else if -38...0 ~= parts.exponent {
            while digits.count <= -parts.exponent { digits.append(ASCII.zero) }
            digits.insert(ASCII.dot, at: -parts.exponent)
        }
        digits.reverse()
        write(raw: digits)
        if !(-38...20 ~= parts.exponent) { write(plain: "e\(parts.exponent)") }
    }
}
