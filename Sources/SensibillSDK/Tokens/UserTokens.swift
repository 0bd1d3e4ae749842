import APIRuntime

/// The current user of a provider and the delegate for the user's tokens.
final class UserTokens: Sendable {
    private struct State {
        var generation = 0
        var binding: UserBinding?
        var update: Update?
    }

    /// A request to a delegate that has not been completed.
    private struct Update {
        let generation: Int
        let outcome: Task<SensibillAPIClient.TaskError?, Never>
    }

    private let state = LockedState(State())

    /// Changes the user.
    ///
    /// - Parameters:
    ///   - delegate: The delegate for the user's tokens.
    ///   - cacheIdentifier: The user.
    ///   - renewsByItself: Whether a call renews a missing or rejected token even if its options do not allow a retry.
    func set(
        _ delegate: any UserAccessTokenDelegate,
        for cacheIdentifier: String,
        renewsByItself: Bool = false
    ) {
        let delegate = WeakDelegate(delegate)
        state.withLock { state in
            state.generation += 1
            state.binding = UserBinding(
                generation: state.generation,
                cacheIdentifier: cacheIdentifier,
                delegate: delegate,
                renewsByItself: renewsByItself
            )
        }
    }

    /// Removes the user.
    func reset() {
        state.withLock { $0.binding = nil }
    }

    /// The current user and delegate; `nil` without a user.
    var binding: UserBinding? { state.withLock { $0.binding } }

    /// Has the user's delegate renew the token, unless another call has had it renewed already.
    ///
    /// Concurrent calls share one request to the delegate.
    ///
    /// - Parameters:
    ///   - user: The user, who must be the current one.
    ///   - rejected: The token that the service rejected; `nil` if there was none.
    ///   - limit: The longest time to wait for the delegate's response.
    ///   - clock: The clock that measures the time.
    /// - Returns: `nil` for success, or the failure.
    func update(
        _ user: UserBinding,
        replacing rejected: String?,
        within limit: Duration,
        on clock: any Clock<Duration>
    ) async -> SensibillAPIClient.TaskError? {
        let (failure, isShared) = await share(user, replacing: rejected, within: limit, on: clock)
        guard isShared, failure == nil, let rejected, await user.currentToken() == rejected else { return failure }
        // The shared request had already renewed the token when the service rejected it.
        return await share(user, replacing: rejected, within: limit, on: clock).failure
    }

    private func share(
        _ user: UserBinding,
        replacing rejected: String?,
        within limit: Duration,
        on clock: any Clock<Duration>
    ) async -> (failure: SensibillAPIClient.TaskError?, isShared: Bool) {
        let (outcome, isShared) = state.withLock { state in
            if let update = state.update, update.generation == user.generation { return (update.outcome, true) }
            let outcome = Task { [self] in
                let failure = await user.update(replacing: rejected, within: limit, on: clock)
                self.state.withLock { state in
                    if state.update?.generation == user.generation { state.update = nil }
                }
                return failure
            }
            state.update = Update(generation: user.generation, outcome: outcome)
            return (outcome, false)
        }
        let gate = ResponseGate<SensibillAPIClient.TaskError?>()
        Task { gate.open(await outcome.value) }
        let failure = await withTaskCancellationHandler {
            await gate.response()
        } onCancel: {
            gate.open(.cancelled)
        }
        return (failure, isShared)
    }

    /// Whether the user has not changed; a token that was requested before a change must not be used after it.
    func isCurrent(_ binding: UserBinding?) -> Bool {
        state.withLock { $0.binding?.generation } == binding?.generation
    }

    /// Whether the user is the same, also with another delegate; the data of a former user must not be returned.
    func isSameUser(_ binding: UserBinding?) -> Bool {
        state.withLock { $0.binding?.cacheIdentifier } == binding?.cacheIdentifier
    }
}

/// A delegate and the identifier that was set with it.
struct UserBinding: Sendable {
    let generation: Int
    let cacheIdentifier: String
    let delegate: WeakDelegate
    let renewsByItself: Bool

    /// Returns the token; `nil` if it is missing or empty, or if the delegate has been deallocated.
    ///
    /// The token of a session is read without waiting for the main actor.
    func currentToken() async -> String? {
        guard let session = delegate.session else { return await delegateToken() }
        return session.value(for: cacheIdentifier).flatMap { $0.isEmpty ? nil : $0 }
    }

    @MainActor
    private func delegateToken() -> String? {
        guard let token = delegate.value?.currentAccessToken(for: cacheIdentifier), !token.isEmpty else { return nil }
        return token
    }

    /// Has the delegate renew the token, unless it has another one than the rejected one.
    ///
    /// - Parameters:
    ///   - rejected: The token that the service rejected; `nil` if there was none.
    ///   - limit: The longest time to wait for the delegate's response.
    ///   - clock: The clock that measures the time.
    /// - Returns: `nil` for success, or the failure.
    fileprivate func update(
        replacing rejected: String?,
        within limit: Duration,
        on clock: any Clock<Duration>
    ) async -> SensibillAPIClient.TaskError? {
        let gate = ResponseGate<SensibillAPIClient.TaskError?>()
        guard await ask(replacing: rejected, { error in gate.open(error.map { .executionFailure($0) }) }) else {
            return .missingUserAccessToken
        }
        let watchdog = Task {
            guard (try? await clock.sleep(for: limit.sleepable)) != nil else { return }
            gate.open(.executionFailure(TokenUpdateTimeout(limit: limit)))
        }
        defer { watchdog.cancel() }
        return await gate.response()
    }

    /// Forwards the request to the delegate; `false` if the delegate has been deallocated.
    @MainActor
    private func ask(replacing rejected: String?, _ response: @escaping @Sendable ((any Error)?) -> Void) -> Bool {
        guard let delegate = delegate.value else { return false }
        // Only here, in one step with the request, can no other call have had the token renewed in between.
        if let current = delegateToken(), current != rejected {
            response(nil)
            return true
        }
        delegate.updateToken(for: cacheIdentifier, completion: response)
        return true
    }
}

/// A weak reference to a delegate.
///
/// Unchecked because the delegate's class need not be Sendable: the references never change, and the object is used
/// only on the main actor, to which its protocol is isolated. A session's token can be used on any thread.
final class WeakDelegate: @unchecked Sendable {
    private weak var delegate: (any UserAccessTokenDelegate)?
    private weak var sessionDelegate: SessionTokenDelegate?

    init(_ delegate: any UserAccessTokenDelegate) {
        self.delegate = delegate
        sessionDelegate = delegate as? SessionTokenDelegate
    }

    /// The token of a session; `nil` for a delegate of the app, and after the delegate has been deallocated.
    var session: SessionToken? { sessionDelegate?.token }

    /// The delegate; `nil` after it has been deallocated.
    @MainActor var value: (any UserAccessTokenDelegate)? { delegate }
}
