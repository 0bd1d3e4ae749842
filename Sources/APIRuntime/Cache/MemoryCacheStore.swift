/// Keeps entries in memory, up to a number of bytes; the least recently used go first.
public final class MemoryCacheStore: CacheStore {
    private let entries: LockedState<RecentEntries>

    /// Creates an empty store.
    ///
    /// - Parameter capacity: Bytes for all entries with their fields; an entry larger than that is not stored.
    public init(capacity: Int = 16 * 1024 * 1024) {
        entries = LockedState(RecentEntries(capacity: capacity))
    }

    /// Bytes in use.
    public var size: Int { entries.withLock { $0.size } }

    /// Count of the entries.
    public var count: Int { entries.withLock { $0.count } }

    /// All stored variants of a resource; they count as used now.
    public func entries(for key: CacheKey) async -> [CacheEntry] {
        entries.withLock { $0.take(key) }
    }

    /// Stores an entry in place of the one with the same key and variant, and deletes others to make room.
    public func store(_ entry: CacheEntry) async {
        entries.withLock { $0.insert(entry) }
    }

    /// Deletes all variants of a resource.
    public func remove(_ key: CacheKey) async {
        entries.withLock { $0.remove(key) }
    }

    /// Deletes everything of one owner.
    public func removeAll(partition: String) async {
        entries.withLock { $0.removeAll { $0.partition == partition } }
    }
}
