import APIRuntime
public import Foundation

/// The time of day that all services of a sandbox live in.
///
/// It runs with the machine's clock, and can be moved or stopped so that tokens expire without waiting.
public final class SandboxClock: Sendable {
    private struct State {
        var offset: TimeInterval = 0
        var frozen: Date?
    }

    private let state: LockedState<State>

    /// Creates a clock.
    ///
    /// - Parameter start: The time to begin with; `nil` begins with the machine's time.
    public init(start: Date? = nil) {
        state = LockedState(State(offset: start.map { $0.timeIntervalSinceNow } ?? 0))
    }

    /// The sandbox's time.
    public var now: Date {
        state.withLock { $0.frozen ?? Date().addingTimeInterval($0.offset) }
    }

    /// Moves the clock ahead; a negative number of seconds moves it back.
    public func advance(by seconds: TimeInterval) {
        state.withLock {
            $0.offset += seconds
            $0.frozen = $0.frozen?.addingTimeInterval(seconds)
        }
    }

    /// Stops the clock; it then changes only when it is moved.
    public func freeze(at date: Date? = nil) {
        state.withLock { $0.frozen = date ?? Date().addingTimeInterval($0.offset) }
    }
}
