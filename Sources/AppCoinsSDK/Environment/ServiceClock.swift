import APIRuntime
import Foundation
import HTTPTypes

/// The clock of the service, according to the dates of its responses.
///
/// Unlike the clock of the device, the buyer cannot set it.
final class ServiceClock: Sendable {
    /// The date of a response, and the instant at which it was received.
    private struct Reading: Sendable {
        let date: Date
        let received: ContinuousClock.Instant
    }

    private let latest = LockedState<Reading?>(nil)

    /// The current time of the service; `nil` before the first response with a date.
    var now: Date? {
        latest.withLock { $0 }.map { $0.date.addingTimeInterval($0.received.duration(to: .now) / .seconds(1)) }
    }

    /// Reads the date of a response, unless a cache sent it.
    func note(_ head: HTTPResponse) {
        guard head.headerFields[.age] == nil, let text = head.headerFields[.date], let date = HTTPDate.parse(text)
        else { return }
        latest.withLock { $0 = Reading(date: date, received: .now) }
    }
}
