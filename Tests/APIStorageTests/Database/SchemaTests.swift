import GRDB
import Testing

@testable import APIStorage

@Suite("Released migrations")
struct SchemaTests {
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
        #expect(WorkSchema.migrator.migrations == ["v1"])
        let work = try digest(WorkSchema.migrator)
        #expect(work == 13_200_112_059_541_069_836)
    }
}
