public import APIRuntime
public import Foundation
internal import GRDB

/// A cache store in an SQLite file with a maximum size, which evicts the least recently used entries first.
///
/// - Entries persist after the process ends, even if it is killed. After a loss of power, the last ones may be missing.
/// - A damaged file is set aside and replaced with a new one, when the store opens the file or at any later time.
/// - ``removeAll(partition:)`` overwrites the content it deletes, and deletes damaged files set aside earlier.
/// - The file is excluded from backups on Apple platforms.
///
/// ```swift
/// let store = try SQLiteCacheStore(url: cachesFolder.appending(path: "responses.sqlite"))
/// let cache = ResponseCache(store: store)
/// ```
public final class SQLiteCacheStore: CacheStore {
    private let file: DatabaseFile
    private let capacity: Int
    private let state = LockedState(State())

    private struct Resource: Hashable {
        let method: String
        let url: String
    }

    private struct State {
        var uses = RecentUses()
        var removals = 0
        /// The owners whose entries could not be deleted.
        ///
        /// The store neither reads nor stores entries for them.
        var blocked: Set<String> = []

        /// The resources whose entries could not be deleted, for all owners.
        ///
        /// The store neither reads nor stores entries for them.
        var hidden: Set<Resource> = []

        /// The blocked owners of a partition: its own name, and the owner's if it is that of a session.
        func blocked(for partition: String) -> [String] {
            blocked.filter { partition == $0 || partition.hasPrefix("\($0)#") }.sorted()
        }

        func isBlocked(_ partition: String) -> Bool {
            !blocked.isEmpty && !blocked(for: partition).isEmpty
        }
    }

    /// Opens or creates a cache file.
    ///
    /// Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - url: The file, on a local disk. The folder is created if it is missing.
    ///   - capacity: The size limit in bytes for all entries with their header fields. A larger entry is not stored.
    ///     The file itself may exceed the limit by a tenth and a few megabytes.
    /// - Throws: ``StorageError`` if the file cannot be created, for example in a folder that is not writable.
    public convenience init(url: URL, capacity: Int = 64 * 1024 * 1024) throws {
        var options = DatabaseOptions()
        options.ownsSchema = true
        options.isDurable = false
        options.isExcludedFromBackup = true
        options.isCheckedOnOpening = false
        options.replacesNewer = true
        options.keptDamagedFiles = 1
        try self.init(
            DatabaseFile(url: url, migrator: CacheSchema.migrator, options: options),
            capacity: capacity
        )
    }

    /// Creates a cache in memory, for tests and previews.
    ///
    /// - Parameter capacity: The size limit in bytes for all entries with their header fields.
    /// - Throws: ``StorageError`` if memory is exhausted.
    public convenience init(inMemory capacity: Int) throws {
        try self.init(DatabaseFile(inMemory: CacheSchema.migrator), capacity: capacity)
    }

    /// Creates a store for a file that a test has opened.
    init(_ file: DatabaseFile, capacity: Int) throws {
        self.file = file
        self.capacity = capacity
    }

    /// The number of bytes that all entries count for; 0 if the file cannot be read.
    public var size: Int {
        get async { await (try? file.read { try CacheTable(database: $0).size() }) ?? 0 }
    }

    /// The number of entries; 0 if the file cannot be read.
    public var count: Int {
        get async { await (try? file.read { try CacheTable(database: $0).count() }) ?? 0 }
    }

    /// The damaged files set aside, which ``removeAll(partition:)`` deletes.
    public var damagedFiles: [URL] { file.damagedFiles }

    /// Returns all stored variants of a resource and marks them as used now.
    public func entries(for key: CacheKey) async -> [CacheEntry] {
        await rows(of: key) { try $0.rows(for: key) }
    }

    /// Returns the distinct sets of fields that select the variants of a resource.
    public func variantNames(for key: CacheKey) async -> [[String]] {
        guard !isHidden(key) else { return [] }
        return await (try? file.read { try CacheTable(database: $0).names(for: key) }) ?? []
    }

    /// Returns one variant of a resource and marks it as used now; `nil` when it is not stored.
    public func entry(for key: CacheKey, variant: String) async -> CacheEntry? {
        await rows(of: key) { try $0.row(for: key, variant: variant).map { [$0] } ?? [] }.first
    }

    private func rows(
        of key: CacheKey,
        _ read: @escaping @Sendable (CacheTable) throws -> [CacheRow]
    ) async -> [CacheEntry] {
        let before = state.withLock { $0.isBlocked(key.partition) ? nil : $0.removals }
        let rows = try? await file.read { try read(CacheTable(database: $0)) }
        guard let before, let rows, !isHidden(key) else { return [] }
        return state.withLock { state in
            // Entries read before a removal must not be returned after it.
            guard state.removals == before else { return [] }
            state.uses.add(rows.map(\.id))
            return rows.map(\.entry)
        }
    }

