/// A store that keeps entries in memory, up to a number of bytes, and evicts the least recently used first.
public final class MemoryCacheStore: CacheStore {
    private let entries: LockedState<RecentEntries>

    /// Creates an empty store.
    ///
    /// - Parameter capacity: The bytes for all entries with their fields; an entry larger than that is not stored.
    public init(capacity: Int = 16 * 1024 * 1024) {
        entries = LockedState(RecentEntries(capacity: capacity))
    }

    /// The bytes in use.
    public var size: Int { entries.withLock { $0.size } }

    /// The number of entries.
    public var count: Int { entries.withLock { $0.count } }

    /// Returns all stored variants of a resource and marks them as used.
    public func entries(for key: CacheKey) async -> [CacheEntry] {
        entries.withLock { $0.take(key) }
    }

    /// Stores an entry, replaces the one with the same key and variant, and evicts others to make room.
    public func store(_ entry: CacheEntry) async {
        entries.withLock { $0.insert(entry) }
    }

    /// Deletes all variants of a resource.
    public func remove(_ key: CacheKey) async {
        entries.withLock { $0.remove(key) }
    }

    /// Returns the distinct sets of fields that select the variants of a resource.
    public func variantNames(for key: CacheKey) async -> [[String]] {
        entries.withLock { $0.names(for: key) }
    }

    /// Returns one variant of a resource and marks it as used; `nil` when it is not stored.
    public func entry(for key: CacheKey, variant: String) async -> CacheEntry? {
        entries.withLock { $0.take(key, variant: variant) }
    }

    /// Returns the variants that a language selects and marks them as used.
    public func entries(for key: CacheKey, language: String) async -> [CacheEntry] {
        entries.withLock { $0.take(key, language: language) }
    }

    /// Deletes all variants of a resource for all owners.
    ///
    /// Always returns `true`.
    public func removeFromAllPartitions(method: String, url: String) async -> Bool {
        entries.withLock { $0.remove(method: method, url: url) }
        return true
    }

    /// Deletes all entries of one owner, in all of its sessions.
    public func removeAll(partition: String) async {
        entries.withLock { $0.removeAll { $0.partition == partition || $0.partition.hasPrefix("\(partition)#") } }
    }
}
