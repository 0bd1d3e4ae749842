internal import FileSupport
internal import GRDB

/// Opens a database and puts a fresh one in the place of a damaged one.
struct DatabaseOpener: Sendable {
    /// The files; `nil` for a database in memory.
    let paths: DatabasePaths?
    /// Makes the tables.
    let migrator: DatabaseMigrator
    /// How to open.
    let options: DatabaseOptions

    /// A database in use.
    struct Opened: Sendable {
        /// Its connections.
        let writer: any DatabaseWriter
        /// Number of the file that was opened; `nil` in memory.
        let identity: UInt64?
    }

    /// Opens the database, setting a damaged file aside.
    ///
    /// - Throws: ``StorageError``; a failure of a migration that is not the database's comes as it is.
    func open() throws -> Opened {
        do {
            return try attempt()
        } catch let error as DatabaseError where error.isDamage && paths != nil {
            return try replacing { try attempt() }
        } catch let error as DatabaseError {
            throw StorageError(error)
        }
    }

    /// Opens a fresh file in place of one that proved damaged while in use; it must be closed.
    ///
    /// - Parameter identity: Number of the damaged file. When another process has replaced that one, its file is opened.
    /// - Returns: The fresh database.
    /// - Throws: ``StorageError``.
    func replace(_ identity: UInt64?) throws -> Opened {
        guard let paths else { throw StorageError(.damaged, "The database in memory is damaged.") }
        return try replacing {
            guard paths.identity != identity else { return nil }
            return try attempt()
        }
    }

    /// Deletes the database, closed before, and opens a fresh one.
    ///
    /// - Throws: ``StorageError``; when the content may still be there, its code is `unwritable`.
    func erase() throws -> Opened {
        do throws(FileFailure) {
            try paths?.destroyAll()
        } catch {
            throw StorageError(.unwritable, "The database file can be neither deleted nor emptied.")
        }
        return try open()
    }

    /// Sets the file aside and opens a fresh one, unless `existing` gives a usable database.
    private func replacing(_ existing: () throws -> Opened?) throws -> Opened {
        guard let paths else { return try attempt() }
        do {
            // Two processes that find the damage must not set aside each other's fresh file.
            let right = try FileLock(path: paths.lock).acquireBlocking()
            defer { withExtendedLifetime(right) {} }
            do {
                if let opened = try existing() { return opened }
            } catch let error as DatabaseError where error.isDamage {
                // Still damaged, and nobody else can be replacing it now.
            }
            let damaged = try paths.setAside(keeping: options.keptDamagedFiles)
            try paths.prepare()
            let opened = try attempt()
            salvage(damaged, into: opened.writer)
            return opened
        } catch let error as DatabaseError {
            throw StorageError(error)
        } catch is FileFailure {
            throw StorageError(.damaged, "The file is damaged and cannot be renamed. Delete it by hand.")
        }
    }

    /// Copies what can still be read; whatever fails, the fresh database stays as good as it is.
    private func salvage(_ path: String, into writer: any DatabaseWriter) {
        guard let copy = options.salvage else { return }
        var configuration = Configuration()
        configuration.readonly = true
        try? DatabaseQueue(path: path, configuration: configuration).read { damaged in
            try writer.write { try copy(damaged, $0) }
        }
    }

    private func attempt() throws -> Opened {
        try paths?.prepare()
        let writer = try connect()
        do {
            try check(writer)
            try migrator.migrate(writer)
            if options.isDurable {
                try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            }
        } catch NewerFile.found where options.replacesNewer {
            try writer.close()
            return try erase()
        } catch NewerFile.found {
            try writer.close()
            throw StorageError(.newer, "A newer version of the app has written the file. Update this one.")
        } catch {
            // What follows may rename the file; no connection may have it open then.
            try? writer.close()
            throw error
        }
        if options.isExcludedFromBackup { paths?.excludeFromBackup() }
        return Opened(writer: writer, identity: paths?.identity)
    }

    private func connect() throws -> any DatabaseWriter {
        guard let paths else { return try DatabaseQueue(configuration: options.configuration) }
        if options.readers == 0 { return try DatabaseQueue(path: paths.main, configuration: options.configuration) }
        return try DatabasePool(path: paths.main, configuration: options.configuration)
    }

    private func check(_ writer: any DatabaseWriter) throws {
        try writer.read { database in
            if options.isCheckedOnOpening, paths != nil {
                let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
                guard finding == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            }
            if try migrator.hasBeenSuperseded(database) { throw NewerFile.found }
        }
    }

    private enum NewerFile: Error {
        case found
    }
}
