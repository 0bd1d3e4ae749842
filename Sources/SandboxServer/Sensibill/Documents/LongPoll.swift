import Foundation

/// The wait of a long poll: it ends on the sandbox's clock or on the machine's, whichever is first.
///
/// The second end matters while the sandbox's clock stands still.
struct LongPoll: Sendable {
    private let end: Date
    private let realEnd: ContinuousClock.Instant

    /// Time between two looks; short, because a moved clock does not wake anybody.
    private static let interval = Duration.milliseconds(20)

    /// Creates a wait.
    ///
    /// - Parameters:
    ///   - seconds: Longest wait; 0 does not wait at all.
    ///   - start: The sandbox's time at the beginning.
    init(seconds: Double, start: Date) {
        end = start.addingTimeInterval(seconds)
        realEnd = .now.advanced(by: .seconds(seconds))
    }

    /// Waits a moment.
    ///
    /// - Returns: Whether to look again; false when the time is over or the caller is gone.
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
