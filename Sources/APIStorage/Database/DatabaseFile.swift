internal import APIRuntime
internal import Dispatch
internal import FileSupport
public import Foundation
public import GRDB

/// A database file that is always usable: damage found at any time sets the file aside and starts a fresh one.
///
/// - Write-ahead log, foreign keys, a busy timeout; the file has the mode 0600, and deleted rows are overwritten.
/// - A damaged file gets a name ending in `.corrupt-1`, `.corrupt-2` … beside the fresh one. Only damage does that: a full
///   disk or a missing permission is thrown.
/// - One instance per file and process is enough, and cheapest; several, also of several processes, exclude each other.
///
/// ```swift
/// var migrator = DatabaseMigrator()
/// migrator.registerMigration("v1") { try $0.execute(sql: "CREATE TABLE note (id TEXT PRIMARY KEY)") }
/// let file = try DatabaseFile(url: url, migrator: migrator)
/// let count = try await file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") }
/// ```
///
/// A migration that was released must never change: add another one instead.
public final class DatabaseFile: Sendable {
    private struct State {
        var opened: DatabaseOpener.Opened?
        var freshStarts = 0
        var isClosed = false
    }

    private let opener: DatabaseOpener
    private let state: LockedState<State>
    // Held while the file is replaced, which blocks; `state` is held for moments only.
    private let replacement = LockedState<Void>(())

    /// Opens or makes a database file, and brings its tables up to date.
    ///
    /// Blocks while it works.
    ///
    /// - Parameters:
    ///   - url: The file, on a local disk; its folder is made when it is missing.
    ///   - migrator: Makes the tables. Its migrations run in transactions: a killed process leaves none half done.
    ///   - options: How to open the file.
    /// - Throws: ``StorageError``.
    public convenience init(
        url: URL,
        migrator: DatabaseMigrator,
        options: DatabaseOptions = DatabaseOptions()
    ) throws {
        try self.init(DatabaseOpener(paths: DatabasePaths(url), migrator: migrator, options: options))
    }

    /// Makes a database in memory, for tests and previews.
    ///
    /// - Throws: ``StorageError`` when a migration is wrong.
    public convenience init(inMemory migrator: DatabaseMigrator) throws {
        try self.init(DatabaseOpener(paths: nil, migrator: migrator, options: DatabaseOptions()))
    }

    /// Opens with an opener that a test has made.
    init(_ opener: DatabaseOpener) throws {
        self.opener = opener
        state = LockedState(State(opened: try opener.open()))
    }

    /// Damaged files set aside, the oldest first; empty in memory.
    public var damagedFiles: [URL] {
        (opener.paths?.damaged ?? []).map { URL(fileURLWithPath: $0) }
    }

    /// How often damage made a fresh file necessary since this was opened; 0 or more.
    public var freshStarts: Int { state.withLock { $0.freshStarts } }

    /// The connections, for GRDB's observations.
    ///
    /// They stop reporting when damage makes a fresh file necessary; ``read(_:)`` and ``write(_:)`` go on.
    ///
    /// - Throws: ``StorageError`` with the code `closed`.
    public var writer: any DatabaseWriter {
        get throws { try current().writer }
    }

    /// Reads in one transaction, which sees no change of others.
    ///
    /// Not stopped by cancelling the task. When the file proves damaged, the body runs again, over the fresh file.
    ///
    /// - Throws: ``StorageError`` for failures of the database; what else the body throws.
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

    /// Reads and writes in one transaction: all of it is kept, or nothing when the body throws or the process is killed.
    ///
    /// Not stopped by cancelling the task. When the file proves damaged, the body runs again, over the fresh file.
    ///
    /// - Throws: ``StorageError`` for failures of the database; what else the body throws.
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
    /// - Throws: ``StorageError`` for failures of the database; what else the body throws.
    public func readNow<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try accessNow { try $0.read(body) }
    }

    /// Reads and writes in one transaction like ``write(_:)``, blocking the thread.
    ///
    /// - Throws: ``StorageError`` for failures of the database; what else the body throws.
    @discardableResult
    public func writeNow<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try accessNow { try $0.write(body) }
    }

    /// Returns the space of deleted rows to the system, and empties the write-ahead log, which may still hold them.
    ///
    /// Waits for reads to end.
    ///
    /// - Throws: ``StorageError``; `busy` when another process is reading.
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
    /// - Throws: ``StorageError`` with the code `unwritable` when some may still be there.
    public func removeDamagedFiles() throws {
        do throws(FileFailure) {
            try opener.paths?.destroyDamaged()
        } catch {
            throw StorageError(.unwritable, "A damaged file can be neither deleted nor emptied.")
        }
    }

    /// Deletes all content, also of damaged files, by deleting the files; then starts a fresh one.
    ///
    /// - Throws: ``StorageError``; with the code `unwritable`, the content may still be there.
    public func erase() async throws {
        try await Self.blocking {
            try self.replacement.withLock { _ in _ = try self.reopen { try self.opener.erase() } }
        }
    }

    /// Closes the connections.
    ///
    /// Calls that follow fail; those that run come to their end first.
    ///
    /// - Throws: ``StorageError`` when a connection is still in use.
    public func close() throws {
        let opened = state.withLock { state in
            state.isClosed = true
            return state.opened.take()
        }
        do {
            // The writer must go last: only it can bring the log into the file.
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
        // Somebody is replacing the file, which ends soon; or it failed, and may go well now.
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

    /// Whether a connection failed only because another call has put a fresh file in place meanwhile.
    private func isReplaced(_ opened: DatabaseOpener.Opened, _ error: DatabaseError) -> Bool {
        error.resultCode == .SQLITE_MISUSE && state.withLock { !$0.isClosed && $0.opened?.writer !== opened.writer }
    }

    private func replace(_ damaged: DatabaseOpener.Opened) throws -> DatabaseOpener.Opened {
        try replacement.withLock { _ in
            // Another call may have been faster.
            if let opened = state.withLock({ $0.opened }), opened.writer !== damaged.writer { return opened }
            state.withLock { $0.freshStarts += 1 }
            return try reopen { try opener.replace(damaged.identity) }
        }
    }

    /// Closes the current database and opens another in its place; to be called while `replacement` is held.
    private func reopen(_ open: () throws -> DatabaseOpener.Opened) throws -> DatabaseOpener.Opened {
        let former = try state.withLock { state in
            if state.isClosed { throw StorageError(.closed, "The database is closed. Open it again.") }
            return state.opened.take()
        }
        // A connection that cannot be closed keeps the former file, under its new name.
        try? former?.writer.close()
        let opened = try open()
        let isKept = state.withLock { state in
            if !state.isClosed { state.opened = opened }
            return !state.isClosed
        }
        if !isKept { try opened.writer.close() }
        return opened
    }

    /// Runs work that blocks, away from the threads that tasks share.
    private static func blocking<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Swift.Result(catching: work)) }
        }
    }
}
