import APIRuntime
public import Foundation

/// The clock that all services of a sandbox share.
///
/// It follows the system clock, and can be moved or stopped, so that tokens expire without waiting.
public final class SandboxClock: Sendable {
    /// The difference from the system clock, and the time at which the clock is stopped.
    private struct State {
        var offset: TimeInterval = 0
        var frozen: Date?
    }

    private let state: LockedState<State>

    /// Creates a clock.
    ///
    /// - Parameter start: The initial time; `nil` starts with the system time.
    public init(start: Date? = nil) {
        state = LockedState(State(offset: start.map { $0.timeIntervalSinceNow } ?? 0))
    }

    /// The current time of the sandbox.
    public var now: Date {
        state.withLock { $0.frozen ?? Date().addingTimeInterval($0.offset) }
    }

    /// Advances the clock, or moves it back by a negative number of seconds.
    public func advance(by seconds: TimeInterval) {
        state.withLock {
            $0.offset += seconds
            $0.frozen = $0.frozen?.addingTimeInterval(seconds)
        }
    }

    /// Stops the clock, so that it changes only when it is moved.
    public func freeze(at date: Date? = nil) {
        state.withLock { $0.frozen = date ?? Date().addingTimeInterval($0.offset) }
    }
}
