import Foundation

/// The wait of a long poll, which ends on the sandbox's clock or on the system clock, whichever is earlier.
///
/// The limit on the system clock is needed while the sandbox's clock is stopped.
struct LongPoll: Sendable {
    private let end: Date
    private let realEnd: ContinuousClock.Instant

    /// The time between two checks, which is short because moving the clock does not wake the task.
    private static let interval = Duration.milliseconds(20)

    /// Creates a wait.
    ///
    /// - Parameters:
    ///   - seconds: The maximum wait; 0 does not wait.
    ///   - start: The sandbox's time at the start.
    init(seconds: Double, start: Date) {
        end = start.addingTimeInterval(seconds)
        realEnd = .now.advanced(by: .seconds(seconds))
    }

    /// Waits for one interval.
    ///
    /// - Returns: Whether to check again; `false` if the time has elapsed or the caller's task is cancelled.
    func goesOn(store: SensibillStore) async -> Bool {
        guard store.now < end, ContinuousClock.now < realEnd else { return false }
        do {
            try await Task.sleep(for: Self.interval)  // sleep: the client waits in real time
            return true
        } catch {
            return false
        }
    }
}
