import APIStorage
import FileSupport
import Foundation
import GRDB

// Each context has its own log in the shared store, so that none overwrites the edits of another one.
extension UserStore {
    /// The name of this context's log among the settings.
    private var logName: String { Self.logPrefix + owner }

    /// The prefix of the names of the logs.
    static let logPrefix = "log/"

    /// Returns the lock of a context, which it holds while it sends edits.
    static func lock(of owner: String, in folder: URL) -> FileLock {
        FileLock(path: folder.appendingPathComponent(lockPrefix + owner + lockSuffix).path)
    }

    private static let lockPrefix = "log-"
    private static let lockSuffix = ".lock"

    /// Removes the lock files of contexts that have ended while they sent edits.
    ///
    /// Call this only while no other context handles an event or opens the store.
    static func removeLocks(in folder: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(lockPrefix) && name.hasSuffix(lockSuffix) {
            let path = folder.appendingPathComponent(name).path
            guard let right = try? FileLock(path: path).tryAcquire() else { continue }
            try? FileManager.default.removeItem(atPath: path)
            withExtendedLifetime(right) {}
        }
    }

    /// Waits until no other context handles an event of the same folder, which takes milliseconds.
    ///
    /// Blocks the calling thread, at most for two seconds: a stopped process must not stop this one.
    ///
    /// - Returns: The right, which lasts as long as the object; `nil` for a store in memory, without a lock file, and
    ///   after the two seconds.
    func acquireEvents() -> FileLockRight? {
        guard let folder, !isClosed else { return nil }
        return try? FolderLock.events(in: folder).acquireBlocking()
    }

    /// Moves edits of other contexts into this context's log: all edits of contexts that send none, such as those that have
    /// ended, and of the others those that wait for a connection.
    ///
    /// - Returns: The moved part; empty if there is none.
    /// - Throws: An error if the database cannot be changed; nothing has been moved then.
    func adoptLogs() throws -> StoredLog {
        let names = try file.readNow { try self.otherLogs(in: $0) }
        guard !names.isEmpty else { return StoredLog() }
        var ended: [String: FileLockRight] = [:]
        if let folder {
            for name in names {
                let owner = String(name.dropFirst(Self.logPrefix.count))
                if let right = try? Self.lock(of: owner, in: folder).tryAcquire() { ended[name] = right }
            }
        }
        let adopted = try change { try self.adopt(names, ended: Set(ended.keys), in: $0) }
        if let folder {
            for name in ended.keys {
                let owner = String(name.dropFirst(Self.logPrefix.count))
                try? FileManager.default.removeItem(atPath: Self.lock(of: owner, in: folder).path)
            }
        }
        withExtendedLifetime(ended) {}
        return adopted
    }

    /// Returns this context's log.
    ///
    /// - Throws: An error if the database cannot be read.
    func ownLog(in db: Database) throws -> StoredLog {
        try Self.value(named: logName, in: db) ?? StoredLog()
    }

    /// Writes this context's log.
    ///
    /// - Throws: An error if the database cannot be changed, which ends the transaction.
    func write(_ log: StoredLog, to db: Database) throws {
        guard log.isEmpty else { return try Self.write(log, named: logName, to: db) }
        try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [logName])
    }

    /// The number of confirmed changes that are kept for the other contexts.
    static var confirmedLimit: Int { 100 }

    /// Adds confirmed changes, except deletions that are listed already, and removes those of long ago.
    ///
    /// - Throws: An error if the database cannot be changed, which ends the transaction.
    func add(_ changes: [ConfirmedChange], to db: Database) throws {
        var confirmed: [ConfirmedChange] = try Self.value(.confirmed, in: db) ?? []
        for var change in changes {
            // Content areas are also stored for receipts that the list does not contain.
            for id in change.change.isDeletion ? change.ids : [] {
                try db.execute(sql: "DELETE FROM contentArea WHERE receiptId = ?", arguments: [id])
            }
            if change.change.isDeletion, confirmed.contains(where: { $0.isDeletion(of: change.ids) }) { continue }
            change.number = (confirmed.last?.number ?? 0) + 1
            change.owner = owner
            confirmed.append(change)
        }
        try Self.write(Array(confirmed.suffix(Self.confirmedLimit)), as: .confirmed, to: db)
    }

    /// Returns the unconfirmed edits in the logs of other contexts.
    ///
    /// - Throws: An error if the database cannot be read.
    func otherEdits(in db: Database) throws -> [StoredLog.Edit] {
        try otherLogs(in: db).flatMap { name -> [StoredLog.Edit] in
            let log: StoredLog? = try Self.value(named: name, in: db)
            return log?.edits ?? []
        }
    }

    /// Returns the receipts whose state is unknown to other contexts.
    ///
    /// - Throws: An error if the database cannot be read.
    func otherDoubts(in db: Database) throws -> Set<String> {
        try Set(
            otherLogs(in: db).flatMap { name -> [String] in
                let log: StoredLog? = try Self.value(named: name, in: db)
                return log?.doubts ?? []
            }
        )
    }

    /// Returns the number of edits that wait for a connection, in the logs of all contexts.
    ///
    /// - Throws: An error if the database cannot be read.
    func keptEditCount() throws -> Int {
        try file.readNow { db in
            try (self.ownLog(in: db).edits + self.otherEdits(in: db)).count { $0.isKept == true }
        }
    }

    private func otherLogs(in db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: "SELECT name FROM setting WHERE (name = 'log' OR name LIKE ?) AND name <> ? ORDER BY name",
            arguments: [Self.logPrefix + "%", logName]
        )
    }

    private func adopt(_ names: [String], ended: Set<String>, in db: Database) throws -> StoredLog {
        var adopted = StoredLog()
        for name in names {
            guard var log: StoredLog = try Self.value(named: name, in: db) else { continue }
            let isEnded = ended.contains(name) || name == UserSetting.log.rawValue
            let moved = log.edits.filter { isEnded || $0.isKept == true }
            guard isEnded || !moved.isEmpty else { continue }
            adopted.edits += moved
            log.edits.removeAll { isEnded || $0.isKept == true }
            if isEnded { adopted.doubts += log.doubts }
            if isEnded || log.isEmpty {
                try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
            } else {
                try Self.write(log, named: name, to: db)
            }
        }
        guard !adopted.isEmpty else { return adopted }
        var own = try ownLog(in: db)
        let last = own.edits.compactMap(\.number).max() ?? 0
        for index in adopted.edits.indices { adopted.edits[index].number = last + 1 + index }
        own.edits += adopted.edits
        own.doubts += adopted.doubts
        try write(own, to: db)
        return adopted
    }
}
