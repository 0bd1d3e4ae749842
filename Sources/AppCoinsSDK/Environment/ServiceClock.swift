import APIRuntime
import AppCoinsAPI
import Foundation
import HTTPTypes

/// The clock of the service, according to the dates of its responses.
///
/// Unlike the clock of the device, the buyer cannot set it. A change of more than the tolerance of the ledger is believed
/// only when a second response confirms it.
final class ServiceClock: Sendable {
    /// The date of a response, and the instant at which it was received.
    private struct Reading: Sendable {
        let date: Date
        let received: ContinuousClock.Instant

        /// The time of the service at an instant.
        func time(at instant: ContinuousClock.Instant) -> Date {
            date.addingTimeInterval(received.duration(to: instant) / .seconds(1))
        }

        /// Returns whether both readings are of one clock.
        func agrees(with earlier: Reading) -> Bool {
            abs(date.timeIntervalSince(earlier.time(at: received))) <= LedgerRules.clockTolerance
        }
    }

    /// The reading that is believed, and a later one that contradicts it.
    private struct Readings: Sendable {
        var believed: Reading?
        var doubted: Reading?
    }

    private let readings = LockedState(Readings())
    private let hosts: Set<String>

    /// Creates a clock that reads the responses of the hosts that make purchases.
    init(servers: AppCoinsServers) {
        hosts = Set([servers.product, servers.broker].compactMap { $0.flatMap { Self.host($0.absoluteString) } })
    }

    private static func host(_ url: String) -> String? { URLComponents(string: url)?.host?.lowercased() }

    /// The current time of the service; `nil` before the first response with a date.
    var now: Date? { readings.withLock(\.believed)?.time(at: .now) }

    /// Reads the date of a response.
    ///
    /// Ignores the dates of caches and of other hosts, and those of failures, which a proxy may have sent.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - url: The URL of the request.
    func note(_ head: HTTPResponse, to url: String) {
        guard head.status.kind == .successful, let host = Self.host(url), hosts.contains(host),
            head.headerFields[.age] == nil, let text = head.headerFields[.date], let date = HTTPDate.parse(text)
        else { return }
        let reading = Reading(date: date, received: .now)
        readings.withLock { readings in
            let isPlausible = readings.believed.map(reading.agrees) ?? true
            if isPlausible || readings.doubted.map(reading.agrees) == true {
                readings = Readings(believed: reading)
            } else {
                readings.doubted = reading
            }
        }
    }
}
