/// A renewal: acquires the exclusive right, calls the server and stores the result.
struct TokenRenewal: Sendable {
    /// The store that keeps the token.
    let store: any TokenStore
    /// The call to the server.
    let refresher: TokenRefresher
    /// The permission with the token to renew.
    let attempt: RefreshState.RefreshAttempt
    /// Replaces an entry of the store, unless the renewal no longer counts; returns whether the store held it, or damage.
    let replace: @Sendable (_ current: StoredToken, _ next: StoredToken?) async throws -> Bool
    /// The entry with the pair that the server has issued, also if the renewal no longer counts; `nil` for none.
    let issued = LockedState<StoredToken?>(nil)

    /// Runs the renewal to its end.
    func run() async -> RefreshState.Result {
        do {
            return try await store.exclusively { try await renew() }
        } catch {
            return .failed(.storage("locked or read"))
        }
    }

    private func renew() async throws -> RefreshState.Result {
        let held = attempt.held
        // The previous holder may have renewed already: a rotated token must not be used twice.
        let stored = try await store.load()
        // An unsaved pair may have been stored since the renewal was requested.
        if let stored, stored != held.saved, stored != held.entry { return .adopted(stored) }
        // Damage is no sign-out: the held token may still work. The rest of another session shows that this one ended.
        if stored == nil, !(try await store.holdsDamage(for: held.saved)) { return .removed }
        let current = stored ?? held.saved
        switch await refresher.outcome(for: held.token) {
        case .renewed(let token):
            let next = StoredToken(token: token, partition: held.partition, generation: held.generation)
            issued.withLock { $0 = next }
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
