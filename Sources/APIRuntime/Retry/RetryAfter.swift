#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The `Retry-After` header field (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// Returns the wait that a server requests.
    ///
    /// - Parameters:
    ///   - value: Seconds, which some services write with a fraction, or an HTTP date. Of several seconds, as of several
    ///     header fields, the largest count.
    ///   - now: The current date, from which a date is measured.
    /// - Returns: The wait in whole seconds, rounded up, at most 68 years; zero for a date in the past, `nil` for an invalid value.
    package static func delay(from value: String, now: Date) -> Duration? {
        let waits = value.split(separator: ",").map { seconds(in: $0.trimmingSpaces()) }
        if !waits.isEmpty, !waits.contains(nil) { return waits.compactMap(\.self).max().map { .seconds($0) } }
        guard let date = HTTPDate.parse(value, now: now) else { return nil }
        return .seconds(max(0, date.timeIntervalSince(now)))
    }

    /// Returns a number of seconds, rounded up; `nil` for any other text.
    private static func seconds(in text: String) -> Int? {
        let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
        let isFraction = halves.count > 1 && halves[1].contains { $0 != "0" }
        return min(Int(halves[0]) ?? .max, Int(Int32.max) - 1) + (isFraction ? 1 : 0)
    }
}
