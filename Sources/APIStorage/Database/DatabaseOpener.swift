internal import FileSupport
internal import GRDB

/// A factory that opens a database and replaces a damaged one with a new one.
struct DatabaseOpener: Sendable {
    /// The files; `nil` for a database in memory.
    let paths: DatabasePaths?
    /// The migrations that create the tables.
    let migrator: DatabaseMigrator
    /// The options for opening the file.
    let options: DatabaseOptions

    /// A database in use.
    struct Opened: Sendable {
        /// The connections of the database.
        let writer: any DatabaseWriter
        /// The file number of the opened file; `nil` for a database in memory.
        let identity: UInt64?
    }

    /// Opens the database, setting a damaged file aside.
    ///
    /// - Throws: ``StorageError``, or the unchanged error of a migration if it is not a database error.
    func open() throws -> Opened {
        do {
            return try attempt()
        } catch let error where paths != nil && isReplaceable(error) {
            return try replacing { try attempt() }
        } catch let error as DatabaseError {
            throw StorageError(error)
        }
    }

    /// Returns whether a file cannot be used, but a new one can replace it.
    private func isReplaceable(_ error: any Error) -> Bool {
        // The names of the applied migrations are not strings.
        if error is NewerFile || error is RowDecodingError { return true }
        guard let error = error as? DatabaseError else { return false }
        switch error.resultCode {
        case .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: return options.ownsSchema
        case .SQLITE_READONLY: return paths?.hasUnknownFormat ?? false
        default: return error.isDamage
        }
    }

    /// Opens a new file in place of one that was found damaged while in use.
    ///
    /// The damaged file must be closed.
    ///
    /// - Parameter identity: The number of the damaged file. If another process has replaced that file, opens its file.
    /// - Returns: The new database.
    /// - Throws: ``StorageError``.
    func replace(_ identity: UInt64?) throws -> Opened {
        guard let paths else { throw StorageError(.damaged, "The database in memory is damaged.") }
        return try replacing {
            guard paths.identity != identity else { return nil }
            return try attempt()
        }
    }

    /// Returns whether another file than the opened one is at the path now; `false` if there is none.
    func isReplaced(_ opened: Opened) -> Bool {
        guard let identity = paths?.identity else { return false }
        return identity != opened.identity
    }

    /// Opens the file with which another process has replaced the former one, which must be closed.
    ///
    /// - Throws: ``StorageError``.
    func follow() throws -> Opened {
        if let paths {
            do throws(FileFailure) {
                // The other process may still be copying what could be read of the former file.
                _ = try FileLock(path: paths.lock).acquireBlocking()
            } catch {
                throw StorageError(.unwritable, "The lock file cannot be made. Choose a folder that can be written to.")
            }
        }
        return try open()
    }

    /// Deletes the database, which must be closed, and opens a new one.
    ///
    /// - Throws: ``StorageError``, with the code `unwritable` if the content may still exist.
    func erase() throws -> Opened {
        do throws(FileFailure) {
            try paths?.destroyAll()
        } catch {
            throw StorageError(.unwritable, "The database file can be neither deleted nor emptied.")
        }
        return try open()
    }

    /// Sets the file aside and opens a new one, unless `existing` returns a usable database.
    private func replacing(_ existing: () throws -> Opened?) throws -> Opened {
        guard let paths else { return try attempt() }
        do {
            // Two processes that find the damage must not set aside each other's fresh file.
            let right = try FileLock(path: paths.lock).acquireBlocking()
            defer { withExtendedLifetime(right) {} }
            var isNewer = false
            do {
                if let opened = try existing() { return opened }
            } catch let error where isReplaceable(error) {
                // Still not usable, and no other process can be replacing it now.
                isNewer = error is NewerFile
            }
            let former = try paths.setAside(keeping: max(options.keptDamagedFiles, 1))
            try paths.prepare()
            let opened = try attempt()
            salvage(former, into: opened.writer)
            // What cannot be deleted now is deleted with the next one.
            if isNewer || options.keptDamagedFiles == 0 { try? paths.destroySetAside(former) }
            return opened
        } catch let error as DatabaseError {
            throw StorageError(error)
        } catch is FileFailure {
            throw StorageError(.damaged, "The file is damaged and cannot be renamed. Delete it by hand.")
        }
    }

    /// Copies the readable rows of a file that was set aside.
    ///
    /// If this fails, the new database remains empty.
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
            if options.ownsSchema, paths != nil { try checkSchema(writer) }
            if options.isDurable {
                try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            }
        } catch NewerFile.found where !options.replacesNewer {
            try writer.close()
            throw StorageError(.newer, "A newer version of the app has written the file. Update this one.")
        } catch {
            // The caller may rename the file next, and no connection may have it open then.
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
                // Compares the indexes with their tables as well, which takes longer.
                let check = options.ownsSchema ? "integrity_check" : "quick_check"
                let finding = try String.fetchOne(database, sql: "PRAGMA \(check)(1)")
                guard finding == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            }
            guard try migrator.hasBeenSuperseded(database) else { return }
            // A newer version has applied the known migrations as well. An unknown one in place of a known one is damage.
            guard try migrator.hasCompletedMigrations(database) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            throw NewerFile.found
        }
    }

    /// Checks that no table lacks a column, as after damage to the schema.
    private func checkSchema(_ writer: any DatabaseWriter) throws {
        let sample = try DatabaseQueue(configuration: options.configuration)
        try migrator.migrate(sample)
        let columns = { (database: Database) in
            try Set(
                String.fetchAll(
                    database,
                    sql: """
                        SELECT master.name || '.' || info.name
                        FROM sqlite_master AS master, pragma_table_info(master.name) AS info WHERE master.type = 'table'
                        """
                )
            )
        }
        guard try writer.read(columns).isSuperset(of: try sample.read(columns)) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
    }

    private enum NewerFile: Error {
        case found
    }
}
