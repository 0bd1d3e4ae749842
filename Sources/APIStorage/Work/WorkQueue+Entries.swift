public import Foundation
internal import GRDB

extension WorkQueue {
    /// Items in the order in which they were enqueued, in whatever state.
    ///
    /// - Parameter group: Group of the items; `nil` for all.
    /// - Returns: The items; empty when there are none.
    /// - Throws: ``StorageError``.
    public func entries(in group: String? = nil) async throws -> [WorkEntry<Item>] {
        try await storage.read { try WorkTable(database: $0).rows(group: group).map(WorkEntry.init) }
    }

    /// The item of a key; `nil` when there is none.
    ///
    /// - Throws: ``StorageError``.
    public func entry(_ key: String) async throws -> WorkEntry<Item>? {
        try await storage.read { try WorkTable(database: $0).rows(key: key).first.map(WorkEntry.init) }
    }

    /// Earliest time at which ``claim(in:)`` finds something, as things stand; it may be past.
    ///
    /// Groups with an item in flight do not count: look again when that claim ends.
    ///
    /// - Returns: The time; `nil` when no item waits.
    /// - Throws: ``StorageError``.
    public func nextDue() async throws -> Date? {
        try await storage.read { try WorkTable(database: $0).nextDue() }
    }

    /// Brings a failed item back: it is due now and its attempts count from 0.
    ///
    /// - Returns: `false` when no failed item has the key.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func retry(failed key: String) async throws -> Bool {
        let now = time
        return try await storage.write { try WorkTable(database: $0).revive(key, now: now) }
    }

    /// Deletes an item, in whatever state.
    ///
    /// A claim on it becomes invalid.
    ///
    /// - Returns: `false` when there was none.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func remove(_ key: String) async throws -> Bool {
        try await storage.write { try WorkTable(database: $0).delete(where: "key = ?", [key]) > 0 }
    }

    /// Deletes the items of a group, in whatever state.
    ///
    /// - Returns: Count of the deleted items.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func removeAll(in group: String) async throws -> Int {
        try await storage.write { try WorkTable(database: $0).delete(where: "lane = ?", [group]) }
    }

    /// Deletes what is remembered of items finished before a time.
    ///
    /// - Returns: Count of the forgotten keys.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func forgetFinished(before date: Date) async throws -> Int {
        try await storage.write {
            try WorkTable(database: $0).delete(where: "state = 'finished' AND endedAt < ?", [date.stored])
        }
    }

    /// Deletes everything, damaged files among it, so that nothing of it can be read from the disk, as at sign-out.
    ///
    /// - Throws: ``StorageError``; content may still be there then.
    public func wipe() async throws {
        try await storage.erase()
    }
}

extension WorkEntry {
    /// Reads a row of the queue's table.
    init(_ row: Row) {
        key = row["key"]
        group = row["lane"]
        state = State(rawValue: row["state"]) ?? .failed
        attempts = row["attempts"]
        enqueuedAt = Date(timeIntervalSinceReferenceDate: row["enqueuedAt"])
        dueAt = Date(timeIntervalSinceReferenceDate: row["dueAt"])
        cause = row["cause"]
        item = state == .finished ? nil : try? JSONDecoder().decode(Item.self, from: row["payload"] as Data)
    }
}

extension WorkClaim {
    /// Makes the claim on an item that was just marked as running.
    init(_ entry: WorkEntry<Item>, _ item: Item, _ ticket: WorkTicket) {
        key = entry.key
        group = entry.group
        self.item = item
        attempt = entry.attempts
        enqueuedAt = entry.enqueuedAt
        self.ticket = ticket
    }
}
