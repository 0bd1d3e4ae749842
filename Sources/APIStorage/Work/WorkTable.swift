internal import Foundation
internal import GRDB

/// Names one claim among all of a queue: neither an item enqueued again nor a later claim has the same.
struct WorkTicket: Hashable, Sendable {
    /// Row of the item; never used again.
    let id: Int64
    /// Count of the item's claims, this one included.
    let claims: Int

    /// Reads the ticket of a row that was just claimed.
    init(_ row: Row) {
        id = row["id"]
        claims = row["claims"]
    }
}

/// The statements of a work queue.
///
/// Each method runs inside the caller's transaction.
struct WorkTable {
    /// The connection, inside a transaction.
    let database: Database

    /// Adds an item; `false` when its key is there already, in whatever state.
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

    /// Marks the first due item of a free group as running.
    ///
    /// - Parameters:
    ///   - group: Group to look at; `nil` for all.
    ///   - now: The time.
    /// - Returns: The row as it is now; `nil` when nothing is due.
    /// - Throws: The database's error.
    func claim(in group: String?, now: Date) throws -> Row? {
        try Row.fetchOne(
            database,
            sql: """
                UPDATE workItem SET state = 'running', claims = claims + 1, attempts = attempts + 1
                WHERE id = (
                    SELECT id FROM workItem AS candidate
                    WHERE state = 'waiting' AND dueAt <= ? AND lane = ifnull(?, lane) AND NOT EXISTS (
                        SELECT 1 FROM workItem WHERE state = 'running' AND lane = candidate.lane
                    )
                    ORDER BY dueAt, id LIMIT 1
                )
                RETURNING *
                """,
            arguments: [now.stored, group]
        )
    }

    /// Ends an attempt, unless the item has been removed or claimed anew since.
    ///
    /// - Returns: Whether the attempt was still running.
    func end(_ ticket: WorkTicket, _ change: String, _ values: StatementArguments) throws -> Bool {
        try database.execute(
            sql: "UPDATE workItem SET \(change) WHERE id = ? AND claims = ? AND state = 'running'",
            arguments: values + [ticket.id, ticket.claims]
        )
        return database.changesCount > 0
    }

    /// Deletes an item after its attempt.
    func delete(_ ticket: WorkTicket) throws -> Bool {
        try delete(where: "id = ? AND claims = ? AND state = 'running'", [ticket.id, ticket.claims]) > 0
    }

    /// Deletes the items that a condition picks.
    ///
    /// - Returns: Count of the deleted items.
    func delete(where condition: String, _ values: StatementArguments) throws -> Int {
        try database.execute(sql: "DELETE FROM workItem WHERE \(condition)", arguments: values)
        return database.changesCount
    }

    /// Brings a failed item back.
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

    /// Puts items back that were running when a process ended.
    func releaseAll() throws {
        try database.execute(sql: "UPDATE workItem SET state = 'waiting' WHERE state = 'running'")
    }

    /// Copies the items that can be read from a damaged database, with their claims.
    func copy(from damaged: Database) throws {
        // From both ends, as reading stops at the damage.
        for order in ["ASC", "DESC"] {
            let sql = "SELECT * FROM workItem NOT INDEXED ORDER BY id \(order)"
            guard let rows = try? Row.fetchCursor(damaged, sql: sql) else { continue }
            // Bounded, as a damaged tree may give its rows again and again.
            for _ in 0..<100_000 {
                guard let row = try? rows.next() else { break }
                // A row that breaks a constraint is damaged too.
                try? database.execute(
                    sql: """
                        INSERT OR IGNORE INTO workItem
                            (id, key, lane, state, claims, attempts, enqueuedAt, dueAt, endedAt, cause, payload)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: StatementArguments(
                        [
                            row["id"], row["key"], row["lane"], row["state"], row["claims"], row["attempts"],
                            row["enqueuedAt"], row["dueAt"], row["endedAt"], row["cause"], row["payload"],
                        ] as [DatabaseValue]
                    )
                )
            }
        }
    }

    /// Earliest time at which an item of a free group is due.
    func nextDue() throws -> Date? {
        let seconds = try Double.fetchOne(
            database,
            sql: """
                SELECT dueAt FROM workItem AS candidate
                WHERE state = 'waiting' AND NOT EXISTS (
                    SELECT 1 FROM workItem WHERE state = 'running' AND lane = candidate.lane
                )
                ORDER BY dueAt, id LIMIT 1
                """
        )
        return seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    /// Items in the order in which they were enqueued.
    ///
    /// - Parameters:
    ///   - group: Group of the items; `nil` for all.
    ///   - key: Name of the item; `nil` for all.
    /// - Returns: Their rows.
    /// - Throws: The database's error.
    func rows(group: String? = nil, key: String? = nil) throws -> [Row] {
        try Row.fetchAll(
            database,
            sql: "SELECT * FROM workItem WHERE lane = ifnull(?, lane) AND key = ifnull(?, key) ORDER BY id",
            arguments: [group, key]
        )
    }
}

extension Date {
    /// Seconds since 2001, which keep every digit of a date.
    var stored: Double { timeIntervalSinceReferenceDate }
}
