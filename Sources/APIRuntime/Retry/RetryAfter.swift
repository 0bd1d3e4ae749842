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
    ///   - value: Whole seconds, or an HTTP date.
    ///   - now: The current date, from which a date is measured.
    /// - Returns: The wait, at most 68 years; zero for a date in the past, `nil` for an invalid value.
    package static func delay(from value: String, now: Date) -> Duration? {
        let text = value.drop { $0 == " " || $0 == "\t" }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty, text.dropFirst(digits.count).allSatisfy({ $0 == " " || $0 == "\t" }) {
            return .seconds(min(Int(digits) ?? .max, Int(Int32.max)))
        }
        guard let date = HTTPDate.parse(value, now: now) else { return nil }
        return .seconds(max(0, date.timeIntervalSince(now)))
    }
}
