public import Foundation
internal import GRDB

extension WorkQueue {
    /// Returns the items in the order in which they were enqueued, in any state.
    ///
    /// - Parameter group: The group of the items; `nil` for all groups.
    /// - Returns: The items; empty if there are none.
    /// - Throws: ``StorageError``.
    public func entries(in group: String? = nil) async throws -> [WorkEntry<Item>] {
        try await storage.read { try WorkTable(database: $0).rows(group: group).compactMap(WorkEntry.init) }
    }

    /// Returns the item with a key, or `nil` if there is none.
    ///
    /// - Throws: ``StorageError``.
    public func entry(_ key: String) async throws -> WorkEntry<Item>? {
        try await storage.read { try WorkTable(database: $0).rows(key: key).first.flatMap(WorkEntry.init) }
    }

    /// Returns the earliest time at which ``claim(in:)`` can return an item, which may be in the past.
    ///
    /// Groups with an item in progress are not included: call this method again when that claim ends.
    ///
    /// - Returns: The time; `nil` if no item is waiting.
    /// - Throws: ``StorageError``.
    public func nextDue() async throws -> Date? {
        let now = time
        let latest = latestDue(at: now)
        return try await storage.read { try WorkTable(database: $0).nextDue(now: now, latest: latest) }
    }

    /// Puts a failed item back into the queue.
    ///
    /// It is due immediately, and its attempts are counted from 0.
    ///
    /// - Returns: `false` if no failed item has the key.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func retry(failed key: String) async throws -> Bool {
        let now = time
        return try await storage.write { try WorkTable(database: $0).revive(key, now: now) }
    }

    /// Deletes an item in any state.
    ///
    /// Invalidates a claim on the item.
    ///
    /// - Returns: `false` if there was no such item.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func remove(_ key: String) async throws -> Bool {
        try await storage.write { try WorkTable(database: $0).delete(where: "key = ?", [key]) > 0 }
    }

    /// Deletes the items of a group in any state.
    ///
    /// - Returns: The number of deleted items.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func removeAll(in group: String) async throws -> Int {
        try await storage.write { try WorkTable(database: $0).delete(where: "lane = ?", [group]) }
    }

    /// Deletes the remembered keys of items finished before a time.
    ///
    /// - Returns: The number of deleted keys.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func forgetFinished(before date: Date) async throws -> Int {
        try await storage.write {
            try WorkTable(database: $0).delete(where: "state = 'finished' AND endedAt < ?", [date.stored])
        }
    }

    /// Deletes the remembered keys of finished items, except for those that were enqueued last.
    ///
    /// Unlike ``forgetFinished(before:)``, does not depend on the clock of the device.
    ///
    /// - Parameter count: The number of keys to keep.
    /// - Returns: The number of deleted keys.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func forgetFinished(keeping count: Int) async throws -> Int {
        try await storage.write {
            try WorkTable(database: $0).delete(
                where: """
                    state = 'finished' AND id NOT IN (
                        SELECT id FROM workItem WHERE state = 'finished' ORDER BY id DESC LIMIT ?
                    )
                    """,
                [count]
            )
        }
    }

    /// Deletes everything including damaged files, so that no content can be read from the disk, for example at
    /// sign-out.
    ///
    /// - Throws: ``StorageError``. The content may still exist then.
    public func removeAll() async throws {
        try await storage.erase()
    }
}

extension WorkEntry {
    /// Creates an entry from a row of the queue's table; returns `nil` if the row is too damaged to name the item.
    init?(_ row: Row) {
        guard let key: String = row.value(of: "key"), let group: String = row.value(of: "lane") else { return nil }
        self.key = key
        self.group = group
        let state: State = row.value(of: "state").flatMap(State.init(rawValue:)) ?? .failed
        self.state = state
        attempts = row.value(of: "attempts") ?? 0
        enqueuedAt = Date(timeIntervalSinceReferenceDate: row.value(of: "enqueuedAt") ?? 0)
        dueAt = Date(timeIntervalSinceReferenceDate: row.value(of: "dueAt") ?? 0)
        cause = row.value(of: "cause")
        let payload: Data? = state == .finished ? nil : row.value(of: "payload")
        item = payload.flatMap { try? JSONDecoder().decode(Item.self, from: $0) }
    }
}

extension WorkClaim {
    /// Creates the claim on an item that was just marked as running.
    init(_ entry: WorkEntry<Item>, _ item: Item, _ ticket: WorkTicket) {
        key = entry.key
        group = entry.group
        self.item = item
        attempt = entry.attempts
        enqueuedAt = entry.enqueuedAt
        self.ticket = ticket
    }
}
