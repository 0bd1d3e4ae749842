import APIRuntime
import APIStorage
import AnybillAPI
import FileSupport
import Foundation
import GRDB

/// The database of one login: receipts, their search index, the state of the query, content areas and settings.
///
/// Each change is one transaction, so a terminated process leaves the state before or after it.
final class UserStore: Sendable {
    /// The name of the login.
    let partition: String

    /// The name of this context among those that share the folder.
    let owner = UUID().uuidString

    /// The folder of the database; `nil` if it is in memory.
    let folder: URL?

    /// Whether the database is in memory although it belongs on the disk, where it could not be opened.
    let isTemporary: Bool

    // Held while this context sends edits: by it, other contexts recognize that it has not ended. Without such edits it
    // is not held, because iOS terminates an app that is suspended with a lock in a shared folder.
    private let liveness = LockedState<FileLockRight?>(nil)

    /// The database; if damage is found at any time, an empty database replaces it.
    let file: DatabaseFile

    /// Opens the database of a login; a damaged one is replaced by an empty one.
    ///
    /// - Parameters:
    ///   - partition: The name of the login.
    ///   - folder: The folder of the database, created if needed; `nil` keeps the database in memory.
    ///   - isTemporary: Whether the database is in memory because it could not be opened on the disk.
    /// - Throws: An error if the file can be neither opened nor created.
    init(partition: String, folder: URL?, isTemporary: Bool = false) throws {
        self.partition = partition
        self.folder = folder
        self.isTemporary = isTemporary
        guard let folder else {
            file = try DatabaseFile(inMemory: UserStoreSchema.migrator)
            return
        }
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        file = try DatabaseFile(
            url: folder.appendingPathComponent("receipts.sqlite"),
            migrator: UserStoreSchema.migrator,
            options: Self.options
        )
        // Nobody may delete the lock file between its creation and its locking.
        let right = try? FolderLock.events(in: folder).acquireBlocking()
        defer { withExtendedLifetime(right) {} }
        if right != nil { Self.removeLocks(in: folder) }
    }

    /// The mutable state of the store.
    private struct State {
        var isClosed = false
        /// The fresh starts of the database to which the following numbers belong.
        var freshStarts = 0
        /// The number that SQLite changes with each change by another connection; `nil` before the first look.
        var dataVersion: Int?
        /// The number of the latest change of the list that this context has seen; `nil` before the first look.
        var revision: Int?
    }

    private let state = LockedState(State())

    /// Whether the store was closed, because its login has ended.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Returns whether another process or context has changed the list, its query or the edits since the last call.
    ///
    /// A database that another process has replaced because of damage is opened again, which counts as a fresh start.
    func isChangedElsewhere() -> Bool {
        _ = try? file.followReplacement()
        let freshStarts = file.freshStarts
        state.withLock { state in
            guard state.freshStarts != freshStarts else { return }
            state = State(isClosed: state.isClosed, freshStarts: freshStarts)
        }
        guard let writer = try? file.writer else { return false }
        let version = try? writer.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") }
        guard let version, state.withLock({ $0.dataVersion != version }) else { return false }
        guard let revision = try? file.readNow(Self.revision) else { return false }
        return state.withLock { state in
            defer { (state.dataVersion, state.revision) = (version, revision) }
            return state.revision.map { $0 != revision } ?? false
        }
    }

