internal import Foundation
internal import GRDB

/// An identifier of one claim, unique in a queue: neither a re-enqueued item nor a later claim shares it.
struct WorkTicket: Hashable, Sendable {
    /// The row ID of the item, which is not reused, not even in the file that replaces an erased one.
    let id: Int64
    /// The number of the item's claims, including this one.
    let claims: Int

    /// Creates the ticket from a row that was just claimed.
    init(_ row: Row) {
        // Both are integers, also after damage: the first is the row ID, and the claim has set the second.
        id = row.value(of: "id") ?? 0
        claims = row.value(of: "claims") ?? 0
    }
}

/// The SQL statements of a work queue.
///
/// Each method runs inside the caller's transaction.
struct WorkTable {
    /// The connection, inside a transaction.
    let database: Database

    /// Adds an item and returns `true`, or returns `false` if its key already exists in any state.
    func insert(_ payload: Data, key: String, group: String, now: Date, due: Date) throws -> Bool {
        try database.execute(
            sql: """
                INSERT INTO workItem (key, lane, state, enqueuedAt, dueAt, payload)
                VALUES (?, ?, 'waiting', ?, ?, ?) ON CONFLICT (key) DO NOTHING
                """,
            arguments: [key, group, now.stored, due.stored, payload]
        )
        return database.changesCount > 0
    }

    /// Marks the first due item of an unblocked group as running.
    ///
    /// - Parameters:
    ///   - group: The group to search; `nil` for all groups.
    ///   - now: The current time.
    ///   - latest: The latest due time that can be real; a later one counts as due. If `nil`, every due time counts.
    /// - Returns: The updated row; `nil` if nothing is due.
    /// - Throws: An error of the database.
    func claim(in group: String?, now: Date, latest: Date? = nil) throws -> Row? {
        try Row.fetchOne(
            database,
            sql: """
                UPDATE workItem SET
                    state = 'running', claims = \(Self.count("claims")) + 1, attempts = \(Self.count("attempts")) + 1
                WHERE id = (
                    SELECT id FROM workItem AS candidate
                    WHERE state = 'waiting' AND (CAST(dueAt AS REAL) <= ? OR dueAt > ?) AND lane = ifnull(?, lane) AND NOT EXISTS (
                        SELECT 1 FROM workItem WHERE state = 'running' AND lane = candidate.lane
                    )
                    ORDER BY dueAt, id LIMIT 1
                )
                RETURNING *
                """,
            arguments: [now.stored, latest?.stored, group]
        )
    }

    /// Returns the SQL for a counter, which is 0 after damage.
    private static func count(_ column: String) -> String {
        "iif(typeof(\(column)) = 'integer' AND \(column) BETWEEN 0 AND 1000000000, \(column), 0)"
    }

    /// Ends an attempt, unless the item has since been removed or claimed again.
    ///
    /// - Returns: Whether the attempt was still running.
    func end(_ ticket: WorkTicket, _ change: String, _ values: StatementArguments) throws -> Bool {
        try database.execute(
            sql: "UPDATE workItem SET \(change) WHERE id = ? AND claims = ? AND state = 'running'",
            arguments: values + [ticket.id, ticket.claims]
        )
        return database.changesCount > 0
    }

    /// Deletes an item after its attempt, and returns whether the attempt was still running.
    func delete(_ ticket: WorkTicket) throws -> Bool {
        try delete(where: "id = ? AND claims = ? AND state = 'running'", [ticket.id, ticket.claims]) > 0
    }

    /// Deletes the items that match a condition.
    ///
    /// - Returns: The number of deleted items.
    func delete(where condition: String, _ values: StatementArguments) throws -> Int {
        try database.execute(sql: "DELETE FROM workItem WHERE \(condition)", arguments: values)
        return database.changesCount
    }

    /// Marks a failed item as waiting again, and returns whether there was one.
    func revive(_ key: String, now: Date) throws -> Bool {
        try database.execute(
            sql: """
                UPDATE workItem SET state = 'waiting', attempts = 0, dueAt = ?, endedAt = NULL
                WHERE key = ? AND state = 'failed'
                """,
            arguments: [now.stored, key]
        )
        return database.changesCount > 0
    }

    /// Marks items as waiting that were running when a process ended.
    func releaseAll() throws {
        try database.execute(sql: "UPDATE workItem SET state = 'waiting' WHERE state = 'running'")
    }

    /// Copies the readable items of a damaged database, with their claims.
    func copy(from damaged: Database) throws {
        // Read from both ends, because reading stops at the damage.
        for order in ["ASC", "DESC"] {
            let sql = "SELECT * FROM workItem NOT INDEXED ORDER BY id \(order)"
            guard let rows = try? Row.fetchCursor(damaged, sql: sql) else { continue }
            // Bounded, because a damaged tree may return its rows repeatedly.
            for _ in 0..<100_000 {
                guard let row = try? rows.next() else { break }
                let claims: Int = row.value(of: "claims") ?? 0
                let attempts: Int = row.value(of: "attempts") ?? 0
                let enqueuedAt: Double = row.value(of: "enqueuedAt") ?? 0
                let dueAt: Double = row.value(of: "dueAt") ?? 0
                let others = ["id", "key", "lane", "state", "endedAt", "cause", "payload"].map { name in
                    (row[name] as DatabaseValue?) ?? .null
                }
                // A row that breaks a constraint is damaged too.
                try? database.execute(
                    sql: """
                        INSERT OR IGNORE INTO workItem
                            (claims, attempts, enqueuedAt, dueAt, id, key, lane, state, endedAt, cause, payload)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [claims, attempts, enqueuedAt, dueAt] + StatementArguments(others)
                )
            }
        }
    }

    /// Returns the earliest time at which an item of an unblocked group is due.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - latest: The latest due time that can be real; an item with a later one is due now.
    /// - Returns: The time; `nil` if no item of an unblocked group is waiting.
    /// - Throws: An error of the database.
    func nextDue(now: Date, latest: Date?) throws -> Date? {
        let seconds = try Double.fetchOne(
            database,
            sql: """
                SELECT min(iif(dueAt > ?, ?, CAST(dueAt AS REAL))) FROM workItem AS candidate
                WHERE state = 'waiting' AND NOT EXISTS (
                    SELECT 1 FROM workItem WHERE state = 'running' AND lane = candidate.lane
                )
                """,
            arguments: [latest?.stored, now.stored]
        )
        return seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    /// Returns items in the order in which they were enqueued.
    ///
    /// - Parameters:
    ///   - group: The group of the items; `nil` for all groups.
    ///   - key: The name of the item; `nil` for all items.
    /// - Returns: The rows of the items.
    /// - Throws: An error of the database.
    func rows(group: String? = nil, key: String? = nil) throws -> [Row] {
        try Row.fetchAll(
            database,
            sql: "SELECT * FROM workItem WHERE lane = ifnull(?, lane) AND key = ifnull(?, key) ORDER BY id",
            arguments: [group, key]
        )
    }
}

extension Date {
    /// The number of seconds since 2001, which preserves the full precision of a date.
    var stored: Double { timeIntervalSinceReferenceDate }
}
