import APIStorage
import Foundation
import GRDB
import Testing

@Suite("Database file")
struct DatabaseFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ options: DatabaseOptions = DatabaseOptions()) throws -> DatabaseFile {
        try DatabaseFile(url: folder.file(), migrator: numbersMigrator, options: options)
    }

    @Test("a file keeps its content after reopening, with a WAL, foreign keys and full syncs")
    func reopening() async throws {
        let first = try open()
        try await first.add(1)
        try first.close()
        let second = try open()
        try await second.add(2)
        #expect(try await second.numbers() == [1, 2])
        let pragmas = try await second.write { connection in
            try ["journal_mode", "foreign_keys", "synchronous", "secure_delete", "auto_vacuum"].map {
                try String.fetchOne(connection, sql: "PRAGMA \($0)")
            }
        }
        #expect(pragmas == ["wal", "1", "2", "1", "2"])
        #expect(second.damagedFiles.isEmpty)
    }

    @Test("a connection without durable writes syncs less")
    func lessDurable() async throws {
        var options = DatabaseOptions()
        options.isDurable = false
        let file = try open(options)
        #expect(try await file.write { try String.fetchOne($0, sql: "PRAGMA synchronous") } == "1")
    }

    @Test("only the owner can read the file and its log")
    func permissions() async throws {
        let file = try DatabaseFile(url: folder.file("inner/data.sqlite"), migrator: numbersMigrator)
        try await file.add(1)
        for (name, mode) in [("inner", 0o700), ("inner/data.sqlite", 0o600), ("inner/data.sqlite-wal", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
    }

    @Test("an error rolls back a write and is rethrown")
    func rollback() async throws {
        struct Refusal: Error {}
        let file = try open()
        await #expect(throws: Refusal.self) {
            try await file.write { connection in
                try connection.execute(sql: "INSERT INTO number (value) VALUES (1)")
                throw Refusal()
            }
        }
        #expect(try await file.numbers() == [])
    }

    @Test("a cancelled task still writes")
    func cancellation() async throws {
        let file = try open()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await file.add(1)
            return try await file.numbers()
        }
        #expect(try await task.value == [1])
    }

    @Test("parallel tasks read and write", arguments: [0, 4])
    func concurrency(readers: Int) async throws {
        var options = DatabaseOptions()
        options.readers = readers
        options.isDurable = false
        let file = try open(options)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for value in 0..<200 {
                group.addTask {
                    try await file.add(value)
                    #expect(try await file.numbers().contains(value))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await file.numbers() == Array(0..<200))
    }

    @Test("two instances of one file take turns")
    func instances() async throws {
        let (one, two) = (try open(), try open())
        async let first: Void = { for value in 0..<50 { try await one.add(value) } }()
        async let second: Void = { for value in 50..<100 { try await two.add(value) } }()
        _ = try await (first, second)
        #expect(try await one.numbers() == Array(0..<100))
    }

    @Test("a file of a newer version is refused, or replaced on request")
    func newer() async throws {
        var migrator = numbersMigrator
        migrator.registerMigration("v2") { try $0.execute(sql: "CREATE TABLE more (id INTEGER)") }
        let later = try DatabaseFile(url: folder.file(), migrator: migrator)
        try await later.add(1)
        try later.close()
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .newer)
        var options = DatabaseOptions()
        options.replacesNewer = true
        #expect(try await open(options).numbers() == [])
    }

    @Test("a closed database reports that it is closed and does not reopen")
    func closed() async throws {
        let file = try open()
        try file.close()
        let error = await #expect(throws: StorageError.self) { try await file.numbers() }
        #expect(error?.code == .closed)
        await #expect(throws: StorageError.self) { try await file.erase() }
        #expect(throws: StorageError.self) { try file.writer }
    }

    @Test("erasing leaves an empty file and no data of the previous one")
    func erasing() async throws {
        let file = try open()
        try await file.add(1, note: "private-marker")
        #expect(try folder.contains("private-marker"))
        try await file.erase()
        #expect(try await file.numbers() == [])
        #expect(try !folder.contains("private-marker"))
    }

    @Test("deleted rows are in no file after compacting, which frees the space")
    func compacting() async throws {
        let file = try open()
        let text = String(repeating: "private-marker", count: 50_000)
        try await file.add(1, note: text)
        try await file.compact()
        #expect(try folder.contains("private-marker"))
        try await file.write { try $0.execute(sql: "DELETE FROM number") }
        try await file.compact()
        #expect(try !folder.contains("private-marker"))
        #expect(try Data(contentsOf: folder.file()).count < 100_000)
    }

    @Test("an in-memory database works like a file")
    func memory() async throws {
        let file = try DatabaseFile(inMemory: numbersMigrator)
        try await file.add(1)
        try await file.compact()
        #expect(try await file.numbers() == [1])
        try await file.erase()
        #expect(try await file.numbers() == [])
        #expect(file.damagedFiles.isEmpty)
    }
}
