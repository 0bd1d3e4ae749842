import APIRuntime
import APIStorage
import Foundation
import GRDB

/// A store for the queued documents of all users, in one database file.
///
/// Each method runs one transaction and blocks until it has ended.
struct UploadStore: Sendable {
    private let file: DatabaseFile
    // Two queues with the same file would send its documents twice.
    private let ownership: FileOwnership
    private var isReleased = LockedState(false)

    /// Opens the file in a folder and creates it if needed.
    ///
    /// - Throws: `StorageError`; its `busy` case if another process or another SDK of this process uses the folder.
    init(directory: URL) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        #if canImport(Darwin)
        // Pictures of receipts are private: unreadable while the device is locked.
        try? FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.complete],
            ofItemAtPath: directory.path
        )
        #endif
        let url = directory.appendingPathComponent("uploads.sqlite")
        ownership = try FileOwnership(url)
        file = try DatabaseFile(url: url, migrator: Self.migrator)
    }

    /// Creates a store in memory, for tests.
    init() throws {
        file = try DatabaseFile(inMemory: Self.migrator)
        ownership = FileOwnership()
    }

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
        try file.writer.read { database in
            try Data.fetchAll(
                database,
                sql: "SELECT record FROM upload WHERE owner = ? ORDER BY id",
                arguments: [owner]
            )
        }
        .compactMap { try? JSONDecoder().decode(UploadRecord.self, from: $0) }
    }

    /// Returns the bytes of a document; `nil` if they are no longer needed.
    func content(of sourceId: String) throws -> Data? {
        try file.writer.read { database in
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

    /// Deletes a document.
    ///
    /// - Returns: `false` if there is no such document.
    func remove(_ sourceId: String, owner: String) throws -> Bool {
        try write { database in
            try database.execute(
                sql: "DELETE FROM upload WHERE sourceId = ? AND owner = ?",
                arguments: [sourceId, owner]
            )
            return database.changesCount > 0
        }
    }

    /// Runs a transaction, unless the store has been released.
    private func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try file.writer.write { database in
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

/// The failure of a transaction in a store that its queue has released.
struct UploadStoreReleased: Error {}
