/// A renewal: acquires the exclusive right, calls the server and stores the result.
struct TokenRenewal: Sendable {
    /// The store that keeps the token.
    let store: any TokenStore
    /// The call to the server.
    let refresher: TokenRefresher
    /// The permission with the token to renew.
    let attempt: RefreshState.RefreshAttempt
    /// Replaces an entry of the store, unless the renewal no longer counts; returns whether the store held it.
    let replace: @Sendable (_ current: StoredToken, _ next: StoredToken?) async throws -> Bool

    /// Runs the renewal to its end.
    func run() async -> RefreshState.Result {
        do {
            return try await store.exclusively { try await renew() }
        } catch {
            return .failed(.storage("locked or read"))
        }
    }

    private func renew() async throws -> RefreshState.Result {
        // The previous holder may have renewed already: a rotated token must not be used twice.
        guard let current = try await store.load() else { return .removed }
        // An unsaved pair may have been stored since the renewal was requested.
        guard current == attempt.held.saved || current == attempt.held.entry else { return .adopted(current) }
        switch await refresher.outcome(for: attempt.held.token) {
        case .renewed(let token):
            let held = attempt.held
            let next = StoredToken(token: token, partition: held.partition, generation: held.generation)
            return await keep(next, over: current)
        case .rejected(let status):
            return await discard(current, status: status)
        case .unreachable(let failure):
            return .failed(failure)
        }
    }

    /// Stores the new pair, unless the entry was changed during the request.
    private func keep(_ entry: StoredToken, over current: StoredToken) async -> RefreshState.Result {
        do {
            if try await replace(current, entry) { return .renewed(entry) }
            guard let other = try await store.load() else { return .removed }
            return .adopted(other)
        } catch {
            // The old refresh token may be used up: the new pair in memory is the only one certain to work.
            return .unsaved(entry, over: current)
        }
    }

    private func discard(_ current: StoredToken, status: Int?) async -> RefreshState.Result {
        do {
            if try await replace(current, nil) { return .rejected(status: status) }
            guard let other = try await store.load() else { return .removed }
            return .adopted(other)
        } catch {
            // The token that remains in the store is useless: the server will refuse it again.
            return .rejected(status: status)
        }
    }
}
