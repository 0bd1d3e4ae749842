import APIRuntime

/// An alarm that wakes one waiting task; a ring without a waiting task is kept for the next one.
final class Alarm: Sendable {
    private struct State {
        var isRung = false
        var gate: ResponseGate<Void>?
    }

    private let state = LockedState(State())

    /// Wakes the waiting task.
    func ring() {
        let gate: ResponseGate<Void>? = state.withLock { state in
            let gate = state.gate
            state.isRung = gate == nil
            state.gate = nil
            return gate
        }
        gate?.open(())
    }

    /// Discards a ring that no task has waited for.
    func reset() {
        state.withLock { $0.isRung = false }
    }

    /// Waits until a ring, the end of a time limit, or the task's cancellation.
    ///
    /// - Parameters:
    ///   - time: The longest time to wait; `nil` waits without a limit.
    ///   - clock: The clock that measures the time.
    func wait(atMost time: Duration?, on clock: any Clock<Duration>) async {
        let gate = ResponseGate<Void>()
        let isRung = state.withLock { state in
            defer { state.isRung = false }
            if !state.isRung { state.gate = gate }
            return state.isRung
        }
        if isRung { return }
        let sleeper = time.map { time in
            Task {
                try? await clock.sleep(for: time.sleepable)
                gate.open(())
            }
        }
        await withTaskCancellationHandler {
            await gate.response()
        } onCancel: {
            gate.open(())
        }
        sleeper?.cancel()
        state.withLock { state in
            if state.gate === gate { state.gate = nil }
        }
    }
}
