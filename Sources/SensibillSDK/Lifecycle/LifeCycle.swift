/// Where an SDK stands between its starts and stops.
///
/// Decides only.
struct LifeCycle: Equatable, Sendable {
    /// Where it stands.
    enum Phase: Equatable, Sendable {
        case stopped
        case starting(Int)
        case started
        case stopping
    }

    /// What a stop has to do.
    enum StopStep: Equatable, Sendable {
        /// Nothing runs.
        case nothing
        /// A start is under way: it ends with ``SensibillSDK/StateError/startWasInterrupted``.
        case interrupt
        /// Take down what runs.
        case takeDown
    }

    private(set) var phase = Phase.stopped
    private var lastStart = 0

    /// Begins a start.
    ///
    /// - Returns: Its number.
    mutating func start() throws(SensibillSDK.StateError) -> Int {
        guard phase == .stopped else { throw .cannotStart }
        lastStart += 1
        phase = .starting(lastStart)
        return lastStart
    }

    /// Whether a start is still wanted.
    func isStarting(_ start: Int) -> Bool { phase == .starting(start) }

    /// Ends a start.
    ///
    /// - Returns: `false` when it was interrupted: what it made must not be used.
    mutating func started(_ start: Int) -> Bool {
        guard isStarting(start) else { return false }
        phase = .started
        return true
    }

    /// Gives a start up after a failure.
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
