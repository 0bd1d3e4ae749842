import APIRuntime

/// Pauses and resumes a task as its owner wants it, when several threads change what the owner wants.
///
/// A thread that wants a pause can be overtaken by one that ends it: called directly, `resume` would precede `suspend`, and
/// the task would stay suspended. The switch calls one after the other, and the last call is what the owner wants.
final class PauseSwitch: Sendable {
    private struct State: Sendable {
        var isPaused = false
        var isApplying = false
        var isChanged = false
    }

    private let state = LockedState(State())
    private let wantsPause: @Sendable () -> Bool
    private let apply: @Sendable (Bool) -> Void

    /// Creates the switch of a task that runs.
    ///
    /// - Parameters:
    ///   - wantsPause: Returns what the owner wants now.
    ///   - apply: Pauses the task, or resumes it; neither may wait for the other.
    init(wantsPause: @escaping @Sendable () -> Bool, apply: @escaping @Sendable (Bool) -> Void) {
        self.wantsPause = wantsPause
        self.apply = apply
    }

    /// Pauses or resumes the task if the owner wants the other state; call it after each change.
    func update() {
        let isFirst = state.withLock { state in
            state.isChanged = true
            defer { state.isApplying = true }
            return !state.isApplying
        }
        // The thread that is at it sees the change.
        guard isFirst else { return }
        while beginsRound() {
            let wanted = wantsPause()
            let isNew = state.withLock { state in
                defer { state.isPaused = wanted }
                return state.isPaused != wanted
            }
            if isNew { apply(wanted) }
        }
    }

    /// Returns whether there was a change since the last round; without one the work ends.
    private func beginsRound() -> Bool {
        state.withLock { state in
            defer { state.isChanged = false }
            if !state.isChanged { state.isApplying = false }
            return state.isChanged
        }
    }
}
