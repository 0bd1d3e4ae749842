/// The newest tokens of a session, for requests that are sent after its end.
///
/// A refresh token works once, so that neither the tokens before a renewal in progress nor those that another process has
/// renewed can be used.
package struct SessionTokens: Sendable {
    /// The newest entry at the time of the question.
    package let entry: StoredToken

    /// The entry that the session held then; differs from ``entry`` if another process has renewed it.
    let held: StoredToken
    let life: SessionLife

    /// Returns the entry that the session has left at its end, after a renewal that was in progress then.
    ///
    /// The result is final only after the end of the session.
    package func lastEntry() async -> StoredToken {
        guard let last = await life.lastEntry(), last != held else { return entry }
        return last
    }
}

extension TokenSession {
    /// Returns the newest tokens of the session; `nil` when no user is signed in.
    ///
    /// The method renews nothing, and does not wait for a renewal in progress.
    ///
    /// - Throws: ``AuthenticationError`` with `.storage` when the store has not been read and cannot be read now.
    package func tokens() async throws(AuthenticationError) -> SessionTokens? {
        guard try await current() != nil, let held = state.held, let life else { return nil }
        let stored = try? await store.load()
        // An entry that could not be stored is newer than the stored one.
        guard let stored, stored != held.saved, stored != held.entry, state.isContinued(held, by: stored) else {
            return SessionTokens(entry: held.entry, held: held.entry, life: life)
        }
        return SessionTokens(entry: stored, held: held.entry, life: life)
    }
}
