#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif
extension CalendarDate {
    /// Creates the day of a moment in the time zone of the system, such as a day that a user has chosen.
    ///
    /// - Parameter date: The moment. One before year 0 or after year 9999 becomes the first or the last day.
    public init(_ date: Date) {
        self.init(date, secondsFromGMT: Self.systemSecondsFromGMT(for: date))
    }

    /// Creates the day of a moment in a time zone.
    ///
    /// On Linux, a program that does not link all of Foundation has no rules of time zones: `TimeZone.current` is GMT,
    /// and named time zones do not exist. `CalendarDate(date)` uses the rules of the system.
    ///
    /// - Parameters:
    ///   - date: The moment. One before year 0 or after year 9999 becomes the first or the last day.
    ///   - timeZone: The time zone in which the day is read.
    public init(_ date: Date, in timeZone: TimeZone) {
        self.init(date, secondsFromGMT: timeZone.secondsFromGMT(for: date))
    }

    private init(_ date: Date, secondsFromGMT offset: Int) {
        let seconds = date.timeIntervalSinceReferenceDate + Double(offset)
        let days = (seconds / 86_400).rounded(.down)
        self.init(daysSinceReference: days.isNaN ? 0 : Int(min(max(days, -1_000_000), 4_000_000)))
    }

    private static func systemSecondsFromGMT(for date: Date) -> Int {
        #if canImport(Glibc) || canImport(Musl)
        let seconds = date.timeIntervalSince1970
        // Times outside of the calendar have the same day with any offset.
        guard abs(seconds) < 1e12 else { return 0 }
        var moment = time_t(seconds.rounded(.down))
        var local = tm()
        guard localtime_r(&moment, &local) != nil else { return 0 }
        return Int(local.tm_gmtoff)
        #else
        return TimeZone.current.secondsFromGMT(for: date)
        #endif
    }
}
