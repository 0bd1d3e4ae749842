public import APIRuntime
public import Foundation
internal import GRDB

/// Keeps the entries of a cache in an SQLite file, up to a number of bytes; the least recently used go first.
///
/// - Entries outlive the process, also one that is killed. After a loss of power, the last ones may be missing.
/// - A damaged file is set aside and a fresh one started, at opening or at any later time.
/// - Deleting a partition overwrites its rows, and deletes damaged files that were set aside.
/// - The file stays out of backups on Apple systems.
///
/// ```swift
/// let store = try SQLiteCacheStore(url: cachesFolder.appending(path: "responses.sqlite"))
/// let cache = ResponseCache(store: store)
/// ```
public final class SQLiteCacheStore: CacheStore {
    private let file: DatabaseFile
    private let capacity: Int
    private let state = LockedState(State())

    private struct State {
        var uses = RecentUses()
        var removals = 0
        /// Owners whose entries could not be deleted: nothing of theirs is read or stored.
        var blocked: Set<String> = []
    }

    /// Opens or makes a cache file.
    ///
    /// Blocks while it works.
    ///
    /// - Parameters:
    ///   - url: The file, on a local disk; its folder is made when it is missing.
    ///   - capacity: Bytes for all entries with their fields; an entry larger than that is not stored. The file itself
    ///     may be larger by a tenth and some megabytes.
    /// - Throws: ``StorageError`` when the file cannot be made, as in a folder that does not allow writing.
    public convenience init(url: URL, capacity: Int = 64 * 1024 * 1024) throws {
        var options = DatabaseOptions()
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

    /// Makes a cache in memory, for tests and previews.
    ///
    /// - Parameter capacity: Bytes for all entries with their fields.
    /// - Throws: ``StorageError`` when there is no memory.
    public convenience init(inMemory capacity: Int) throws {
        try self.init(DatabaseFile(inMemory: CacheSchema.migrator), capacity: capacity)
    }

    /// Uses a file that a test has opened.
    init(_ file: DatabaseFile, capacity: Int) throws {
        self.file = file
        self.capacity = capacity
    }

    /// Bytes that all entries count for; 0 when the file cannot be read.
    public var size: Int {
        get async { await (try? file.read { try CacheTable(database: $0).size() }) ?? 0 }
    }

    /// Count of the entries; 0 when the file cannot be read.
    public var count: Int {
        get async { await (try? file.read { try CacheTable(database: $0).count() }) ?? 0 }
    }

    /// Damaged files set aside; deleting a partition deletes them.
    public var damagedFiles: [URL] { file.damagedFiles }

    /// All stored variants of a resource; they count as used now.
    public func entries(for key: CacheKey) async -> [CacheEntry] {
        let before = state.withLock { $0.blocked.contains(key.partition) ? nil : $0.removals }
        let rows = try? await file.read { try CacheTable(database: $0).rows(for: key) }
        guard let before, let rows else { return [] }
        return state.withLock { state in
            // An entry that was read before a deletion must not be returned after it.
            guard state.removals == before else { return [] }
            state.uses.add(rows.map(\.id))
            return rows.map(\.entry)
        }
    }

    /// Stores an entry in place of the one with the same key and variant, and deletes others to make room.
    public func store(_ entry: CacheEntry) async {
        guard await unblock(entry.key.partition) else { return }
        let (used, removals) = state.withLock { ($0.uses.take(), $0.removals) }
        do {
            try await file.write { [state, capacity] database in
                let table = CacheTable(database: database)
                try table.markUsed(used)
                // The partition may have been deleted in between: older entries must not be stored after that.
                guard state.withLock({ $0.removals }) == removals else { return }
                if CacheRow.cost(of: entry) <= capacity {
                    try table.put(entry)
                } else {
                    try table.remove(entry.key, variant: entry.variant)
                }
                try table.evict(downTo: capacity)
            }
        } catch {
            // Left out. The older version must not outlive the newer one, if that can still be had.
            await remove(entry.key)
        }
    }

    /// Deletes all variants of a resource.
    public func remove(_ key: CacheKey) async {
        _ = try? await file.write { try CacheTable(database: $0).remove(key) }
    }

    /// Deletes everything of one owner, and damaged files set aside.
    ///
    /// When rows cannot be deleted, the whole file goes; when that fails too, nothing of the owner is read or stored until
    /// it succeeds.
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
    /// What follows finds nothing and stores nothing.
    ///
    /// - Throws: ``StorageError`` when the file is still in use.
    public func close() throws {
        try file.close()
    }

    /// Whether an owner's entries may be stored; tries once more to delete what a deletion had to leave.
    private func unblock(_ partition: String) async -> Bool {
        guard state.withLock({ $0.blocked.contains(partition) }) else { return true }
        await removeAll(partition: partition)
        return state.withLock { !$0.blocked.contains(partition) }
    }

    private func erase(_ partition: String) async -> Bool {
        do {
            try await file.write { try CacheTable(database: $0).removeAll(of: partition) }
            try file.removeDamagedFiles()
        } catch {
            do { try await file.erase() } catch { return false }
        }
        // The rows are gone already. This takes their bytes out of the log, which another process may be reading.
        try? await file.compact()
        return true
    }
}
