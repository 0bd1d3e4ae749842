/// Keeps the entries of a cache.
///
/// A store never fails a call: what cannot be read counts as missing, what cannot be written is left out. Only a wipe is a
/// promise: after it returns, nothing of the partition can be read, even if the store has to throw away all it has.
public protocol CacheStore: Sendable {
    /// All stored variants of a resource, in any order.
    func entries(for key: CacheKey) async -> [CacheEntry]

    /// Stores an entry in place of the one with the same key and variant.
    func store(_ entry: CacheEntry) async

    /// Deletes all variants of a resource.
    func remove(_ key: CacheKey) async

    /// Deletes everything of one owner.
    func wipe(partition: String) async
}
