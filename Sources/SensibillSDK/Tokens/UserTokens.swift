import APIRuntime

/// Whose tokens a provider uses now.
final class UserTokens: Sendable {
    private struct State {
        var generation = 0
        var binding: UserBinding?
    }

    private let state = LockedState(State())

    /// Changes the user.
    func set(_ delegate: any UserAccessTokenDelegate, for cacheIdentifier: String) {
        let delegate = WeakDelegate(delegate)
        state.withLock { state in
            state.generation += 1
            state.binding = UserBinding(
                generation: state.generation,
                cacheIdentifier: cacheIdentifier,
                delegate: delegate
            )
        }
    }

    /// Forgets the user.
    func reset() {
        state.withLock { $0.binding = nil }
    }

    /// The user that a task works for; `nil` without one.
    var binding: UserBinding? { state.withLock { $0.binding } }

    /// Whether the user is still the same: a token that was asked for before a change must not be used after it.
    func isCurrent(_ binding: UserBinding?) -> Bool {
        state.withLock { $0.binding?.generation } == binding?.generation
    }
}

/// A delegate and the identifier that was set with it.
struct UserBinding: Sendable {
    let generation: Int
    let cacheIdentifier: String
    let delegate: WeakDelegate

    /// The token; `nil` without one, with an empty one, and without the delegate.
    @MainActor
    func currentToken() -> String? {
        guard let token = delegate.value?.currentAccessToken(for: cacheIdentifier), !token.isEmpty else { return nil }
        return token
    }

    /// Lets the delegate renew the token.
    ///
    /// - Parameters:
    ///   - limit: Longest wait for its response.
    ///   - clock: Measures the wait.
    /// - Returns: `nil` for success, or the failure.
    func update(within limit: Duration, on clock: any Clock<Duration>) async -> SensibillAPIClient.TaskError? {
        let gate = ResponseGate<SensibillAPIClient.TaskError?>()
        guard await ask({ error in gate.open(error.map { .executionFailure($0) }) }) else {
            return .missingUserAccessToken
        }
        let watchdog = Task {
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            gate.open(.executionFailure(TokenUpdateTimeout(limit: limit)))
        }
        defer { watchdog.cancel() }
        return await withTaskCancellationHandler {
            await gate.response()
        } onCancel: {
            gate.open(.cancelled)
        }
    }

    /// Passes the question on; `false` when the delegate is gone.
    @MainActor
    private func ask(_ response: @escaping @Sendable ((any Error)?) -> Void) -> Bool {
        guard let delegate = delegate.value else { return false }
        delegate.updateToken(for: cacheIdentifier, completion: response)
        return true
    }
}

// Unchecked because the delegate's class need not be Sendable: the reference is never changed, and the object behind it
// is only used on the main actor, where its protocol lives.

/// A delegate that is not kept alive.
final class WeakDelegate: @unchecked Sendable {
    private weak var delegate: (any UserAccessTokenDelegate)?

    init(_ delegate: any UserAccessTokenDelegate) {
        self.delegate = delegate
    }

    /// The delegate; `nil` once it is gone.
    @MainActor var value: (any UserAccessTokenDelegate)? { delegate }
}
