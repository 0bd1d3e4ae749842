import APIRuntime
import AppCoinsAPI
import Foundation

/// What becomes of a report after it was sent.
enum ReportDecision: Sendable, Hashable {
    /// Send it again, after that many seconds.
    case again(after: TimeInterval)
    /// Never send it again, for this reason.
    case drop(String)

    /// The decision after a failure; transport failures, 408, 429 and every 5xx are tried again without an end.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - attempt: Number of the attempt that failed, from 1.
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
    /// The name of a distributor in reports; `nil` when it is not known.
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
