public import GRDB

/// The options for opening and maintaining a database file.
public struct DatabaseOptions: Sendable {
    /// The number of connections that read concurrently with the writer.
    ///
    /// With 0, reads and writes share one connection.
    public var readers = 4

    /// The longest wait for another process that locks the file; 0 or more.
    public var busyTimeout: Duration = .seconds(5)

    /// Whether a change survives a loss of power as soon as its transaction has returned.
    ///
    /// If `false`, the last changes may be missing after a loss of power, but the file remains intact. A killed process
    /// loses nothing in either case.
    public var isDurable = true

    /// Whether the file is excluded from backups on Apple platforms; no effect on other platforms.
    public var isExcludedFromBackup = false

    /// Whether opening the file reads all of it to find damage.
    ///
    /// Takes about a second per gigabyte. If `false`, damage inside the file is found when the affected part is used.
    public var isCheckedOnOpening = true

    /// Whether a file of a newer version of the app is replaced instead of refused, for content that can be fetched
    /// again.
    ///
    /// ``salvage`` can copy some of its content.
    public var replacesNewer = false

    /// The number of damaged files kept next to the file; 0 or more.
    ///
    /// Older ones are deleted.
    public var keptDamagedFiles = 3

    /// Creates the options for content that must not be lost.
    public init() {}

    /// A closure that copies the readable content of a damaged or newer file into the new one; `nil` starts with an empty
    /// file.
    ///
    /// Runs in one transaction of the new file. If it throws, the new file remains empty and the error is not reported.
    public var salvage: (@Sendable (_ damaged: Database, _ fresh: Database) throws -> Void)?

    /// Whether only the migrations change the tables, so that a file with other tables is damaged.
    package var ownsSchema = false

    /// A closure called for each new connection, for tests that make a connection fail.
    var prepare: @Sendable (Database) throws -> Void = { _ in }

    /// The GRDB configuration for these options.
    var configuration: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.journalMode = .wal
        configuration.maximumReaderCount = max(readers, 1)
        let wait = busyTimeout.components
        configuration.busyMode = .timeout(Double(wait.seconds) + Double(wait.attoseconds) * 1e-18)
        // GRDB's default, set explicitly because an error message with arguments would expose private values.
        configuration.publicStatementArguments = false
        configuration.prepareDatabase { [prepare] connection in
            if !connection.configuration.readonly {
                // Only applies to a file without tables. The pages of deleted rows can then be returned to the system.
                try connection.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
                try connection.execute(sql: "PRAGMA journal_size_limit = 4194304")
            }
            // Overwrites deleted rows, so that none of their content remains in the file.
            try connection.execute(sql: "PRAGMA secure_delete = ON")
            try prepare(connection)
        }
        return configuration
    }
}
