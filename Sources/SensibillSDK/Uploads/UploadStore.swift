import APIRuntime
import APIStorage
import Foundation
import GRDB

/// A store for the queued documents of all users, in one database file.
///
/// Each method runs one transaction and blocks until it has ended. A damaged file is set aside and never deleted, because
/// it may have the only copies of documents that cannot be read.
struct UploadStore: Sendable {
    private let file: DatabaseFile
    // Two queues with the same file would send its documents twice.
    private let ownership: FileOwnership
    private var isReleased = LockedState(false)

    /// Opens the file in a folder and creates it if needed.
    ///
    /// - Parameters:
    ///   - directory: The folder.
    ///   - isReadableWhileLocked: Whether the system may start the app for a finished transfer while the device is locked.
    ///   - report: A closure that receives what was copied from a damaged file, now or while the store is used.
    /// - Throws: `StorageError`; its `busy` case if another process or another SDK of this process uses the folder.
    init(
        directory: URL,
        isReadableWhileLocked: Bool = false,
        report: @escaping @Sendable (UploadSalvage.Outcome) -> Void = { _ in }
    ) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        #if canImport(Darwin)
        // Pictures of receipts are private: unreadable while the device is locked, unless transfers continue then.
        let protection: FileProtectionType = isReadableWhileLocked ? .completeUntilFirstUserAuthentication : .complete
        try? FileManager.default.setAttributes([.protectionKey: protection], ofItemAtPath: directory.path)
        #endif
        let url = directory.appendingPathComponent("uploads.sqlite")
        ownership = try FileOwnership(url)
        var options = DatabaseOptions()
        options.keptDamagedFiles = .max
        options.ownsSchema = true
        options.salvage = { damaged, fresh in
            let path = try String.fetchOne(damaged, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
            let outcome = try UploadSalvage(damaged: damaged, fresh: fresh).run()
            try Self.note(path ?? "", in: fresh)
            report(outcome)
        }
        file = try DatabaseFile(url: url, migrator: Self.migrator, options: options)
        if let outcome = try salvageDamagedFile() { report(outcome) }
        let repaired = try repairRecords()
        if !repaired.isEmpty { report(UploadSalvage.Outcome(damaged: repaired)) }
    }

    /// Creates a store in memory, for tests.
    init() throws {
        file = try DatabaseFile(inMemory: Self.migrator)
        ownership = FileOwnership()
    }

    /// The damaged files that were set aside, the oldest first.
    var damagedFiles: [URL] { file.damagedFiles }

    /// Returns the store for one engine, whose release affects no other engine.
    func session() -> UploadStore {
        var session = self
        session.isReleased = LockedState(false)
        return session
    }

    /// Releases the folder for other queues.
    ///
    /// Waits for the transaction that is running, if any; every later one fails with ``UploadStoreReleased``.
    func release() {
        try? file.writer.write { _ in isReleased.withLock { $0 = true } }
        ownership.release()
    }

