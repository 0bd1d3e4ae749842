internal import APIRuntime
internal import Dispatch
internal import FileSupport
public import Foundation
public import GRDB

/// A database file that remains usable: when damage is found, the file is set aside and replaced with a new one.
///
/// - Uses a write-ahead log, foreign keys and a busy timeout. The file has the mode 0600, and deleted rows are
///   overwritten.
/// - A damaged file is renamed with the suffix `.corrupt-1`, `.corrupt-2` … in the same folder. Only damage causes
///   this: a full disk or a missing permission throws an error.
/// - One instance per file and process is sufficient and the most efficient. Several instances, including those of
///   other processes, exclude each other.
///
/// ```swift
/// var migrator = DatabaseMigrator()
/// migrator.registerMigration("v1") { try $0.execute(sql: "CREATE TABLE note (id TEXT PRIMARY KEY)") }
/// let file = try DatabaseFile(url: url, migrator: migrator)
/// let count = try await file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") }
/// ```
///
/// Never change a released migration; add another one instead.
public final class DatabaseFile: Sendable {
    private struct State {
        var opened: DatabaseOpener.Opened?
        var freshStarts = 0
        var isClosed = false
    }

    private let opener: DatabaseOpener
    private let state: LockedState<State>
    // Held while the file is replaced, which blocks. `state` is only held briefly.
    private let replacement = LockedState<Void>(())

    /// Opens or creates a database file, and migrates its tables.
    ///
    /// Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - url: The file, on a local disk. The folder is created if it is missing.
    ///   - migrator: The migrations that create the tables. They run in transactions, so that a killed process leaves
    ///     none of them incomplete.
    ///   - options: The options for opening the file.
    /// - Throws: ``StorageError``.
    public convenience init(
        url: URL,
        migrator: DatabaseMigrator,
        options: DatabaseOptions = DatabaseOptions()
    ) throws {
        try self.init(DatabaseOpener(paths: DatabasePaths(url), migrator: migrator, options: options))
    }

    /// Creates a database in memory, for tests and previews.
    ///
    /// - Throws: ``StorageError`` if a migration fails.
    public convenience init(inMemory migrator: DatabaseMigrator) throws {
        try self.init(DatabaseOpener(paths: nil, migrator: migrator, options: DatabaseOptions()))
    }

    /// Opens the database with an opener that a test has created.
    init(_ opener: DatabaseOpener) throws {
        self.opener = opener
        state = LockedState(State(opened: try opener.open()))
    }

    /// The damaged files set aside, the oldest first; empty for a database in memory.
    public var damagedFiles: [URL] {
        (opener.paths?.damaged ?? []).map { URL(fileURLWithPath: $0) }
    }

    /// The number of times that a new file has taken the place of a damaged or lost one; 0 or more.
    ///
    /// ``erase()`` does not count.
    public var freshStarts: Int { state.withLock { $0.freshStarts } }

    /// The database connections, for GRDB's observations.
    ///
    /// They stop reporting when damage requires a new file; ``read(_:)`` and ``write(_:)`` continue to work.
    ///
    /// - Throws: ``StorageError`` with the code `closed`.
    public var writer: any DatabaseWriter {
        get throws { try current().writer }
    }

