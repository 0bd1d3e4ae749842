/// A day of the Gregorian calendar, without a time or a time zone: JSON Schema's format `date`.
public struct CalendarDate: Sendable, Hashable, Comparable, CustomStringConvertible {

    /// The year, from 0 to 9999.
    public let year: Int

    /// The month, from 1 to 12.
    public let month: Int

    /// The day, from 1 to the last of the month.
    public let day: Int

    /// Creates a day; `nil` when it does not exist in the calendar.
    public init?(year: Int, month: Int, day: Int) {
        guard 0...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates a day from known values; an invalid date becomes the nearest valid one.
    public init(_ year: Int, _ month: Int, _ day: Int) {
        self.year = min(max(year, 0), 9999)
        self.month = min(max(month, 1), 12)
        self.day = min(max(day, 1), Self.days(in: self.month, of: self.year))
    }

    /// Creates a day from a string such as `2024-02-29`; `nil` for any other format.
    public init?(_ text: String) {
        var text = text
        let parsed = text.withUTF8 { utf8 -> CalendarDate? in
            guard let bytes = JSONBytes(UnsafeRawBufferPointer(utf8)), bytes.count == 10 else { return nil }
            return CalendarDate(bytes)
        }
        guard let parsed else { return nil }
        self = parsed
    }

    /// Parses the first ten bytes.
    init?(_ bytes: JSONBytes) {
        guard let year = bytes.number(at: 0, digits: 4), bytes[4] == ASCII.minus,
            let month = bytes.number(at: 5, digits: 2), bytes[7] == ASCII.minus,
            let day = bytes.number(at: 8, digits: 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Returns the number of days in a month.
    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days since 2001-01-01, the first day of Foundation's reference date.
    var daysSinceReference: Int {
        // Years start in March here, so that the leap day is the last day of its year.
        let shifted = month > 2 ? year : year - 1
        let monthIndex = month > 2 ? month - 3 : month + 9
        let leapDays = floorDivide(shifted, 4) - floorDivide(shifted, 100) + floorDivide(shifted, 400)
        return 365 * shifted + leapDays + (153 * monthIndex + 2) / 5 + day - 1 - Self.referenceDay
    }

    // The days from 0000-03-01 to 2001-01-01.
    private static let referenceDay = 730_791

    /// Creates the day that is a number of days after 2001-01-01, from year 0 to 9999.
    init(daysSinceReference days: Int) {
        let total = min(max(days, -730_851), 2_921_573) + Self.referenceDay
        var shifted = floorDivide(400 * total, 146_097)
        func start(_ year: Int) -> Int {
            365 * year + floorDivide(year, 4) - floorDivide(year, 100) + floorDivide(year, 400)
        }
        while start(shifted) > total { shifted -= 1 }
        while start(shifted + 1) <= total { shifted += 1 }
        let dayOfYear = total - start(shifted)
        let monthIndex = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
        month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        year = monthIndex < 10 ? shifted : shifted + 1
    }

    /// The day in the format `2024-02-29`.
    public var description: String {
        String(decoding: JSONCoding.encode(self).dropFirst().dropLast(), as: UTF8.self)
    }

    /// Returns whether a day is earlier than another one.
    public static func < (lhs: CalendarDate, rhs: CalendarDate) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }
}

/// Returns the quotient rounded down.
private func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
}

extension JSONBytes {

    /// Returns the value of a number of digits; `nil` if there are other bytes.
    @inline(__always)
    func number(at offset: Int, digits: Int) -> Int? {
        var value = 0
        for index in offset..<offset + digits {
            let digit = ASCII.digit(self[index])
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }
}

extension CalendarDate: JSONCodable {

    /// Reads a string such as `"2024-02-29"`.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a string in this format.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        let token = try reader.readToken()
        guard token.end - token.start == 10, !token.hasEscapes,
            let date = CalendarDate(reader.bytes.slice(from: token.start, to: token.end))
        else { throw DecodingFailure(.mismatch, "expected a date such as 2024-02-29", offset: token.start - 1) }
        self = date
    }

    /// Writes a string such as `"2024-02-29"`.
    public func write(to writer: inout JSONWriter) {
        writer.buffer.append(ASCII.quote)
        writer.write(day: self)
        writer.buffer.append(ASCII.quote)
    }
}

extension JSONWriter {

    /// Writes ten characters without quotation marks.
    mutating func write(day: CalendarDate) {
        buffer.append(digitsOf: UInt64(day.year), width: 4)
        buffer.append(ASCII.minus)
        buffer.append(digitsOf: UInt64(day.month), width: 2)
        buffer.append(ASCII.minus)
        buffer.append(digitsOf: UInt64(day.day), width: 2)
    }
}