    /// Stores an entry, replacing the one with the same key and variant, and evicts other entries to make room.
    public func store(_ entry: CacheEntry) async {
        guard await unblock(entry.key.partition), await unhide(entry.key) else { return }
        let (used, removals) = state.withLock { ($0.uses.take(), $0.removals) }
        do {
            try await file.write { [state, capacity] database in
                let table = CacheTable(database: database)
                try table.markUsed(used)
                // A removal may have happened in the meantime. An entry older than the removal must not be stored after it.
                guard state.withLock({ $0.removals }) == removals else { return }
                if entry.cost <= capacity {
                    try table.put(entry)
                } else {
                    try table.remove(entry.key, variant: entry.variant)
                }
                try table.evict(downTo: capacity)
            }
        } catch {
            // The entry is not stored. If possible, remove the older version so that it does not outlive the newer one.
            await remove(entry.key)
        }
    }

    /// Deletes all variants of a resource.
    ///
    /// If rows cannot be deleted, deletes the whole file. If that fails too, the store neither reads nor stores entries of
    /// the resource until a later attempt succeeds.
    public func remove(_ key: CacheKey) async {
        await followReplacement()
        do {
            try await file.write { try CacheTable(database: $0).remove(key) }
        } catch {
            await drop(method: key.method, url: key.url)
        }
    }

    /// Deletes all variants of a resource for all owners.
    ///
    /// If rows cannot be deleted, deletes the whole file. If that fails too, the store neither reads nor stores entries of
    /// the resource until a later attempt succeeds. Always returns `true`.
    public func removeFromAllPartitions(method: String, url: String) async -> Bool {
        await followReplacement()
        do {
            try await file.write { try CacheTable(database: $0).remove(method: method, url: url) }
        } catch {
            await drop(method: method, url: url)
        }
        return true
    }

    /// Deletes all entries of one owner in all of its sessions, and the damaged files set aside.
    ///
    /// If rows cannot be deleted, deletes the whole file. If that fails too, the store neither reads nor stores entries
    /// of the owner until a later attempt succeeds.
    public func removeAll(partition: String) async {
        state.withLock { state in
            state.removals += 1
            state.blocked.insert(partition)
        }
        if await erase(partition) {
            state.withLock { state in
                state.removals += 1
                state.blocked.remove(partition)
            }
        }
    }

    /// Closes the file.
    ///
    /// Later reads return no entries, and later writes have no effect.
    ///
    /// - Throws: ``StorageError`` if the file is still in use.
    public func close() throws {
        try file.close()
    }

    /// Returns whether an owner's entries may be stored, after retrying a deletion that failed earlier.
    private func unblock(_ partition: String) async -> Bool {
        for owner in state.withLock({ $0.blocked(for: partition) }) { await removeAll(partition: owner) }
        return state.withLock { !$0.isBlocked(partition) }
    }

    /// Deletes the whole file after rows could not be deleted, because a later launch would read them.
    private func drop(method: String, url: String) async {
        hide(method: method, url: url)
        if (try? await file.erase()) != nil {
            state.withLock { _ = $0.hidden.remove(Resource(method: method, url: url)) }
        }
    }

    private func hide(method: String, url: String) {
        state.withLock { _ = $0.hidden.insert(Resource(method: method, url: url)) }
    }

    private func isHidden(_ key: CacheKey) -> Bool {
        state.withLock { !$0.hidden.isEmpty && $0.hidden.contains(Resource(method: key.method, url: key.url)) }
    }

    /// Returns whether a resource's entries may be stored, after retrying a deletion that failed earlier.
    private func unhide(_ key: CacheKey) async -> Bool {
        guard isHidden(key) else { return true }
        let (method, url) = (key.method, key.url)
        guard (try? await file.write({ try CacheTable(database: $0).remove(method: method, url: url) })) != nil else {
            return false
        }
        state.withLock { _ = $0.hidden.remove(Resource(method: method, url: url)) }
        return true
    }

    /// Opens the file that another process has put in place of a damaged one, because it stores its entries there.
    private func followReplacement() async {
        _ = try? await DatabaseFile.blocking { [file] in try file.followReplacement() }
    }

    private func erase(_ partition: String) async -> Bool {
        await followReplacement()
        do {
            try await file.write { try CacheTable(database: $0).removeAll(of: partition) }
            try file.removeDamagedFiles()
        } catch {
            do { try await file.erase() } catch { return false }
        }
        // The rows are already deleted. This removes their bytes from the log, which another process may be reading.
        try? await file.compact()
        return true
    }
}
