internal import APIRuntime
internal import Foundation
internal import GRDB

/// The SQL statements of the cache.
///
/// Each method runs inside the caller's transaction.
struct CacheTable {
    /// The connection, inside a transaction.
    let database: Database

    /// Returns the number of bytes that all entries count for.
    func size() throws -> Int {
        // The sum of damaged rows may be negative.
        try max(0, Int.fetchOne(database, sql: "SELECT bytes FROM cacheSize") ?? 0)
    }

    /// Returns the number of entries.
    func count() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM cacheEntry") ?? 0
    }

    /// Returns all variants of a resource, sorted.
    func rows(for key: CacheKey) throws -> [CacheRow] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT * FROM cacheEntry WHERE partition = ? AND method = ? AND url = ? ORDER BY variant
                """
        )
        return try Row.fetchAll(statement, arguments: [Self.text(key.partition), key.method, key.url])
            .compactMap { CacheRow($0, key: key) }
    }

    /// Returns one variant of a resource; `nil` when it is not stored.
    func row(for key: CacheKey, variant: String) throws -> CacheRow? {
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM cacheEntry WHERE partition = ? AND method = ? AND url = ? AND variant = ?"
        )
        return try Row.fetchOne(statement, arguments: [Self.text(key.partition), key.method, key.url, variant])
            .flatMap { CacheRow($0, key: key) }
    }

    /// Returns the distinct sets of fields that select the variants of a resource.
    func names(for key: CacheKey) throws -> [[String]] {
        let statement = try database.cachedStatement(
            sql: "SELECT DISTINCT varyNames FROM cacheEntry WHERE partition = ? AND method = ? AND url = ?"
        )
        return try String.fetchAll(statement, arguments: [Self.text(key.partition), key.method, key.url])
            .map { $0.split(separator: ",").map(String.init) }
    }

    /// Records the uses since the last change, the oldest first.
    func markUsed(_ ids: [Int64]) throws {
        let statement = try database.cachedStatement(sql: "UPDATE cacheEntry SET lastUse = ? WHERE id = ?")
        let first = try nextUse()
        for (offset, id) in ids.enumerated() {
            try statement.execute(arguments: [first + Int64(offset), id])
        }
    }

    /// Adds an entry or replaces the one with the same key and variant, and marks it as the most recently used.
    func put(_ entry: CacheEntry) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO cacheEntry
                    (partition, method, url, variant, varyNames, status, requestedAt, receivedAt, cost, lastUse, headers, body)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (partition, method, url, variant) DO UPDATE SET
                    varyNames = excluded.varyNames, status = excluded.status,
                    requestedAt = excluded.requestedAt, receivedAt = excluded.receivedAt,
                    cost = excluded.cost, lastUse = excluded.lastUse,
                    headers = excluded.headers, body = excluded.body
                """
        )
        try statement.execute(arguments: [
            Self.text(entry.key.partition), entry.key.method, entry.key.url, entry.variant,
            entry.varyNames.joined(separator: ","), entry.status,
            entry.requestedAt.timeIntervalSinceReferenceDate, entry.receivedAt.timeIntervalSinceReferenceDate,
            entry.cost, nextUse(), CacheRow.data(from: entry.headers), Data(entry.body),
        ])
    }

    /// Deletes the least recently used entries until the remaining ones fit.
    func evict(downTo capacity: Int) throws {
        var excess = try size() - capacity
        guard excess > 0 else { return }
        var ids: [Int64] = []
        // The cost of a damaged row may be of any type.
        let oldest = try Row.fetchCursor(
            database,
            sql: "SELECT id, max(0, CAST(cost AS INTEGER)) AS cost FROM cacheEntry ORDER BY lastUse"
        )
        while excess > 0, let row = try oldest.next() {
            guard let id: Int64 = row.value(of: "id") else { continue }
            ids.append(id)
            excess -= row.value(of: "cost") ?? 0
        }
        let statement = try database.cachedStatement(sql: "DELETE FROM cacheEntry WHERE id = ?")
        for id in ids { try statement.execute(arguments: [id]) }
    }

    /// Deletes all variants of a resource, or a single one.
    func remove(_ key: CacheKey, variant: String? = nil) throws {
        try database.execute(
            sql: """
                DELETE FROM cacheEntry
                WHERE partition = ? AND method = ? AND url = ? AND variant = ifnull(?, variant)
                """,
            arguments: [Self.text(key.partition), key.method, key.url, variant]
        )
    }

    /// Deletes all variants of a resource for all owners.
    func remove(method: String, url: String) throws {
        // Finds each owner with one search in the index of the keys.
        try database.execute(
            sql: """
                WITH RECURSIVE owner(name) AS (
                    SELECT min(partition) FROM cacheEntry
                    UNION ALL
                    SELECT (SELECT min(partition) FROM cacheEntry WHERE partition > name) FROM owner WHERE name IS NOT NULL
                )
                DELETE FROM cacheEntry
                WHERE partition IN (SELECT name FROM owner WHERE name IS NOT NULL) AND method = ? AND url = ?
                """,
            arguments: [method, url]
        )
    }

    /// Deletes all entries of one owner, in all of its sessions.
    func removeAll(of partition: String) throws {
        let partition = Self.text(partition)
        // `$` follows `#`, which separates the owner from the session.
        try database.execute(
            sql: "DELETE FROM cacheEntry WHERE partition = ? OR partition > ? AND partition < ?",
            arguments: [partition, "\(partition)#", "\(partition)$"]
        )
    }

    /// Returns a partition without NUL, where SQLite would cut its name off: two owners must not become one.
    private static func text(_ partition: String) -> String {
        guard partition.utf8.contains(where: { $0 <= 1 }) else { return partition }
        return partition.replacing("\u{1}", with: "\u{1}1").replacing("\0", with: "\u{1}0")
    }

    private func nextUse() throws -> Int64 {
        let last = try Int64.fetchOne(database, sql: "SELECT max(lastUse) FROM cacheEntry") ?? 0
        guard last >= Int64(Int32.max) << 24 else { return last + 1 }
        // Only a damaged row has such a number, which is near the largest one.
        try database.execute(sql: "UPDATE cacheEntry SET lastUse = 0")
        return 1
    }
}
