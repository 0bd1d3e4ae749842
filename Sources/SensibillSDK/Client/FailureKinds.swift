import APIRuntime
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Error {
    /// Whether the failure is transient: a network failure, a timeout or a cancellation.
    var isPassing: Bool {
        switch self {
        case let error as TransportError: Self.passing.contains(error.code)
        case is CancellationError, is TokenUpdateTimeout: true
        case let error as URLError: error.code != .badURL && error.code != .unsupportedURL
        case let error as SensibillAPIClient.TaskError: error.canRetry
        default: false
        }
    }

    /// Returns whether another error is equal; compares types and descriptions unless this is a `TransportError`.
    func isSame(as other: any Error) -> Bool {
        if let one = self as? TransportError { return one == other as? TransportError }
        return type(of: self) == type(of: other) && String(describing: self) == String(describing: other)
    }

    private static var passing: Set<TransportError.Code> {
        [.unreachable, .connection, .malformedResponse, .timedOut, .cancelled]
    }
}

/// An error for a delegate that did not respond in time.
public struct TokenUpdateTimeout: Error, Hashable, Sendable, LocalizedError {
    /// The longest time that the delegate was allowed.
    public let limit: Duration

    /// Creates an error.
    public init(limit: Duration) {
        self.limit = limit
    }

    /// A description with the time limit.
    public var errorDescription: String? { "The delegate did not respond within \(limit)." }
}
