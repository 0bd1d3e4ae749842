internal import GRDB

/// The tables of the cache.
///
/// Each migration contains its full SQL and never changes after a release. A test compares the resulting schema.
enum CacheSchema {
    /// All migrations, in order.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { try $0.execute(sql: version1) }
        return migrator
    }

    // Triggers maintain the sum of all costs, so that checking a limit takes constant time.
    private static let version1 = """
        CREATE TABLE cacheEntry (
            id INTEGER PRIMARY KEY,
            partition TEXT NOT NULL,
            method TEXT NOT NULL,
            url TEXT NOT NULL,
            variant TEXT NOT NULL,
            varyNames TEXT NOT NULL,
            status INTEGER NOT NULL,
            requestedAt REAL NOT NULL,
            receivedAt REAL NOT NULL,
            cost INTEGER NOT NULL,
            lastUse INTEGER NOT NULL,
            headers BLOB NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (partition, method, url, variant)
        );
        CREATE INDEX cacheEntryLastUse ON cacheEntry (lastUse, cost);
        CREATE TABLE cacheSize (id INTEGER PRIMARY KEY CHECK (id = 1), bytes INTEGER NOT NULL);
        INSERT INTO cacheSize VALUES (1, 0);
        CREATE TRIGGER cacheEntryInsert AFTER INSERT ON cacheEntry BEGIN
            UPDATE cacheSize SET bytes = bytes + new.cost;
        END;
        CREATE TRIGGER cacheEntryUpdate AFTER UPDATE OF cost ON cacheEntry BEGIN
            UPDATE cacheSize SET bytes = bytes - old.cost + new.cost;
        END;
        CREATE TRIGGER cacheEntryDelete AFTER DELETE ON cacheEntry BEGIN
            UPDATE cacheSize SET bytes = bytes - old.cost;
        END;
        """
}
