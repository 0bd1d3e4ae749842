/// The partitions that a cache has used since it was created.
///
/// The name of a user can have several partitions, one for each session; see ``SessionLife/cachePartition``.
struct KnownPartitions: Sendable {
    private var names: Set<String> = [CacheKey.sharedPartition, CacheKey.anonymousPartition]

    /// The largest number of partitions to keep.
    static let limit = 4096

    /// All partitions, sorted.
    var all: [String] { names.sorted() }

    /// Records a use.
    mutating func add(_ name: String) {
        names.insert(name)
        // Only stores without a deletion for all owners need the list, and they belong to apps with few users.
        if names.count > Self.limit, let other = names.first(where: { $0 != name }) { names.remove(other) }
    }

    /// Removes a name and the sessions of that name.
    ///
    /// - Returns: The removed partitions; always with the name itself.
    mutating func remove(_ name: String) -> [String] {
        let sessions = names.filter { $0.hasPrefix("\(name)#") }
        let removed = sessions.union([name])
        names.subtract(removed)
        names.formUnion([CacheKey.sharedPartition, CacheKey.anonymousPartition])
        return removed.sorted()
    }
}
