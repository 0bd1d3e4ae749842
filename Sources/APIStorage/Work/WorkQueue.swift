public import Foundation
internal import GRDB

/// A persistent queue of work that must be completed, such as uploads or reports, stored in a file.
///
/// Each method is one transaction, which is written to disk before the method returns. If the process is killed at any
/// time, no enqueued item is lost and no finished item is repeated. An item in progress is due again when the queue is
/// next opened, so work may run twice: send it with a key that lets the server recognize a repetition. If the file is
/// damaged, the items that can still be read are kept.
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
/// One queue owns its file. Store the file in the app's own folder: iOS terminates a suspended app that holds a lock in
/// a shared folder.
public final class WorkQueue<Item: Codable & Sendable>: Sendable {
    private let file: DatabaseFile
    // Held as long as the queue is used. The system releases it when the process is killed.
    private let owner: FileOwnership
    private let now: @Sendable () -> Date
    private let longestDelay: TimeInterval?

    /// Opens or creates a queue.
    ///
    /// Items in progress when the previous process ended are due again.
    ///
    /// Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - url: The file, on a local disk. The folder is created if it is missing.
    ///   - now: A closure that returns the current time, which is compared with due times.
    ///   - longestDelay: The longest time, in seconds, by which the caller postpones items. A due time that is further
    ///     away was set before the clock was set back, so its item is due. If `nil`, every due time counts.
    /// - Throws: ``StorageError``, with the code `busy` if another queue of this or another process owns the file.
    public convenience init(
        url: URL,
        now: @escaping @Sendable () -> Date = { Date() },
        longestDelay: TimeInterval? = nil
    ) throws {
        var options = DatabaseOptions()
        options.readers = 0
        options.ownsSchema = true
        options.salvage = { try WorkTable(database: $1).copy(from: $0) }
        let owner = try FileOwnership(url)
        try self.init(
            DatabaseFile(url: url, migrator: WorkSchema.migrator, options: options),
            owner: owner,
            now: now,
            longestDelay: longestDelay
        )
    }

    /// Creates a queue in memory, for tests and previews.
    ///
    /// - Parameters:
    ///   - now: A closure that returns the current time, which is compared with due times.
    ///   - longestDelay: The longest time, in seconds, by which the caller postpones items; `nil` if it is unlimited.
    /// - Throws: ``StorageError`` if memory is exhausted.
    public convenience init(inMemory now: @escaping @Sendable () -> Date, longestDelay: TimeInterval? = nil) throws {
        try self.init(
            DatabaseFile(inMemory: WorkSchema.migrator),
            owner: FileOwnership(),
            now: now,
            longestDelay: longestDelay
        )
    }

    /// Creates a queue for a file that a test has opened.
    init(
        _ file: DatabaseFile,
        owner: FileOwnership,
        now: @escaping @Sendable () -> Date,
        longestDelay: TimeInterval? = nil
    ) throws {
        self.file = file
        self.owner = owner
        self.now = now
        self.longestDelay = longestDelay
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
    ///   - key: The name of the item, unique in the queue.
    ///   - group: The group of the item. Items of one group are processed one after another.
    ///   - due: The earliest time at which the item may be claimed; `nil` for now.
    /// - Returns: `false` if the key already exists, including as a failed or finished item. Nothing changes then.
    /// - Throws: ``StorageError``; `EncodingError`.
    @discardableResult
    public func enqueue(_ item: Item, key: String, group: String = "", due: Date? = nil) async throws -> Bool {
        let payload = try JSONEncoder().encode(item)
        let now = now()
        return try await file.write {
            try WorkTable(database: $0).insert(payload, key: key, group: group, now: now, due: due ?? now)
        }
    }

    /// Claims the next due item.
    ///
    /// Its group is blocked until the claim ends.
    ///
    /// Returns the item with the earliest due time. Items whose content cannot be decoded are given up.
    ///
    /// - Parameter group: The group to claim from; `nil` for all groups.
    /// - Returns: The claim; `nil` if nothing is due, or if the groups with due items are blocked.
    /// - Throws: ``StorageError``.
    public func claim(in group: String? = nil) async throws -> WorkClaim<Item>? {
        let now = now()
        let latest = latestDue(at: now)
        return try await file.write { database in
            let table = WorkTable(database: database)
            while let row = try table.claim(in: group, now: now, latest: latest) {
                let ticket = WorkTicket(row)
                if let entry = WorkEntry<Item>(row), let item = entry.item { return WorkClaim(entry, item, ticket) }
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
    ///   - isRemembered: Whether the key is kept without the content, so that it cannot be enqueued again.
    /// - Returns: `false` if the claim was no longer valid, for example after a removal. Nothing changes then.
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

    /// Ends a claim and schedules its work for another attempt.
    ///
    /// - Parameters:
    ///   - claim: The claim.
    ///   - due: The earliest time at which the item may be claimed again.
    ///   - cause: The reason for the failure, for ``WorkEntry/cause``. Must not contain private values.
    /// - Returns: `false` if the claim was no longer valid. Nothing changes then.
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

    /// Ends a claim and gives up its work permanently.
    ///
    /// - Parameters:
    ///   - claim: The claim.
    ///   - cause: The reason for the failure, for ``WorkEntry/cause``. Must not contain private values.
    /// - Returns: `false` if the claim was no longer valid. Nothing changes then.
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

    /// Closes the file and allows another queue to open it.
    ///
    /// - Throws: ``StorageError`` if the file is still in use.
    public func close() throws {
        defer { owner.release() }
        try file.close()
    }

    /// The damaged files set aside, including any work in them.
    public var damagedFiles: [URL] { file.damagedFiles }

    private static var unreadable: String { "The stored content is not understood by this version." }

    /// The file, for extensions in other files.
    var storage: DatabaseFile { file }
    /// The current time, for extensions in other files.
    var time: Date { now() }

    /// Returns the latest due time that can be real; `nil` if every one can.
    func latestDue(at now: Date) -> Date? { longestDelay.map { now.addingTimeInterval($0) } }
}
