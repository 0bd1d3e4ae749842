#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The date-time formats of RFC 3339, in the variants that services use.
enum Timestamp {

    /// Parses a date-time.
    ///
    /// Accepts any offset, any number of fraction digits, `t` and `z` in either case, a space instead of `T`, a second
    /// 60, and an offset without its colon. An offset is required.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the date-time.
    ///   - isText: Whether they are from a query or form, which turns an unescaped `+` into a space.
    /// - Returns: The date; `nil` for other bytes.
    static func parse(_ bytes: JSONBytes, isText: Bool = false) -> Date? {
        guard bytes.count >= 17, let day = CalendarDate(bytes), isSeparator(bytes[10]) else { return nil }
        guard let hour = bytes.number(at: 11, digits: 2), hour < 24, bytes[13] == ASCII.colon,
            let minute = bytes.number(at: 14, digits: 2), minute < 60
        else { return nil }
        var offset = 16
        var second = 0
        var fraction = 0.0
        if bytes[16] == ASCII.colon {
            guard let value = bytes.number(at: 17, digits: 2), value <= 60 else { return nil }
            second = value
            offset = 19
            if bytes[19] == ASCII.dot || bytes[19] == ASCII.comma {
                offset = 20
                guard let value = parseFraction(bytes, &offset) else { return nil }
                fraction = value
            }
        }
        guard let zone = parseZone(bytes, offset, isText: isText) else { return nil }
        let seconds = day.daysSinceReference * 86_400 + hour * 3600 + minute * 60 + second - zone
        return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte | 0x20 == 0x74 || byte == ASCII.space
    }

    private static let powers: [Double] = (0...18).map { index in (0..<index).reduce(1) { power, _ in power * 10 } }

    // Digits after the eighteenth are below the precision of `Date`.
    private static func parseFraction(_ bytes: JSONBytes, _ offset: inout Int) -> Double? {
        let start = offset
        var value: UInt64 = 0
        var digits = 0
        while ASCII.digit(bytes[offset]) < 10 {
            if digits < 18 {
                value = value * 10 + UInt64(ASCII.digit(bytes[offset]))
                digits += 1
            }
            offset += 1
        }
        return offset > start ? Double(value) / powers[digits] : nil
    }

    /// Returns the seconds east of UTC; `nil` if the remaining bytes are not an offset.
    private static func parseZone(_ bytes: JSONBytes, _ offset: Int, isText: Bool) -> Int? {
        let sign = bytes[offset]
        if sign | 0x20 == 0x7A { return offset + 1 == bytes.count ? 0 : nil }
        let isSign = sign == ASCII.plus || sign == ASCII.minus || isText && sign == ASCII.space
        guard isSign, let hours = bytes.number(at: offset + 1, digits: 2) else {
            return nil
        }
        var next = offset + 3
        if bytes[next] == ASCII.colon { next += 1 }
        guard let minutes = bytes.number(at: next, digits: 2), next + 2 == bytes.count, hours < 24, minutes < 60 else {
            return nil
        }
        return (sign == ASCII.minus ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// Returns the whole seconds and the fraction of a time, rounded to a number of digits, without groups of three
    /// trailing zeros.
    static func parts(of time: Double, digits: Int) -> (whole: Int, fraction: UInt64, digits: Int) {
        let digits = min(max(digits, 0), 9)
        let whole = time.rounded(.down)
        let value = ((time - whole) * powers[digits]).rounded()
        guard value > 0 else { return (Int(whole), 0, 0) }
        guard value < powers[digits] else { return (Int(whole) + 1, 0, 0) }
        let fraction = UInt64(value)
        for fewer in stride(from: 3, to: digits, by: 3) {
            let (quotient, rest) = fraction.quotientAndRemainder(dividingBy: UInt64(powers[digits - fewer]))
            if rest == 0 { return (Int(whole), quotient, fewer) }
        }
        return (Int(whole), fraction, digits)
    }
}

extension Date: JSONCodable {

    /// Reads a date-time of RFC 3339.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a string in this format.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        let token = try reader.readToken()
        let date =
            token.hasEscapes
            ? Timestamp.parse(text: reader.text(of: token), isText: reader.options.isText)
            : Timestamp.parse(reader.bytes.slice(from: token.start, to: token.end), isText: reader.options.isText)
        guard let date else {
            throw DecodingFailure(.mismatch, "expected a time stamp of RFC 3339", offset: token.start - 1)
        }
        self = date
    }

    /// Writes a date-time in UTC, rounded to milliseconds unless the property's schema documents more digits.
    ///
    /// The result has a fraction only if the rounded time has one. RFC 3339 has no date outside of the years 0 to 9999: it
    /// is clamped to the nearest second, and one that is not a number is null. Neither is sent: a request with such a
    /// date fails, as one with a number that JSON does not have.
    public func write(to writer: inout JSONWriter) {
        let limits = -63_145_526_400.0...252_423_993_599.0
        let interval = timeIntervalSinceReferenceDate
        guard !interval.isNaN else { return writer.writeInexactNull() }
        if interval < limits.lowerBound || interval >= limits.upperBound + 1 { writer.noteInexact() }
        let time = min(max(interval, limits.lowerBound), limits.upperBound)
        let parts = Timestamp.parts(of: time, digits: writer.fractionDigits)
        writer.write(seconds: parts.whole, fraction: parts.fraction, digits: parts.digits)
    }

    /// Returns the date-time in UTC as services expect it in parameters and bodies.
    ///
    /// - Parameter fractionDigits: The most fraction digits of the second, from 0 to 9; 3 are milliseconds.
    /// - Returns: A date-time such as `2026-01-30T08:15:00.125Z`; `invalid`, which services refuse, for a date that is not
    ///   a number or is outside of the years 0 to 9999.
    @_spi(Generated)
    public func timestamp(fractionDigits: Int) -> String {
        var isExact = true
        let options = JSONWritingOptions(fractionDigits: fractionDigits)
        let text = JSONCoding.encode(self, options: options, isExact: &isExact)
        guard isExact else { return "invalid" }
        return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
    }
}

extension Timestamp {
    /// Parses a date-time.
    static func parse(text: String, isText: Bool = false) -> Date? {
        var text = text
        return text.withUTF8 { utf8 in
            JSONBytes(UnsafeRawBufferPointer(utf8)).flatMap { parse($0, isText: isText) }
        }
    }
}

extension JSONWriter {

    /// Writes a date-time with its quotation marks.
    fileprivate mutating func write(seconds: Int, fraction: UInt64, digits: Int) {
        let days = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
        let rest = UInt64(seconds - days * 86_400)
        buffer.append(ASCII.quote)
        write(day: CalendarDate(daysSinceReference: days))
        buffer.append(0x54)
        buffer.append(digitsOf: rest / 3600, width: 2)
        buffer.append(ASCII.colon)
        buffer.append(digitsOf: rest / 60 % 60, width: 2)
        buffer.append(ASCII.colon)
        buffer.append(digitsOf: rest % 60, width: 2)
        if digits > 0 {
            buffer.append(ASCII.dot)
            buffer.append(digitsOf: fraction, width: digits)
        }
        buffer.append(0x5A)
        buffer.append(ASCII.quote)
    }
}
