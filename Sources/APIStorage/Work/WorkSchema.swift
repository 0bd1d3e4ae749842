internal import GRDB

/// The table of a work queue.
///
/// Each migration contains its full SQL and never changes after a release. A test compares the resulting schema.
enum WorkSchema {
    /// All migrations, in order.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { try $0.execute(sql: version1) }
        migrator.registerMigration("v2") { try $0.execute(sql: version2) }
        return migrator
    }

    // The first index prevents a second item in progress per group, regardless of the statements.
    private static let version1 = """
        CREATE TABLE workItem (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            lane TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'failed', 'finished')),
            claims INTEGER NOT NULL DEFAULT 0,
            attempts INTEGER NOT NULL DEFAULT 0,
            enqueuedAt REAL NOT NULL,
            dueAt REAL NOT NULL,
            endedAt REAL,
            cause TEXT,
            payload BLOB NOT NULL
        );
        CREATE UNIQUE INDEX workItemRunning ON workItem (lane) WHERE state = 'running';
        CREATE INDEX workItemDue ON workItem (dueAt, id) WHERE state = 'waiting';
        """

    // The row IDs of each new file begin at a random number, so that a claim on an item of an erased file is valid for no
    // item of the file that replaces it.
    private static let version2 = """
        DELETE FROM sqlite_sequence WHERE name = 'workItem';
        INSERT INTO sqlite_sequence (name, seq)
            SELECT 'workItem', ifnull(max(id), 0) + 1 + abs(random() % 1099511627776) FROM workItem;
        """
}
