import Foundation
import GRDB
import Testing

@testable import APIStorage

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Invalid database file locations")
struct DatabaseHostileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func code(at url: URL) -> StorageError.Code? {
        let error = #expect(throws: StorageError.self) { try DatabaseFile(url: url, migrator: numbersMigrator) }
        #expect(error.map { !"\($0)".contains(url.lastPathComponent) } == true, "no path in messages")
        return error?.code
    }

    @Test("a folder instead of the file is refused and not changed")
    func directory() throws {
        try FileManager.default.createDirectory(at: folder.file("data.sqlite/inner"), withIntermediateDirectories: true)
        #expect(code(at: folder.file()) == .notAFile)
        #expect(folder.names == ["data.sqlite"])
        #expect(FileManager.default.fileExists(atPath: folder.file("data.sqlite/inner").path))
    }

    @Test("a FIFO instead of the file is refused without waiting for a writer")
    func pipe() {
        #expect(mkfifo(folder.file().path, 0o600) == 0)
        #expect(code(at: folder.file()) == .notAFile)
    }

    @Test("a file instead of the folder, or a name that is too long, is refused")
    func impossible() throws {
        try Data("x".utf8).write(to: folder.file("file"))
        #expect(code(at: folder.file("file/data.sqlite")) == .unwritable)
        #expect(code(at: folder.file(String(repeating: "n", count: 300))) == .unwritable)
        let deep = folder.file(Array(repeating: "folder", count: 120).joined(separator: "/") + "/deep.sqlite")
        #expect(code(at: deep) == .unwritable)
    }

    @Test("a system folder is refused", .enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
    func system() {
        #expect(code(at: URL(fileURLWithPath: "/proc/self/data.sqlite")) == .unwritable)
    }

    @Test("a read-only folder is refused, even when the file exists", .enabled(if: geteuid() != 0))
    func readOnly() async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        defer {
            try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
        }
        #expect(code(at: folder.file()) == .unwritable)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
        let file = try DatabaseFile(url: folder.file(), migrator: numbersMigrator)
        try await file.add(1)
        try file.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        #expect(code(at: folder.file()) == .unwritable)
    }

    @Test("a read-only file is refused and not set aside", .enabled(if: geteuid() != 0))
    func readOnlyFile() throws {
        try DatabaseFile(url: folder.file(), migrator: numbersMigrator).close()
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: folder.file().path)
        #expect(code(at: folder.file()) == .unwritable)
        #expect(!folder.names.contains { $0.contains("corrupt") })
    }

    @Test("a full disk is a temporary error that changes nothing")
    func full() async throws {
        var options = DatabaseOptions()
        options.readers = 0
        options.prepare = { try $0.execute(sql: "PRAGMA max_page_count = 12") }
        let file = try DatabaseFile(url: folder.file(), migrator: numbersMigrator, options: options)
        try await file.add(1)
        let error = await #expect(throws: StorageError.self) {
            try await file.add(2, note: String(repeating: "x", count: 100_000))
        }
        #expect(error?.code == .full)
        try await file.add(3)
        #expect(try await file.numbers() == [1, 3])
        #expect(file.damagedFiles.isEmpty)
    }

    @Test("a locked file is busy after the timeout and available later")
    func busy() async throws {
        var unsafe = Configuration()
        unsafe.allowsUnsafeTransactions = true
        let holder = try DatabaseQueue(path: folder.file().path, configuration: unsafe)
        var options = DatabaseOptions()
        options.busyTimeout = .milliseconds(20)
        let file = try DatabaseFile(url: folder.file(), migrator: numbersMigrator, options: options)
        try holder.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let error = await #expect(throws: StorageError.self) { try await file.add(1) }
        #expect(error?.code == .busy)
        try holder.inDatabase { try $0.execute(sql: "ROLLBACK") }
        try await file.add(1)
    }

    @Test("the error of a refused statement contains neither its values nor its SQL")
    func privacy() async throws {
        let file = try DatabaseFile(url: folder.file(), migrator: numbersMigrator)
        let error = await #expect(throws: StorageError.self) {
            try await file.write { connection in
                try connection.execute(sql: "INSERT INTO number VALUES (NULL, ?)", arguments: ["secret-note"])
            }
        }
        #expect(error?.code == .refused)
        #expect(error.map { !"\($0)".contains("secret") && !"\($0)".contains("INSERT") } == true)
        #expect(error?.resultCode == 1299)
    }
}
