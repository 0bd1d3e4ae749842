/// The life cycle of an SDK: the state between its starts and stops.
///
/// Makes decisions only; performs no work.
struct LifeCycle: Equatable, Sendable {
    /// The current phase.
    enum Phase: Equatable, Sendable {
        case stopped
        case starting(Int)
        case started
        case stopping
    }

    /// The action that a stop requires.
    enum StopStep: Equatable, Sendable {
        /// No action: the SDK is stopped.
        case nothing
        /// Interrupt the current start, which fails with ``SensibillSDK/StateError/startWasInterrupted``.
        case interrupt
        /// Take the running SDK down.
        case takeDown
    }

    private(set) var phase = Phase.stopped
    private var lastStart = 0

    /// Begins a start.
    ///
    /// - Returns: The number of the start.
    mutating func start() throws(SensibillSDK.StateError) -> Int {
        guard phase == .stopped else { throw .cannotStart }
        lastStart += 1
        phase = .starting(lastStart)
        return lastStart
    }

    /// Returns whether a start is still in progress and was not interrupted.
    func isStarting(_ start: Int) -> Bool { phase == .starting(start) }

    /// Ends a start.
    ///
    /// - Returns: `false` if the start was interrupted; discard its result.
    mutating func started(_ start: Int) -> Bool {
        guard isStarting(start) else { return false }
        phase = .started
        return true
    }

    /// Cancels a start after a failure.
    mutating func failed(_ start: Int) {
        if isStarting(start) { phase = .stopped }
    }

    /// Begins a stop.
    mutating func stop() throws(SensibillSDK.StateError) -> StopStep {
        switch phase {
        case .stopped: return .nothing
        case .stopping: throw .isAlreadyStopping
        case .starting:
            phase = .stopped
            return .interrupt
        case .started:
            phase = .stopping
            return .takeDown
        }
    }

    /// Ends a stop.
    mutating func stopped() {
        if phase == .stopping { phase = .stopped }
    }
}
