#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The difference between the server's clock and the device's, as the `Date` fields of responses show it.
///
/// A change of more than two hours is believed only when a second response confirms it, so that a single wrong date renews
/// no token.
struct ServerClock: Sendable {
    /// The seconds by which the server's clock is ahead of the device's.
    private(set) var offset = 0.0
    private var doubted: Double?

    /// The largest change of the offset, in seconds, that needs no confirmation.
    static let plausibleChange = 7200.0
    /// The largest difference, in seconds, between two dates that confirm each other.
    static let agreement = 300.0

    /// Records the server's time.
    ///
    /// - Parameters:
    ///   - date: The time in the response.
    ///   - now: The device's time.
    mutating func note(_ date: Date, at now: Date) {
        let seen = date.timeIntervalSince(now)
        guard seen.isFinite else { return }
        let isConfirmed = doubted.map { abs($0 - seen) <= Self.agreement } ?? false
        if abs(seen - offset) <= Self.plausibleChange || isConfirmed {
            offset = seen
            doubted = nil
        } else {
            doubted = seen
        }
    }
}
