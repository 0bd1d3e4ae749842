/// Keeps a token until the process ends.
public final class MemoryTokenStore: TokenStore {
    private let entry: LockedState<StoredToken?>

    /// Creates a store.
    ///
    /// - Parameter entry: What it holds at first; `nil` for nothing.
    public init(_ entry: StoredToken? = nil) {
        self.entry = LockedState(entry)
    }

    /// The entry; `nil` when nobody is signed in.
    ///
    /// Never throws.
    public func load() async throws -> StoredToken? {
        entry.withLock { $0 }
    }

    /// Puts an entry in place of any other.
    ///
    /// Never throws.
    public func save(_ entry: StoredToken) async throws {
        self.entry.withLock { $0 = entry }
    }

    /// Deletes the entry, if there is one.
    ///
    /// Never throws.
    public func remove() async throws {
        entry.withLock { $0 = nil }
    }

    /// Puts `next` in the place of `current` in one step.
    ///
    /// Never throws.
    public func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        entry.withLock { entry in
            guard entry == current else { return false }
            entry = next
            return true
        }
    }
}
