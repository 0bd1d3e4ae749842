import APIRuntime

/// A counter of received requests, by operation.
public final class RequestCounter: Sendable {
    private let counts = LockedState([String: Int]())

    /// Returns the number of received requests for an operation, including those affected by a fault.
    public func count(_ operation: String) -> Int { counts.withLock { $0[operation] ?? 0 } }

    /// All counts, by operation ID.
    public var all: [String: Int] { counts.withLock { $0 } }

    /// Resets all counts to 0.
    public func reset() { counts.withLock { $0 = [:] } }

    func add(_ operation: String) { counts.withLock { $0[operation, default: 0] += 1 } }
}
