/// A store that keeps a token in memory until the process ends.
public final class MemoryTokenStore: TokenStore {
    private let entry: LockedState<StoredToken?>
    private let turns = TurnQueue()

    /// Creates a store.
    ///
    /// - Parameter entry: The initial entry; `nil` for none.
    public init(_ entry: StoredToken? = nil) {
        self.entry = LockedState(entry)
    }

    /// Returns the entry; `nil` when no user is signed in.
    ///
    /// - Throws: Never throws; ``TokenStore`` allows any error.
    public func load() async throws -> StoredToken? {
        entry.withLock { $0 }
    }

    /// Replaces the stored entry.
    ///
    /// - Throws: Never throws; ``TokenStore`` allows any error.
    public func save(_ entry: StoredToken) async throws {
        self.entry.withLock { $0 = entry }
    }

    /// Deletes the entry, if there is one.
    ///
    /// - Throws: Never throws; ``TokenStore`` allows any error.
    public func remove() async throws {
        entry.withLock { $0 = nil }
    }

    /// Runs renewals of all sessions that use this store one at a time, in order.
    ///
    /// - Throws: The error of the body; `CancellationError` if the task is cancelled while it waits.
    public func exclusively<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await turns.take()
        defer { turns.release() }
        return try await body()
    }

    /// Replaces `current` with `next` in one step.
    ///
    /// - Throws: Never throws; ``TokenStore`` allows any error.
    public func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        entry.withLock { entry in
            guard entry == current else { return false }
            entry = next
            return true
        }
    }
}