    /// Returns the default folder of uploads.
    static func defaultDirectory() throws -> URL {
        try FileManager.default
            .url(for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
            .appendingPathComponent("SensibillUploads", isDirectory: true)
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE upload (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        sourceId TEXT NOT NULL UNIQUE,
                        owner TEXT NOT NULL,
                        record BLOB NOT NULL,
                        content BLOB
                    );
                    CREATE INDEX uploadOwner ON upload (owner, id);
                    """
            )
        }
        return migrator
    }

    /// Adds a document.
    func add(_ record: UploadRecord, content: Data, owner: String) throws {
        try insert(JSONEncoder().encode(record), record.sourceId, content: content, owner: owner)
    }

    /// Adds a row.
    func insert(_ record: Data, _ sourceId: String, content: Data?, owner: String) throws {
        try write { database in
            try database.execute(
                sql: "INSERT INTO upload (sourceId, owner, record, content) VALUES (?, ?, ?, ?)",
                arguments: [sourceId, owner, record, content]
            )
        }
    }

    /// Returns a user's documents, the oldest first.
    ///
    /// Leaves out a record that cannot be read, which stays in the file.
    func records(of owner: String) throws -> [UploadRecord] {
        try read { database in
            try Data.fetchAll(
                database,
                sql: "SELECT record FROM upload WHERE owner = ? ORDER BY id",
                arguments: [owner]
            )
        }
        .compactMap { try? JSONDecoder().decode(UploadRecord.self, from: $0) }
    }

    /// A document's file on the device.
    enum StoredFile: Equatable, Sendable {
        /// The bytes of the file.
        case bytes(Data)
        /// The file is missing or cannot be read, although the document is in the queue.
        case damaged
        /// The document is not in the queue.
        case removed
    }

    /// Returns the file of a document that has to be sent.
    ///
    /// - Throws: An error of the storage that says nothing about the file.
    func storedFile(of sourceId: String) throws -> StoredFile {
        if let content = try content(of: sourceId) { return .bytes(content) }
        return try contains(sourceId) ? .damaged : .removed
    }

    /// Returns whether a document is in the queue.
    func contains(_ sourceId: String) throws -> Bool {
        try read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT 1 FROM upload WHERE sourceId = ? AND owner <> ?",
                arguments: [sourceId, Self.ownerOfRemoved]
            )
        } != nil
    }

    /// Returns the bytes of a document; `nil` if they are no longer needed.
    func content(of sourceId: String) throws -> Data? {
        try read { database in
            try Data.fetchOne(database, sql: "SELECT content FROM upload WHERE sourceId = ?", arguments: [sourceId])
        }
    }

    /// Changes a document's record.
    ///
    /// Deletes the record of a finished document, and the bytes of a document that the service has.
    ///
    /// - Returns: The changed record; `nil` if there is no such document, and nothing changes.
    @discardableResult
    func update(
        _ sourceId: String,
        owner: String,
        _ change: @Sendable (inout UploadRecord) -> Void
    ) throws -> UploadRecord? {
        try write { database in
            let stored = try Data.fetchOne(
                database,
                sql: "SELECT record FROM upload WHERE sourceId = ? AND owner = ?",
                arguments: [sourceId, owner]
            )
            guard let stored else { return nil }
            var record = try JSONDecoder().decode(UploadRecord.self, from: stored)
            change(&record)
            try Self.write(record, to: database)
            return record
        }
    }

    /// The owner of removed documents; no user has this name.
    static var ownerOfRemoved: String { "" }

    /// Deletes a document except for its source id, so that a later launch can cancel its transfer.
    ///
    /// - Returns: `false` if there is no such document.
    func remove(_ sourceId: String, owner: String) throws -> Bool {
        let trace = UploadRecord(sourceId: sourceId, metadata: DocumentMetadata(documentType: .receipt))
        let bytes = try JSONEncoder().encode(trace)
        return try write { database in
            try database.execute(
                sql: "UPDATE upload SET owner = ?, record = ?, content = NULL WHERE sourceId = ? AND owner = ?",
                arguments: [Self.ownerOfRemoved, bytes, sourceId, owner]
            )
            return database.changesCount > 0
        }
    }

    /// Returns the source ids of removed documents whose transfers may not have been cancelled, of all users.
    func removedSourceIds() throws -> [String] {
        try read { database in
            try String.fetchAll(
                database,
                sql: "SELECT sourceId FROM upload WHERE owner = ?",
                arguments: [Self.ownerOfRemoved]
            )
        }
    }

    /// Forgets a removed document, whose transfers have been cancelled.
    func forgetRemoved(_ sourceId: String) throws {
        try write { database in
            try database.execute(
                sql: "DELETE FROM upload WHERE sourceId = ? AND owner = ?",
                arguments: [sourceId, Self.ownerOfRemoved]
            )
        }
    }

    /// Reads in one transaction, and repairs the file if that is necessary.
    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try file.writer.read(body)
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_MISUSE].contains(error.resultCode) {
            // Or another thread is repairing it. Only a store that has not been released may do that.
            return try write(body)
        }
    }

    /// Runs a transaction, unless the store has been released, and repairs the file if that is necessary.
    private func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try file.writeNow { database in
            guard !isReleased.withLock({ $0 }) else { throw UploadStoreReleased() }
            return try body(database)
        }
    }

    private static func write(_ record: UploadRecord, to database: Database) throws {
        if record.isDone {
            return try database.execute(sql: "DELETE FROM upload WHERE sourceId = ?", arguments: [record.sourceId])
        }
        let bytes = try JSONEncoder().encode(record)
        let content = record.needsContent ? "" : ", content = NULL"
        try database.execute(
            sql: "UPDATE upload SET record = ?\(content) WHERE sourceId = ?",
            arguments: [bytes, record.sourceId]
        )
    }
}

extension UploadStore {
    /// Copies the documents of the file that was set aside last, unless that has been done.
    ///
    /// Replacing a damaged file and copying its documents are separate steps: a process may be killed between them, or
    /// the disk may be full.
    ///
    /// - Returns: The result; `nil` if there was nothing to copy.
    private func salvageDamagedFile() throws -> UploadSalvage.Outcome? {
        guard let path = file.damagedFiles.last?.path else { return nil }
        let copied = try file.readNow { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        guard copied < Self.number(of: path) else { return nil }
        var configuration = Configuration()
        configuration.readonly = true
        let damaged: DatabaseQueue?
        do {
            damaged = try DatabaseQueue(path: path, configuration: configuration)
        } catch let error as DatabaseError {
            // Another failure may pass, and the next start tries again.
            guard [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) else { return UploadSalvage.Outcome() }
            damaged = nil
        }
        return try file.writeNow { fresh in
            let outcome = try damaged?.unsafeRead { try UploadSalvage(damaged: $0, fresh: fresh).run() }
            try Self.note(path, in: fresh)
            return outcome ?? UploadSalvage.Outcome()
        }
    }

    /// Replaces the records that cannot be read or are those of other documents, so that each document has a reason.
    ///
    /// - Returns: The documents.
    private func repairRecords() throws -> Set<String> {
        let columns = "id, sourceId, owner <> '\(Self.ownerOfRemoved)', content IS NOT NULL, record"
        return try file.writeNow { database in
            var repaired: Set<String> = []
            for row in try Row.fetchAll(database, sql: "SELECT \(columns) FROM upload") {
                guard let id = Int64.fromDatabaseValue(row[0]), let sourceId = String.fromDatabaseValue(row[1]),
                    Bool.fromDatabaseValue(row[2]) == true
                else { continue }
                let record = Data.fromDatabaseValue(row[4]).flatMap {
                    try? JSONDecoder().decode(UploadRecord.self, from: $0)
                }
                guard record?.sourceId != sourceId else { continue }
                let hasContent = Bool.fromDatabaseValue(row[3]) == true
                try database.execute(
                    sql: "UPDATE upload SET record = ? WHERE id = ?",
                    arguments: [try JSONEncoder().encode(UploadRecord(damaged: sourceId, hasContent: hasContent)), id]
                )
                repaired.insert(sourceId)
            }
            return repaired
        }
    }

    /// Records that the documents of a damaged file have been copied: its number becomes the user version.
    private static func note(_ path: String, in fresh: Database) throws {
        try fresh.execute(sql: "PRAGMA user_version = \(number(of: path))")
    }

    /// Returns the number at the end of a damaged file's name.
    private static func number(of path: String) -> Int {
        path.lastIndex { !$0.isNumber }.flatMap { Int(path[path.index(after: $0)...]) } ?? 0
    }
}

/// The failure of a transaction in a store that its queue has released.
struct UploadStoreReleased: Error {}