    /// Reads in one transaction, isolated from concurrent changes.
    ///
    /// Cancelling the task does not stop the read. If the file is found damaged, the body runs again on the new file.
    ///
    /// - Throws: ``StorageError`` for failures of the database, or any error that the body throws.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await access { writer in
            try await withCheckedThrowingContinuation { continuation in
                writer.asyncRead { connection in
                    continuation.resume(with: Swift.Result { try body(connection.get()) })
                }
            }
        }
    }

    /// Reads and writes in one transaction: either all changes are saved, or none if the body throws or the process is
    /// killed.
    ///
    /// Cancelling the task does not stop the transaction. If the file is found damaged, the body runs again on the new
    /// file.
    ///
    /// - Throws: ``StorageError`` for failures of the database, or any error that the body throws.
    @discardableResult
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await access { writer in
            try await withCheckedThrowingContinuation { continuation in
                writer.asyncWrite(body) { _, result in continuation.resume(with: result) }
            }
        }
    }

    /// Reads in one transaction like ``read(_:)``, blocking the thread.
    ///
    /// - Throws: ``StorageError`` for failures of the database, or any error that the body throws.
    public func readNow<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try accessNow { try $0.read(body) }
    }

    /// Reads and writes in one transaction like ``write(_:)``, blocking the thread.
    ///
    /// - Throws: ``StorageError`` for failures of the database, or any error that the body throws.
    @discardableResult
    public func writeNow<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try accessNow { try $0.write(body) }
    }

    /// Opens the file again if another process has replaced it, which also counts as a fresh start.
    ///
    /// Blocks the calling thread. A file that was replaced remains usable, but only by those that have it open: call this
    /// method before work that must see what other processes have written. A file that was deleted is not created again.
    ///
    /// - Returns: Whether the file had been replaced.
    /// - Throws: ``StorageError`` if the new file cannot be opened; the next access tries again.
    @discardableResult
    public func followReplacement() throws -> Bool {
        guard opener.isReplaced(try current()) else { return false }
        return try replacement.withLock { _ in
            guard let opened = state.withLock({ $0.opened }), opener.isReplaced(opened) else { return false }
            state.withLock { $0.freshStarts += 1 }
            _ = try reopen { try opener.follow() }
            return true
        }
    }

    /// Returns the space of deleted rows to the system, and truncates the write-ahead log, which may still contain
    /// them.
    ///
    /// Waits for current reads to end.
    ///
    /// - Throws: ``StorageError``, with the code `busy` if another process is reading.
    public func compact() async throws {
        try await access { writer in
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                writer.asyncBarrierWriteWithoutTransaction { connection in
                    continuation.resume(
                        with: Result {
                            let database = try connection.get()
                            try database.execute(sql: "PRAGMA incremental_vacuum")
                            try database.checkpoint(.truncate)
                        }
                    )
                }
            }
        }
    }

    /// Deletes the damaged files that were set aside, for example at sign-out.
    ///
    /// - Throws: ``StorageError`` with the code `unwritable` if some of them may still exist.
    public func removeDamagedFiles() throws {
        do throws(FileFailure) {
            try opener.paths?.destroyDamaged()
        } catch {
            throw StorageError(.unwritable, "A damaged file can be neither deleted nor emptied.")
        }
    }

    /// Deletes all content by deleting the files, including damaged ones, and creates a new file.
    ///
    /// - Throws: ``StorageError``. With the code `unwritable`, the content may still exist.
    public func erase() async throws {
        try await Self.blocking {
            try self.replacement.withLock { _ in _ = try self.reopen { try self.opener.erase() } }
        }
    }

    /// Closes the connections.
    ///
    /// Later calls fail; calls in progress finish first.
    ///
    /// - Throws: ``StorageError`` if a connection is still in use.
    public func close() throws {
        let opened = state.withLock { state in
            state.isClosed = true
            return state.opened.take()
        }
        do {
            // The writer must close last: only it can merge the log into the file.
            (opened?.writer as? DatabasePool)?.invalidateReadOnlyConnections()
            try opened?.writer.close()
        } catch let error as DatabaseError {
            throw StorageError(error)
        }
    }
}

extension DatabaseFile {
    private func current() throws -> DatabaseOpener.Opened {
        if let opened = state.withLock({ $0.opened }) { return opened }
        // Either another call is replacing the file, which ends soon, or replacing it failed and may succeed now.
        return try replacement.withLock { _ in
            try state.withLock { $0.opened } ?? reopen { try opener.open() }
        }
    }

    private func access<Result: Sendable>(
        _ body: @Sendable (any DatabaseWriter) async throws -> Result
    ) async throws -> Result {
        let opened = try current()
        let isDamaged: Bool
        do {
            return try await body(opened.writer)
        } catch let error as DatabaseError {
            guard error.isDamage || isReplaced(opened, error) else { throw StorageError(error) }
            isDamaged = error.isDamage
        }
        do {
            let next = try await Self.blocking { try isDamaged ? self.replace(opened) : self.current() }
            return try await body(next.writer)
        } catch let error as DatabaseError {
            throw StorageError(error)
        }
    }

    private func accessNow<Result>(_ body: (any DatabaseWriter) throws -> Result) throws -> Result {
        let opened = try current()
        let isDamaged: Bool
        do {
            return try body(opened.writer)
        } catch let error as DatabaseError {
            guard error.isDamage || isReplaced(opened, error) else { throw StorageError(error) }
            isDamaged = error.isDamage
        }
        do {
            return try body(try isDamaged ? replace(opened).writer : current().writer)
        } catch let error as DatabaseError {
            throw StorageError(error)
        }
    }

    /// Returns whether a connection failed only because another call replaced the file in the meantime.
    private func isReplaced(_ opened: DatabaseOpener.Opened, _ error: DatabaseError) -> Bool {
        error.resultCode == .SQLITE_MISUSE && state.withLock { !$0.isClosed && $0.opened?.writer !== opened.writer }
    }

    private func replace(_ damaged: DatabaseOpener.Opened) throws -> DatabaseOpener.Opened {
        try replacement.withLock { _ in
            // Another call may have replaced the file first.
            if let opened = state.withLock({ $0.opened }), opened.writer !== damaged.writer { return opened }
            state.withLock { $0.freshStarts += 1 }
            return try reopen { try opener.replace(damaged.identity) }
        }
    }

    /// Closes the current database and opens another in its place.
    ///
    /// Call this only while `replacement` is held.
    private func reopen(_ open: () throws -> DatabaseOpener.Opened) throws -> DatabaseOpener.Opened {
        let former = try state.withLock { state in
            if state.isClosed { throw StorageError(.closed, "The database is closed. Open it again.") }
            return state.opened.take()
        }
        // A connection that cannot be closed keeps the previous file open under its new name.
        try? former?.writer.close()
        let opened = try open()
        let isKept = state.withLock { state in
            if !state.isClosed { state.opened = opened }
            return !state.isClosed
        }
        if !isKept { try opened.writer.close() }
        return opened
    }

    /// Runs blocking work outside the threads that tasks share.
    static func blocking<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Swift.Result(catching: work)) }
        }
    }
}
