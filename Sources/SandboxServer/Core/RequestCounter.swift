import APIRuntime

/// Counts the requests that arrived, by operation.
public final class RequestCounter: Sendable {
    private let counts = LockedState([String: Int]())

    /// How many requests of an operation arrived, those that a fault spoilt included.
    public func count(_ operation: String) -> Int { counts.withLock { $0[operation] ?? 0 } }

    /// Every count by operation id.
    public var all: [String: Int] { counts.withLock { $0 } }

    /// Starts again from 0.
    public func reset() { counts.withLock { $0 = [:] } }

    func add(_ operation: String) { counts.withLock { $0[operation, default: 0] += 1 } }
}
