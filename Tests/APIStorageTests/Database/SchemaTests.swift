import GRDB
import Testing

@testable import APIStorage

@Suite("Released migrations")
struct SchemaTests {
    @Test("a file of a former version keeps its items, and none of their row IDs is used again")
    func upgrade() throws {
        let queue = try DatabaseQueue()
        try WorkSchema.migrator.migrate(queue, upTo: "v1")
        let insert = """
            INSERT INTO workItem (key, lane, state, enqueuedAt, dueAt, payload) VALUES (?, 'g', 'waiting', 0, 0, x'')
            """
        try queue.write { try $0.execute(sql: insert, arguments: ["a"]) }
        try WorkSchema.migrator.migrate(queue)
        try queue.write { try $0.execute(sql: insert, arguments: ["b"]) }
        let ids = try queue.read { try Int64.fetchAll($0, sql: "SELECT id FROM workItem ORDER BY key") }
        #expect(ids.count == 2 && ids[0] == 1 && ids[1] > 2)
    }

    /// Returns a digest of all statements that create a schema, which changes with every character.
    private func digest(_ migrator: DatabaseMigrator) throws -> UInt64 {
        let queue = try DatabaseQueue()
        try migrator.migrate(queue)
        let statements = try queue.read {
            try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        }
        return statements.joined(separator: ";").utf8.reduce(14_695_981_039_346_656_037) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
    }

    @Test("a released migration is unchanged: add another one instead")
    func unchanged() throws {
        #expect(CacheSchema.migrator.migrations == ["v1"])
        let cache = try digest(CacheSchema.migrator)
        #expect(cache == 3_001_053_182_221_050_756)
        #expect(WorkSchema.migrator.migrations == ["v1", "v2"])
        let work = try digest(WorkSchema.migrator)
        #expect(work == 13_200_112_059_541_069_836)
    }
}
