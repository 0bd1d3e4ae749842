public import GRDB

/// How a database file is opened and kept.
public struct DatabaseOptions: Sendable {
    /// Count of connections that read beside the writer; 0 lets reads and writes take turns on one connection.
    public var readers = 4

    /// Longest wait for another process that holds the file; 0 or more.
    public var busyTimeout: Duration = .seconds(5)

    /// Whether a change outlives a loss of power as soon as its transaction has returned.
    ///
    /// Without, the last changes may be missing after a loss of power, but the file stays whole; a killed process loses
    /// nothing in either case.
    public var isDurable = true

    /// Whether the file stays out of backups on Apple systems; no effect elsewhere.
    public var isExcludedFromBackup = false

    /// Whether opening reads the whole file to find damage.
    ///
    /// Takes about a second per gigabyte. Without, damage inside the file is found when the part is used.
    public var isCheckedOnOpening = true

    /// Whether a file of a newer version of the app is deleted rather than refused; for content that can be had again.
    public var replacesNewer = false

    /// Count of damaged files kept beside the file; 0 or more.
    ///
    /// Older ones are deleted.
    public var keptDamagedFiles = 3

    /// Creates the options for content that must not be lost.
    public init() {}

    /// Copies what can still be read of a damaged file, given first, into the fresh one; `nil` starts empty.
    ///
    /// Runs in one transaction of the fresh file. What it throws leaves that empty, and is not reported.
    public var salvage: (@Sendable (_ damaged: Database, _ fresh: Database) throws -> Void)?

    /// Called for each new connection, for tests that make it fail.
    var prepare: @Sendable (Database) throws -> Void = { _ in }

    /// The connection settings of these options.
    var configuration: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.journalMode = .wal
        configuration.maximumReaderCount = max(readers, 1)
        let wait = busyTimeout.components
        configuration.busyMode = .timeout(Double(wait.seconds) + Double(wait.attoseconds) * 1e-18)
        // GRDB's default, stated because a message with arguments would show private values.
        configuration.publicStatementArguments = false
        configuration.prepareDatabase { [prepare] connection in
            if !connection.configuration.readonly {
                // Counts only for a file without tables. It lets a wipe give its pages back.
                try connection.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
                try connection.execute(sql: "PRAGMA journal_size_limit = 4194304")
            }
            // Deleted rows are overwritten, so that a wipe leaves nothing in the file.
            try connection.execute(sql: "PRAGMA secure_delete = ON")
            try prepare(connection)
        }
        return configuration
    }
}
