import APIRuntime
import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import APIStorage

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Process kills at random points", .serialized, .timeLimit(.minutes(3)))
struct CrashTests {
    private static let rounds = 20
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("a queue keeps confirmed items, and items in progress are due again")
    func queue() async throws {
        var known: Set<String> = []
        for round in 0..<Self.rounds {
            let lines = try Crasher.run("queue", folder.file(), round, lines: Int.random(in: 0...120))
            var flying: Set<String> = []
            for line in lines {
                let name = String(line.dropFirst(2))
                switch line.first {
                case "+": known.insert(name)
                case "*": flying.insert(name)
                case "-":
                    known.remove(name)
                    flying.remove(name)
                default:
                    flying.remove(name)
                }
            }
            let queue = try WorkQueue<String>(url: folder.file())
            let entries = try await queue.entries()
            let found = Set(entries.map(\.key))
            // One change may have been made without being confirmed.
            #expect(found.symmetricDifference(known).count <= 1, "round \(round)")
            #expect(!entries.contains { $0.state == .running })
            let unsettled = entries.filter { flying.contains($0.key) && $0.state != .waiting }
            #expect(unsettled.count <= 1, "round \(round)")
            #expect(entries.allSatisfy { $0.item != nil })
            #expect(queue.damagedFiles.isEmpty)
            known = found
            try queue.close()
        }
    }

    @Test("a cache stores whole entries within its size limit, including the last validated one")
    func cache() async throws {
        for round in 0..<Self.rounds {
            let lines = try Crasher.run("cache", folder.file(), round, lines: Int.random(in: 0...120))
            let store = try SQLiteCacheStore(url: folder.file(), capacity: 200_000)
            let keys = try sums(round)
            for key in keys {
                let entry = try #require(await store.entries(for: key).first)
                #expect(entry.headers[.eTag] == key.url)
                #expect(Set(entry.body).count <= 1)
                let number = try #require(Int(key.url.split(separator: "-")[1]))
                #expect(entry.body.count == number * 37 % 9000)
            }
            // The deletion after number 99 may have removed it again.
            if let last = lines.last, last.first == "+", !last.hasSuffix("99") {
                #expect(keys.contains { $0.url == last.dropFirst(2) }, "round \(round), \(last)")
            }
            if let deletion = lines.lastIndex(of: "- p0") {
                let stored = Set(lines[deletion...].map { $0.dropFirst(2) })
                let older = keys.filter { $0.partition == "p0" && !stored.contains($0.url[...]) }
                #expect(older.count <= 1, "round \(round)")
            }
            #expect(store.damagedFiles.isEmpty)
            try store.close()
        }
    }

    /// Checks the file itself, and returns the keys in it.
    private func sums(_ round: Int) throws -> [CacheKey] {
        try DatabaseQueue(path: folder.file().path).read { database in
            #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok", "round \(round)")
            let bytes = try Int.fetchOne(database, sql: "SELECT bytes FROM cacheSize") ?? 0
            #expect(try bytes == Int.fetchOne(database, sql: "SELECT total(cost) FROM cacheEntry"))
            #expect(bytes <= 200_000)
            return try Row.fetchAll(database, sql: "SELECT partition, url FROM cacheEntry").map {
                CacheKey(partition: $0["partition"], method: "GET", url: $0["url"])
            }
        }
    }
}

/// A runner for the process that the test kills.
private enum Crasher {
    /// Starts the process and kills it while it is running, as soon as it has printed a number of lines.
    ///
    /// - Returns: All lines that it printed, including those still in the pipe.
    static func run(_ mode: String, _ file: URL, _ round: Int, lines: Int) throws -> [String] {
        let process = Process()
        let tool = try #require(executable, "Build the whole package: StorageCrasher is missing.")
        process.executableURL = tool
        process.arguments = [mode, file.path, "\(round)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let handle = output.fileHandleForReading
        var said = Data()
        var isKilled = false
        if lines == 0 {
            kill(process.processIdentifier, SIGKILL)
            isKilled = true
        }
        while case let part = handle.availableData, !part.isEmpty {
            said += part
            if !isKilled, said.count(where: { $0 == 0x0a }) >= lines {
                kill(process.processIdentifier, SIGKILL)
                isKilled = true
            }
        }
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal, "\(String(decoding: said.prefix(200), as: UTF8.self))")
        // A truncated line is not confirmed.
        return String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    /// The tool, built into the folder of the tests.
    private static var executable: URL? {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<5 {
            let candidate = folder.appendingPathComponent("StorageCrasher")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        return nil
    }
}
