import Foundation
import Testing

@testable import FileSupport

@Suite("Locks between processes", .timeLimit(.minutes(1)))
final class FileLockTests {
    private let path = temporaryFolder()

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    @Test("a lock has one holder, until the last reference to its right is gone")
    func oneHolder() throws {
        let lock = FileLock(path: path)
        var right = try lock.tryAcquire()
        #expect(right != nil)
        #expect(try lock.tryAcquire() == nil)
        right = nil
        #expect(try lock.tryAcquire() != nil)
    }

    @Test("a blocking holder gets the lock when the other one releases it")
    func blocking() async throws {
        let lock = FileLock(path: path)
        var right = try lock.tryAcquire()
        #expect(right != nil)
        let next = Task.detached { _ = try lock.acquireBlocking() }
        await Task.yield()
        right = nil
        try await next.value
    }

    @Test("another process has the lock until it ends", .enabled(if: SystemFile.exists("/usr/bin/flock")))
    func anotherProcess() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        process.arguments = [path, "sh", "-c", "echo held; read line"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
        #expect(try FileLock(path: path).tryAcquire() == nil)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(try FileLock(path: path).tryAcquire() != nil)
    }

    @Test("a link in the place of the lock file is refused")
    func link() throws {
        let victim = path + ".victim"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: victim)
        #expect(throws: FileFailure("open", code: ELOOP)) { try FileLock(path: self.path).tryAcquire() }
        #expect(throws: FileFailure("open", code: ELOOP)) { try FileLock(path: self.path).acquireBlocking() }
        #expect(!SystemFile.exists(victim))
    }
}