    /// Changes the list, its query or the edits in one transaction, of which other contexts take notice.
    ///
    /// - Throws: An error if the database cannot be changed; nothing has been changed then.
    func change<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let (former, result) = try file.writeNow { db in
            let former = try Self.revision(in: db)
            try Self.write(former + 1, as: .revision, to: db)
            return (former, try body(db))
        }
        state.withLock { state in
            // Otherwise another context has made a change that this one has not seen.
            if state.revision == former { state.revision = former + 1 }
        }
        return result
    }

    private static func revision(in db: Database) throws -> Int { try value(.revision, in: db) ?? 0 }

    /// The number of times a damaged database was replaced since it was opened, by this or another process.
    var freshStarts: Int { file.freshStarts }

    /// Runs blocking work of the store outside the threads that tasks share.
    ///
    /// - Throws: The error of the work.
    func run<Result: Sendable>(_ work: @escaping @Sendable (UserStore) throws -> Result) async throws -> Result {
        try await BlockingWork.run { try work(self) }
    }

    /// Closes the file; reads that are in progress fail.
    func close() {
        state.withLock { $0.isClosed = true }
        try? file.close()
        release()
    }

    /// Shows other contexts that this one sends edits, which they must not take over.
    ///
    /// Call this before the edits are stored, while no other context handles an event.
    func hold() {
        guard let folder, !isClosed else { return }
        liveness.withLock { liveness in
            if liveness == nil { liveness = try? Self.lock(of: owner, in: folder).tryAcquire() }
        }
    }

    /// Shows other contexts that this one sends no edits.
    ///
    /// Call this after its last edit has been removed from the store or waits for a connection.
    func release() {
        guard let folder, let right = liveness.withLock({ $0.take() }) else { return }
        try? FileManager.default.removeItem(atPath: Self.lock(of: owner, in: folder).path)
        withExtendedLifetime(right) {}
    }

    /// All data except the logs of edits, the confirmed changes and the push tokens can be fetched again, and opening
    /// must be fast, which determines the options.
    private static var options: DatabaseOptions {
        var options = DatabaseOptions()
        options.ownsSchema = true
        options.isDurable = false
        options.isExcludedFromBackup = true
        options.isCheckedOnOpening = false
        options.replacesNewer = true
        options.keptDamagedFiles = 0
        options.salvage = salvage
        return options
    }
}

/// The tables of the store, by version.
enum UserStoreSchema {
    /// The migrations that update a database of any earlier version.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: receipts, search, settings, content areas") { db in
            try db.execute(
                sql: """
                    CREATE TABLE receipt (
                        number INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        position INTEGER NOT NULL,
                        date REAL NOT NULL,
                        isFavourite INTEGER NOT NULL,
                        body BLOB NOT NULL
                    );
                    CREATE INDEX receiptPosition ON receipt (position);
                    CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL);
                    CREATE TABLE contentArea (receiptId TEXT PRIMARY KEY NOT NULL COLLATE NOCASE, body BLOB NOT NULL);
                    """
            )
            try makeIndex(db)
        }
        // The index contains all filtered columns: reading the rows would load the receipts from the disk.
        migrator.registerMigration("2: filters of searches") { db in
            try db.execute(
                sql: """
                    CREATE INDEX receiptFilter ON receipt (number, isFavourite, date);
                    CREATE INDEX receiptDate ON receipt (date, number);
                    DROP INDEX receiptPosition;
                    CREATE INDEX receiptPosition ON receipt (position, isFavourite, date);
                    """
            )
        }
        migrator.registerMigration("3: unconfirmed edits, search in the middle of words") { db in
            try db.execute(
                sql: """
                    ALTER TABLE receipt ADD COLUMN isHidden INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE receipt ADD COLUMN isExtra INTEGER NOT NULL DEFAULT 0;
                    DROP INDEX receiptPosition;
                    CREATE INDEX receiptPosition ON receipt (position, isHidden, isFavourite, date);
                    """
            )
        }
        migrator.registerMigration("4: search by column") { db in
            try clearIndex(db)
            for number in try Int64.fetchAll(db, sql: "SELECT number FROM receipt WHERE isHidden = 0") {
                let body = try Data.fetchOne(db, sql: "SELECT body FROM receipt WHERE number = ?", arguments: [number])
                guard let receipt = try? UserStore.receipt(body) else { continue }
                try UserStore.index(receipt, number: number, in: db)
            }
        }
        return migrator
    }

    /// Creates the first version of the search index, which the fourth migration replaces.
    private static func makeIndex(_ db: Database) throws {
        try db.execute(sql: "CREATE VIRTUAL TABLE receiptText USING fts5(store)")
    }

    /// Clears the search index, much faster than row by row.
    static func clearIndex(_ db: Database) throws {
        try db.execute(sql: "DROP TABLE receiptText")
        // The strings are already folded.
        try db.execute(
            sql: """
                CREATE VIRTUAL TABLE receiptText USING fts5(
                    store, note, amount, lines, discounts, address, tokenize = 'trigram case_sensitive 1'
                )
                """
        )
    }
}
