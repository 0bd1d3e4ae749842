import APIRuntime
import AppCoinsAPI
import Foundation

/// The decision about a report after an attempt to send it.
enum ReportDecision: Sendable, Hashable {
    /// Send the report again after a number of seconds.
    case again(after: TimeInterval)
    /// Never send the report again, for a reason.
    case drop(String)

    /// Creates the decision for a failure; transport failures, 408, 429 and every 5xx are retried without limit.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - attempt: The number of the failed attempt, starting at 1.
    init(_ error: RecordReportError, attempt: Int) {
        switch error.status {
        case .some(408), .some(429), .some(500...), nil: self = .again(after: Self.delay(attempt))
        case .some(let status): self = .drop("status \(status)")
        }
    }

    private static func delay(_ attempt: Int) -> TimeInterval {
        min(30 * pow(2, Double(min(attempt, 12) - 1)), 3600)
    }
}

extension InstallationSource {
    /// Creates the source for a distributor; `nil` if the distributor is unknown.
    init?(_ distributor: DeviceFacts.Distributor) {
        switch distributor {
        case .appStore: self = .appStore
        case .testFlight: self = .testFlight
        case .web: self = .web
        case .other: self = .other
        case .marketplace(let id): self = InstallationSource(rawValue: id)
        case .unknown: return nil
        }
    }
}
