/// A store for the entries of a cache.
///
/// A store never fails a call: an entry that cannot be read counts as missing, and one that cannot be written is
/// dropped. Only ``removeAll(partition:)`` is guaranteed: after it returns, no entry of the partition can be read, even
/// if the store has to delete all of its entries.
public protocol CacheStore: Sendable {
    /// Returns all stored variants of a resource, in any order.
    func entries(for key: CacheKey) async -> [CacheEntry]

    /// Stores an entry, and replaces the one with the same key and variant.
    func store(_ entry: CacheEntry) async

    /// Deletes all variants of a resource.
    func remove(_ key: CacheKey) async

    /// Deletes all entries of one owner.
    func removeAll(partition: String) async
}
