#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Dates in the format of HTTP header fields (RFC 9110, section 5.6.7).
///
/// Parses the three formats that a recipient must support and writes the preferred one. Works on bytes, without a
/// formatter, and independent of the device's locale and time zone.
package enum HTTPDate {
    /// Parses a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameters:
    ///   - text: An IMF-fixdate, an RFC 850 date (`Sunday, 06-Nov-94 08:49:37 GMT`) or an asctime date (`Sun Nov  6
    ///     08:49:37 1994`). Surrounding spaces are skipped. The name of the weekday must be valid, but need not match
    ///     the date.
    ///   - now: The date that determines the century of a two-digit year: never more than 50 years ahead.
    /// - Returns: The instant in whole seconds; `nil` for anything else. A leap second counts as the second before it.
    package static func parse(_ text: String, now: Date = Date()) -> Date? {
        var scanner = HTTPDateScanner(text)
        guard let fields = scanner.scan(), let seconds = fields.secondsSinceEpoch(centuryFrom: now) else { return nil }
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// Returns a date as an IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter date: The date; one outside of the years 0 to 9999 counts as their first or last second, and fractions of
    ///   a second are truncated.
    /// - Returns: The string, 29 characters long.
    package static func format(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        let total = seconds.isNaN ? 0 : Int(min(max(seconds, firstSecond), lastSecond).rounded(.down))
        let days = total.floorDivided(by: 86_400)
        let second = total - days * 86_400
        let (year, month, day) = CivilDay.date(fromDays: days)
        let weekday = HTTPDateNames.weekdays[(days + 3).floorModulo(7)].prefix(3).capitalized
        let monthName = HTTPDateNames.months[month - 1].capitalized
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0) }.joined(separator: ":")
        return "\(weekday), \(padded(day)) \(monthName) \(padded(year, to: 4)) \(time) GMT"
    }

    /// The seconds from 1970 to the start of the year 0 and to the last second of the year 9999.
    private static let (firstSecond, lastSecond) = (-62_167_219_200.0, 253_402_300_799.0)
}

/// Returns a number of 0 or more with zeros in front of it, in at least a number of digits.
func padded(_ number: Int, to width: Int = 2) -> String {
    var digits = String(number)
    while digits.utf8.count < width { digits = "0" + digits }
    return digits
}

/// The names of weekdays and months, in lower case, starting with Monday and January.
enum HTTPDateNames {
    /// The full names of the weekdays; the first three letters are the short names.
    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// The short names of the months.
    static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}

/// Days of the Gregorian calendar, counted from 1 January 1970.
enum CivilDay {
    /// Returns the number of days from 1 January 1970 to a date; negative before it.
    static func days(year: Int, month: Int, day: Int) -> Int {
        // Years that start in March end with the leap day, so that a month's offset does not depend on the year.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.floorDivided(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the year, month (1 to 12) and day (1 to 31) of a number of days.
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

    /// Returns the length of a month in days.
    static func length(ofMonth month: Int, year: Int) -> Int {
        let next = month == 12 ? days(year: year + 1, month: 1, day: 1) : days(year: year, month: month + 1, day: 1)
        return next - days(year: year, month: month, day: 1)
    }
}

extension Int {
    /// Returns the quotient rounded towards negative infinity; the divisor is positive.
    func floorDivided(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// Returns the remainder, from 0 up to the divisor, which is positive.
    func floorModulo(_ divisor: Int) -> Int {
        self - floorDivided(by: divisor) * divisor
    }
}
