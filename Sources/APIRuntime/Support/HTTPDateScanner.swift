#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The parts of a parsed date, before their ranges are validated.
struct HTTPDateFields {
    /// The year; two digits if `hasShortYear`.
    var year = 0
    /// Whether the year has two digits.
    var hasShortYear = false
    /// The month, 1 to 12.
    var month = 0
    /// The day of the month.
    var day = 0
    /// The hour, minute and second.
    var time = (hour: 0, minute: 0, second: 0)

    /// Returns the seconds since 1970, or `nil` when a part is out of range.
    func secondsSinceEpoch(centuryFrom now: Date) -> Int? {
        let year = hasShortYear ? fullYear(near: now) : year
        guard day >= 1, day <= CivilDay.length(ofMonth: month, year: year) else { return nil }
        guard time.hour < 24, time.minute < 60, time.second <= 60 else { return nil }
        let days = CivilDay.days(year: year, month: month, day: day)
        return days * 86_400 + time.hour * 3600 + time.minute * 60 + min(time.second, 59)
    }

    private func fullYear(near now: Date) -> Int {
        let today = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
        let current = CivilDay.date(fromDays: today).year
        let candidate = current - current.floorModulo(100) + year
        return candidate > current + 50 ? candidate - 100 : candidate
    }
}

/// A scanner that parses an HTTP date from its bytes.
struct HTTPDateScanner {
    private let bytes: [UInt8]
    private var position = 0

    /// Creates a scanner for a string without its surrounding spaces.
    init(_ text: String) {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let trimmed = text.utf8.drop(while: isSpace)
        bytes = Array(trimmed.reversed().drop(while: isSpace).reversed())
    }

    /// Parses the whole string in one of the three formats.
    mutating func scan() -> HTTPDateFields? {
        guard let weekday = word() else { return nil }
        let isShort = HTTPDateNames.weekdays.contains { $0.prefix(3) == weekday }
        let fields: HTTPDateFields?
        if skip(", ") {
            if isShort {
                fields = fixdate()
            } else {
                fields = HTTPDateNames.weekdays.contains(weekday) ? rfc850() : nil
            }
        } else {
            fields = isShort && skip(" ") ? asctime() : nil
        }
        return position == bytes.count ? fields : nil
    }

    private mutating func fixdate() -> HTTPDateFields? {
        var fields = HTTPDateFields()
        guard let day = number(2), skip(" "), let month = month(), skip(" "), let year = number(4), skip(" "),
            let time = time(), skip(" "), word() == "gmt"
        else { return nil }
        (fields.day, fields.month, fields.year, fields.time) = (day, month, year, time)
        return fields
    }

    private mutating func rfc850() -> HTTPDateFields? {
        var fields = HTTPDateFields(hasShortYear: true)
        guard let day = number(2), skip("-"), let month = month(), skip("-"), let year = number(2), skip(" "),
            let time = time(), skip(" "), word() == "gmt"
        else { return nil }
        (fields.day, fields.month, fields.year, fields.time) = (day, month, year, time)
        return fields
    }

    private mutating func asctime() -> HTTPDateFields? {
        var fields = HTTPDateFields()
        guard let month = month(), skip(" "), let day = skip(" ") ? number(1) : number(2), skip(" "),
            let time = time(), skip(" "), let year = number(4)
        else { return nil }
        (fields.day, fields.month, fields.year, fields.time) = (day, month, year, time)
        return fields
    }

    private mutating func time() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2) else {
            return nil
        }
        return (hour, minute, second)
    }

    private mutating func month() -> Int? {
        guard let name = word(), let index = HTTPDateNames.months.firstIndex(of: name) else { return nil }
        return index + 1
    }

    /// Reads letters up to the next other byte and returns them in lower case.
    private mutating func word() -> String? {
        let start = position
        while position < bytes.count, (0x61...0x7A).contains(bytes[position] | 0x20) { position += 1 }
        guard position > start else { return nil }
        return String(decoding: bytes[start..<position].map { $0 | 0x20 }, as: UTF8.self)
    }

    private mutating func number(_ digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + digits] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += digits
        return value
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let expected = text.withUTF8Buffer { Array($0) }
        guard bytes[position...].starts(with: expected) else { return false }
        position += expected.count
        return true
    }
}
