internal import GRDB

/// The table of a work queue.
///
/// Each migration contains its full SQL and never changes after a release. A test compares the resulting schema.
enum WorkSchema {
    /// All migrations, in order.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { try $0.execute(sql: version1) }
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
}
