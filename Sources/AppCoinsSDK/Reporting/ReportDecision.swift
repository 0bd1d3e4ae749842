import APIRuntime
import AppCoinsAPI
import Foundation

/// The decision about a report after an attempt to send it.
enum ReportDecision: Sendable, Hashable {
    /// Send the report again after a number of seconds.
    case again(after: TimeInterval)
    /// Never send the report again, for a reason.
    case drop(String)

    /// The longest time between two attempts, in seconds.
    static let longestDelay: TimeInterval = 3600

    /// Creates the decision for a failure.
    ///
    /// Only a refusal of the report itself, 400 or 422, is final. Everything else may come from something between the
    /// device and the service, such as a proxy, and is retried without limit.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - attempt: The number of the failed attempt, starting at 1.
    init(_ error: RecordReportError, attempt: Int) {
        switch error.status {
        case .some(let status) where status == 400 || status == 422: self = .drop("status \(status)")
        default: self = .again(after: Self.delay(attempt))
        }
    }

    private static func delay(_ attempt: Int) -> TimeInterval {
        min(30 * pow(2, Double(min(attempt, 12) - 1)), longestDelay)
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
