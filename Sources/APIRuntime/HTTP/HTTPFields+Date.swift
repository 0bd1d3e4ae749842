#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

extension HTTPFields {
    /// Returns the date in a field; `nil` when it is absent, malformed or repeated.
    func date(_ name: HTTPField.Name, now: Date) -> Date? {
        self[name].flatMap { HTTPDate.parse($0, now: now) }
    }

    /// Returns the time of the server's clock when it sent the response.
    ///
    /// Relative dates use it, because the device's clock may be wrong.
    ///
    /// - Parameter now: The device's time.
    /// - Returns: The time; `nil` without a date, and for a response from a cache, whose date is older than the
    ///   response.
    func serverTime(_ now: Date) -> Date? {
        self[.age] == nil ? date(.date, now: now) : nil
    }
}
