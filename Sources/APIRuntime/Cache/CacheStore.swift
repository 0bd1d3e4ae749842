internal import HTTPTypes

/// A store for the entries of a cache.
///
/// A store never fails a call: an entry that cannot be read counts as missing, and one that cannot be written is
/// dropped. Only ``removeAll(partition:)`` is guaranteed: after it returns, no entry of the partition can be read, even
/// if the store has to delete all of its entries.
///
/// The requirements with default implementations make a store with many variants of one resource fast.
public protocol CacheStore: Sendable {
    /// Returns all stored variants of a resource, in any order.
    func entries(for key: CacheKey) async -> [CacheEntry]

    /// Stores an entry, and replaces the one with the same key and variant.
    func store(_ entry: CacheEntry) async

    /// Deletes all variants of a resource.
    func remove(_ key: CacheKey) async

    /// Deletes all entries of one owner.
    ///
    /// The partitions of an owner's sessions are the owner's, followed by `#` and the session. The cache deletes those that
    /// it has used itself; a store that outlives the process deletes all of them.
    func removeAll(partition: String) async

    /// Returns the distinct values of ``CacheEntry/varyNames`` among the variants of a resource, in any order.
    func variantNames(for key: CacheKey) async -> [[String]]

    /// Returns one variant of a resource; `nil` when it is not stored.
    func entry(for key: CacheKey, variant: String) async -> CacheEntry?

    /// Returns the variants that `Accept-Language` alone selects and whose `Content-Language` is a language, in any
    /// order.
    ///
    /// - Parameters:
    ///   - key: The identity of the resource.
    ///   - language: The language in lower case.
    /// - Returns: The entries.
    func entries(for key: CacheKey, language: String) async -> [CacheEntry]

    /// Deletes all variants of a resource for all owners, as after a change of the resource.
    ///
    /// - Parameters:
    ///   - method: The method in capitals.
    ///   - url: The URL in the form of ``CacheKey/url``.
    /// - Returns: Whether the store supports this; if not, the cache deletes the resource for each owner it knows.
    func removeFromAllPartitions(method: String, url: String) async -> Bool
}

extension CacheStore {
    /// Reads all variants.
    public func variantNames(for key: CacheKey) async -> [[String]] {
        Array(Set(await entries(for: key).map(\.varyNames)))
    }

    /// Reads all variants.
    public func entry(for key: CacheKey, variant: String) async -> CacheEntry? {
        await entries(for: key).first { $0.variant == variant }
    }

    /// Reads all variants.
    public func entries(for key: CacheKey, language: String) async -> [CacheEntry] {
        await entries(for: key).filter { $0.selectingLanguage == language }
    }

    /// Returns `false`.
    public func removeFromAllPartitions(method: String, url: String) async -> Bool { false }
}

extension CacheEntry {
    /// The language that selects the entry, in lower case; `nil` unless `Accept-Language` alone selects it.
    var selectingLanguage: String? {
        varyNames == CacheVariant.languageNames ? headers[.contentLanguage]?.lowercased() : nil
    }
}
