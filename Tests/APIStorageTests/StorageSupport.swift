import APIRuntime
import Foundation
import GRDB
import HTTPTypes

@testable import APIStorage

/// A separate folder for one test, deleted with the last reference.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("storage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String = "data.sqlite") -> URL { url.appendingPathComponent(name) }

    /// The names of all files in the folder, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }

    /// Returns whether any file of the folder contains a string.
    func contains(_ text: String) throws -> Bool {
        try names.contains { try Data(contentsOf: file($0)).range(of: Data(text.utf8)) != nil }
    }
}

/// A time set by the test.
final class TestTime: Sendable {
    private let date = LockedState(Date(timeIntervalSinceReferenceDate: 1_000))

    var now: @Sendable () -> Date {
        { [date] in date.withLock { $0 } }
    }

    func advance(by seconds: Double) {
        date.withLock { $0 += seconds }
    }
}

/// Overwrites bytes of a closed file, starting at an offset.
func damage(_ url: URL, at offset: UInt64 = 0, count: Int = 4096) throws {
    let handle = try FileHandle(forUpdating: url)
    defer { try? handle.close() }
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: Data(repeating: 0x5a, count: count))
}

/// The smallest schema: a table of numbers.
var numbersMigrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { try $0.execute(sql: "CREATE TABLE number (value INTEGER NOT NULL, note TEXT)") }
    return migrator
}

extension DatabaseFile {
    func add(_ value: Int, note: String? = nil) async throws {
        try await write { try $0.execute(sql: "INSERT INTO number VALUES (?, ?)", arguments: [value, note]) }
    }

    func numbers() async throws -> [Int] {
        try await read { try Int.fetchAll($0, sql: "SELECT value FROM number ORDER BY value") }
    }
}

/// Returns an entry that counts for `size` bytes.
func cacheEntry(
    _ url: String,
    _ partition: String = "anna",
    variant: String = "",
    size: Int = 1000,
    fill: UInt8 = 1
) -> CacheEntry {
    CacheEntry(
        key: CacheKey(partition: partition, method: "GET", url: url),
        variant: variant,
        status: 200,
        headers: [:],
        body: Array(repeating: fill, count: size - 512 - url.utf8.count),
        requestedAt: Date(timeIntervalSinceReferenceDate: 0.125),
        receivedAt: Date(timeIntervalSinceReferenceDate: 1.0 / 3)
    )
}
