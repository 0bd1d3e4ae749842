public import Foundation
internal import GRDB

/// Work that must get done, kept in a file: uploads, reports.
///
/// Each method is one transaction, on the disk before it returns. A process killed at any moment loses nothing that was
/// enqueued and repeats nothing that was finished; what was in flight then is due again when the queue is opened. So work
/// may run twice: send it with a key that the server knows it by. Of a damaged file, the items that can still be read are
/// kept.
///
/// ```swift
/// let queue = try WorkQueue<Upload>(url: folder.appending(path: "uploads.sqlite"))
/// try await queue.enqueue(upload, key: upload.id, group: "uploads")
/// while let claim = try await queue.claim() {
///     do {
///         try await send(claim.item)
///         try await queue.finish(claim)
///     } catch {
///         try await queue.postpone(claim, until: Date() + 60, cause: "network")
///     }
/// }
/// ```
///
/// One queue owns its file, which belongs into the app's own folder: iOS ends a suspended app that holds a lock in a folder
/// shared with others.
public final class WorkQueue<Item: Codable & Sendable>: Sendable {
    private let file: DatabaseFile
    // Held for as long as the queue is used; the system takes it back from a killed process.
    private let owner: FileOwnership
    private let now: @Sendable () -> Date

    /// Opens or makes a queue; what was in flight when the process ended is due again.
    ///
    /// Blocks while it works.
    ///
    /// - Parameters:
    ///   - url: The file, on a local disk; its folder is made when it is missing.
    ///   - now: The time, against which due times are compared.
    /// - Throws: ``StorageError``; `busy` when another queue, of this or another process, has the file.
    public convenience init(url: URL, now: @escaping @Sendable () -> Date = { Date() }) throws {
        var options = DatabaseOptions()
        options.readers = 0
        options.salvage = { try WorkTable(database: $1).copy(from: $0) }
        let owner = try FileOwnership(url)
        try self.init(DatabaseFile(url: url, migrator: WorkSchema.migrator, options: options), owner: owner, now: now)
    }

    /// Makes a queue in memory, for tests and previews.
    ///
    /// - Parameter now: The time, against which due times are compared.
    /// - Throws: ``StorageError`` when there is no memory.
    public convenience init(inMemory now: @escaping @Sendable () -> Date) throws {
        try self.init(DatabaseFile(inMemory: WorkSchema.migrator), owner: FileOwnership(), now: now)
    }

    /// Uses a file that a test has opened.
    init(_ file: DatabaseFile, owner: FileOwnership, now: @escaping @Sendable () -> Date) throws {
        self.file = file
        self.owner = owner
        self.now = now
        do {
            try file.writer.write { try WorkTable(database: $0).releaseAll() }
        } catch let error as DatabaseError {
            throw StorageError(error)
        }
    }

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - item: The content, stored as JSON.
    ///   - key: Name of the item, unique in the queue.
    ///   - group: Items of one group are worked on one after another.
    ///   - due: Time from which it may be claimed; `nil` for now.
    /// - Returns: `false` when the key is there already, also as failed or remembered; nothing has changed then.
    /// - Throws: ``StorageError``; `EncodingError`.
    @discardableResult
    public func enqueue(_ item: Item, key: String, group: String = "", due: Date? = nil) async throws -> Bool {
        let payload = try JSONEncoder().encode(item)
        let now = now()
        return try await file.write {
            try WorkTable(database: $0).insert(payload, key: key, group: group, now: now, due: due ?? now)
        }
    }

    /// Takes the next due item, whose group is busy until the claim ends.
    ///
    /// The item that is due longest comes first. An item whose content is not understood is given up on the way.
    ///
    /// - Parameter group: Group to look at; `nil` for all.
    /// - Returns: The claim; `nil` when nothing is due, or the groups with due items are busy.
    /// - Throws: ``StorageError``.
    public func claim(in group: String? = nil) async throws -> WorkClaim<Item>? {
        let now = now()
        return try await file.write { database in
            let table = WorkTable(database: database)
            while let row = try table.claim(in: group, now: now) {
                let entry = WorkEntry<Item>(row)
                let ticket = WorkTicket(row)
                if let item = entry.item { return WorkClaim(entry, item, ticket) }
                _ = try table.end(
                    ticket,
                    "state = 'failed', endedAt = ?, cause = ?",
                    [now.stored, Self.unreadable]
                )
            }
            return nil
        }
    }

    /// Ends a claim whose work is done, and deletes the item.
    ///
    /// - Parameters:
    ///   - claim: The claim.
    ///   - isRemembered: Whether the key stays, without the content, so that it cannot be enqueued again.
    /// - Returns: `false` when the claim was no longer valid, as after a removal; nothing has changed then.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func finish(_ claim: WorkClaim<Item>, remembering isRemembered: Bool = false) async throws -> Bool {
        let now = now()
        return try await file.write { database in
            let table = WorkTable(database: database)
            guard isRemembered else { return try table.delete(claim.ticket) }
            return try table.end(
                claim.ticket,
                "state = 'finished', payload = x'', cause = NULL, endedAt = ?",
                [now.stored]
            )
        }
    }

    /// Ends a claim whose work is to be tried again later.
    ///
    /// - Parameters:
    ///   - claim: The claim.
    ///   - due: Time from which it may be claimed again.
    ///   - cause: Why it failed, for ``WorkEntry/cause``; no private values.
    /// - Returns: `false` when the claim was no longer valid; nothing has changed then.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func postpone(_ claim: WorkClaim<Item>, until due: Date, cause: String? = nil) async throws -> Bool {
        try await file.write {
            try WorkTable(database: $0).end(
                claim.ticket,
                "state = 'waiting', dueAt = ?, cause = ?",
                [due.stored, cause]
            )
        }
    }

    /// Ends a claim whose work is given up for good.
    ///
    /// - Parameters:
    ///   - claim: The claim.
    ///   - cause: Why, for ``WorkEntry/cause``; no private values.
    /// - Returns: `false` when the claim was no longer valid; nothing has changed then.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func fail(_ claim: WorkClaim<Item>, cause: String) async throws -> Bool {
        let now = now()
        return try await file.write {
            try WorkTable(database: $0).end(
                claim.ticket,
                "state = 'failed', endedAt = ?, cause = ?",
                [now.stored, cause]
            )
        }
    }

    /// Closes the file and lets another queue have it.
    ///
    /// - Throws: ``StorageError`` when the file is still in use.
    public func close() throws {
        defer { owner.release() }
        try file.close()
    }

    /// Damaged files set aside, with whatever work was in them.
    public var damagedFiles: [URL] { file.damagedFiles }

    private static var unreadable: String { "The stored content is not understood by this version." }

    /// The file, for the methods in other files.
    var storage: DatabaseFile { file }
    /// The time, for the methods in other files.
    var time: Date { now() }
}
