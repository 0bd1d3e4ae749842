#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
extension CalendarDate {
    /// Creates the day of a moment in a time zone.
    ///
    /// - Parameters:
    ///   - date: The moment. One before year 0 or after year 9999 becomes the first or the last day.
    ///   - timeZone: The time zone in which the day is read, such as `.current` for a day that a user has chosen.
    public init(_ date: Date, in timeZone: TimeZone) {
        let seconds = date.timeIntervalSinceReferenceDate + Double(timeZone.secondsFromGMT(for: date))
        let days = (seconds / 86_400).rounded(.down)
        self.init(daysSinceReference: days.isNaN ? 0 : Int(min(max(days, -1_000_000), 4_000_000)))
    }
}
