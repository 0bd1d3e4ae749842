package import Foundation

/// Dates as HTTP header fields spell them (RFC 9110, section 5.6.7).
///
/// Reads the three spellings that a recipient must know and writes the preferred one. Works on bytes, without a
/// formatter, a locale or a time zone of the device.
package enum HTTPDate {
    /// Reads a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameters:
    ///   - text: An IMF-fixdate, an RFC 850 date (`Sunday, 06-Nov-94 08:49:37 GMT`) or an asctime date
    ///     (`Sun Nov  6 08:49:37 1994`). Surrounding spaces are skipped. The name of the weekday must be one, but need
    ///     not fit the date.
    ///   - now: Decides the century of a year of two digits: never more than 50 years ahead.
    /// - Returns: The instant in whole seconds; `nil` for anything else. A leap second counts as the second before it.
    package static func parse(_ text: String, now: Date = Date()) -> Date? {
        var scanner = HTTPDateScanner(text)
        guard let fields = scanner.scan(), let seconds = fields.secondsSinceEpoch(centuryFrom: now) else { return nil }
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// Writes a date as an IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter date: An instant of the years 0 to 9999; fractions of a second are cut off.
    /// - Returns: The text, 29 characters long.
    package static func format(_ date: Date) -> String {
        let total = Int(date.timeIntervalSince1970.rounded(.down))
        let days = total.floorDivided(by: 86_400)
        let second = total - days * 86_400
        let (year, month, day) = CivilDay.date(fromDays: days)
        let weekday = HTTPDateNames.weekdays[(days + 3).floorModulo(7)].prefix(3).capitalized
        let monthName = HTTPDateNames.months[month - 1].capitalized
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }.joined(separator: ":")
        return "\(weekday), \(padded(day, to: 2)) \(monthName) \(padded(year, to: 4)) \(time) GMT"
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// Names of weekdays and months, in lower case, Monday and January first.
enum HTTPDateNames {
    /// Full names of the weekdays; the first three letters are the short names.
    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// Short names of the months.
    static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}

/// Days of the Gregorian calendar counted from 1 January 1970.
enum CivilDay {
    /// Count of days from 1 January 1970 to a date; negative before it.
    static func days(year: Int, month: Int, day: Int) -> Int {
        // Years that begin in March put the leap day last, so that a month's offset does not depend on the year.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.floorDivided(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Year, month (1 to 12) and day (1 to 31) of a count of days.
    static func date(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// Length of a month in days.
    static func length(ofMonth month: Int, year: Int) -> Int {
        let next = month == 12 ? days(year: year + 1, month: 1, day: 1) : days(year: year, month: month + 1, day: 1)
        return next - days(year: year, month: month, day: 1)
    }
}

extension Int {
    /// Quotient rounded towards minus infinity; the divisor is positive.
    func floorDivided(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// Remainder from 0 up to the divisor, which is positive.
    func floorModulo(_ divisor: Int) -> Int {
        self - floorDivided(by: divisor) * divisor
    }
}
