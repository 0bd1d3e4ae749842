/// One renewal: from the right to do it, over the server, into the store.
struct TokenRenewal: Sendable {
    /// Where the token is kept.
    let store: any TokenStore
    /// The call to the server.
    let refresher: TokenRefresher
    /// What to renew.
    let ticket: RefreshState.RefreshAttempt

    /// Runs it to its end.
    func run() async -> RefreshState.Result {
        do {
            return try await store.exclusively { try await renew() }
        } catch {
            return .failed(.storage("locked or read"))
        }
    }

    private func renew() async throws -> RefreshState.Result {
        // Whoever held the right before may have renewed already: a rotated token must not be spent twice.
        guard let current = try await store.load() else { return .removed }
        guard current == ticket.held.saved else { return .adopted(current) }
        switch await refresher.outcome(for: ticket.held.token) {
        case .renewed(let token):
            return await keep(StoredToken(token: token, partition: ticket.held.partition))
        case .rejected(let status):
            return await discard(status: status)
        case .unreachable(let failure):
            return .failed(failure)
        }
    }

    /// Stores the new pair, unless the entry was changed while the server answered.
    private func keep(_ entry: StoredToken) async -> RefreshState.Result {
        do {
            if try await store.replace(ticket.held.saved, with: entry) { return .renewed(entry) }
            guard let other = try await store.load() else { return .removed }
            return .adopted(other)
        } catch {
            // The old refresh token may be spent: the new pair in memory is the only one sure to work.
            return .unsaved(entry)
        }
    }

    private func discard(status: Int?) async -> RefreshState.Result {
        do {
            if try await store.replace(ticket.held.saved, with: nil) { return .rejected(status: status) }
            guard let other = try await store.load() else { return .removed }
            return .adopted(other)
        } catch {
            // What stays in the store is worthless: the server will refuse it again.
            return .rejected(status: status)
        }
    }
}
