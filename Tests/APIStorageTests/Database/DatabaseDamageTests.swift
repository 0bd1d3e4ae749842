import Foundation
import GRDB
import Testing

@testable import APIStorage

@Suite("Damaged database file")
struct DatabaseDamageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ options: DatabaseOptions = DatabaseOptions()) throws -> DatabaseFile {
        try DatabaseFile(url: folder.file(), migrator: numbersMigrator, options: options)
    }

    /// Creates and closes a file with enough rows for several pages.
    private func fill() async throws {
        let file = try open()
        try await file.write { connection in
            for value in 0..<2000 {
                try connection.execute(sql: "INSERT INTO number VALUES (?, ?)", arguments: [value, "note \(value)"])
            }
        }
        try await file.compact()
        try file.close()
    }

    @Test("an invalid database file is set aside and replaced", arguments: ["text", "head", "cut", "middle"])
    func opening(kind: String) async throws {
        try await fill()
        switch kind {
        case "text": try Data("This is no database, but a longer text.".utf8).write(to: folder.file())
        case "head": try damage(folder.file(), count: 100)
        case "cut": try Data(Data(contentsOf: folder.file()).prefix(10_000)).write(to: folder.file())
        default: try damage(folder.file(), at: 4096 * 3, count: 4096 * 4)
        }
        let damagedBytes = try Data(contentsOf: folder.file())
        let file = try open()
        #expect(try await file.numbers() == [])
        #expect(file.damagedFiles.map(\.lastPathComponent) == ["data.sqlite.corrupt-1"])
        #expect(try Data(contentsOf: folder.file("data.sqlite.corrupt-1")) == damagedBytes)
        try await file.add(1)
        try file.close()
        #expect(try await open().numbers() == [1])
    }

    @Test("a file that another instance has replaced is opened again, and one that was deleted is not created")
    func followed() async throws {
        let one = try open()
        try await one.add(1)
        for ending in ["", "-wal", "-shm"] {
            try FileManager.default.moveItem(
                at: folder.file("data.sqlite\(ending)"),
                to: folder.file("former.sqlite\(ending)")
            )
        }
        #expect(try !one.followReplacement())
        let two = try open()
        try await two.add(2)
        #expect(try one.followReplacement() && one.freshStarts == 1)
        #expect(try await one.numbers() == [2])
        try await one.add(3)
        #expect(try await two.numbers() == [2, 3])
        #expect(try !one.followReplacement() && !two.followReplacement())
    }

    @Test("damage during use replaces the file, and the call continues with the new file")
    func use() async throws {
        try await fill()
        let file = try open()
        try damage(folder.file(), at: 4096, count: 4096 * 8)
        // The connections have read all pages to check them. This makes them read from the disk again.
        try (file.writer as? DatabasePool)?.releaseMemory()
        #expect(try await file.numbers() == [])
        try await file.add(7)
        #expect(try await file.numbers() == [7])
        #expect(file.damagedFiles.count == 1)
    }

    @Test("parallel calls with a damaged file set it aside once")
    func concurrentUse() async throws {
        try await fill()
        var options = DatabaseOptions()
        options.isCheckedOnOpening = false
        try damage(folder.file(), at: 4096 * 2, count: 4096 * 8)
        let file = try open(options)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for value in 0..<40 {
                group.addTask {
                    _ = try await file.numbers()
                    try await file.add(value)
                }
            }
            try await group.waitForAll()
        }
        #expect(file.damagedFiles.count == 1)
        #expect(try await file.numbers() == Array(0..<40))
    }

    @Test("two instances that find the same damage use one new file")
    func twoInstances() async throws {
        try await fill()
        var options = DatabaseOptions()
        options.isCheckedOnOpening = false
        // Use connections that are created while opening, so that both have the damaged file open.
        options.readers = 0
        try damage(folder.file(), at: 4096 * 2, count: 4096 * 8)
        let (one, two) = (try open(options), try open(options))
        async let first = one.numbers()
        async let second = two.numbers()
        #expect(try await [first, second] == [[], []])
        try await one.add(1)
        try await two.add(2)
        #expect(try await one.numbers() == [1, 2])
        #expect(try await two.numbers() == [1, 2])
        #expect(one.damagedFiles.count == 1)
    }

    @Test("only the newest damaged files are kept, with increasing numbers")
    func kept() async throws {
        for round in 1...5 {
            try Data("no database, round \(round), and some more text".utf8).write(to: folder.file())
            try open().close()
        }
        let names = folder.names.filter { $0.contains("corrupt") }
        #expect(names == ["data.sqlite.corrupt-3", "data.sqlite.corrupt-4", "data.sqlite.corrupt-5"])
        let file = try open()
        try file.removeDamagedFiles()
        #expect(!folder.names.contains { $0.contains("corrupt") })
    }

    @Test("an empty file and a log without its file are not damaged")
    func leftovers() async throws {
        try Data().write(to: folder.file())
        try Data(repeating: 7, count: 5000).write(to: folder.file("data.sqlite-wal"))
        let file = try open()
        try await file.add(1)
        #expect(try await file.numbers() == [1])
        #expect(file.damagedFiles.isEmpty)
    }
}
