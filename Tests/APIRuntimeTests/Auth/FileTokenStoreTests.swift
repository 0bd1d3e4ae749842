import FileSupport
import Foundation
import Testing

@testable import APIRuntime

@Suite("Token files", .timeLimit(.minutes(1)))
final class FileTokenStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)")
    private let anna = StoredToken(token: .pair(1), partition: "anna")
    private let bert = StoredToken(token: .pair(2), partition: "bert")

    private var file: URL { folder.appendingPathComponent("session.json") }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func mode(_ url: URL) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("a token that one store saves can be read by another until it is removed")
    func roundTrip() async throws {
        let token = OAuthToken(
            accessToken: "a",
            refreshToken: "r",
            expiresIn: 60,
            now: Date(timeIntervalSince1970: 5.25)
        )
        let entry = StoredToken(token: token, partition: "ä")
        #expect(try await FileTokenStore(url: file).load() == nil)
        try await FileTokenStore(url: file).save(anna)
        try await FileTokenStore(url: file).save(entry)
        #expect(try await FileTokenStore(url: file).load() == entry)
        try await FileTokenStore(url: file).remove()
        #expect(try await FileTokenStore(url: file).load() == nil)
        try await FileTokenStore(url: file).remove()
    }

    @Test("file and folder are accessible only by their owner, whatever existed before")
    func modes() async throws {
        try await FileTokenStore(url: file).save(anna)
        #expect(try mode(file) == 0o600)
        #expect(try mode(folder) == 0o700)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        try await FileTokenStore(url: file).save(bert)
        #expect(try mode(file) == 0o600)
    }

    @Test("a write interrupted at any point leaves the whole old or the whole new entry")
    func neverHalf() async throws {
        try await FileTokenStore(url: file).save(anna)
        let seen = LockedState<[String: [UInt8]?]>([:])
        let path = file.path
        var writer = AtomicFile(path: path)
        writer.checkpoint = { stage in
            let content = try AtomicFile(path: path).read()
            seen.withLock { $0["\(stage)"] = content }
        }
        let old = try writer.read()
        let new = Array(try JSONEncoder().encode(bert))
        try writer.write(new)
        #expect(seen.withLock { $0 } == ["opened": old, "written": old, "synced": old, "renamed": new])
    }

    @Test(
        "a failed write keeps the old entry and leaves no copy",
        arguments: [AtomicFile.Stage.opened, .written, .synced]
    )
    func failedWrite(_ failing: AtomicFile.Stage) async throws {
        try await FileTokenStore(url: file).save(anna)
        var writer = AtomicFile(path: file.path)
        writer.checkpoint = { stage in
            if stage == failing { throw FileFailure("write", code: 28) }
        }
        #expect(throws: FileFailure("write", code: 28)) { try writer.write(Array("new".utf8)) }
        #expect(try await FileTokenStore(url: file).load() == anna)
        #expect(!FileManager.default.fileExists(atPath: file.path + ".partial"))
    }

    @Test("a partial copy of a killed process is not read and is deleted with the token")
    func leftover() async throws {
        let store = FileTokenStore(url: file)
        try await store.save(anna)
        let copy = file.path + ".partial"
        try Data("{\"token\":".utf8).write(to: URL(fileURLWithPath: copy))
        #expect(try await store.load() == anna)
        try await store.save(bert)
        #expect(try await store.load() == bert)
        try Data("{\"token\":".utf8).write(to: URL(fileURLWithPath: copy))
        try await store.remove()
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test("a symbolic link at the path of the copy is not followed")
    func planted() async throws {
        let store = FileTokenStore(url: file)
        try await store.save(anna)
        let victim = folder.appendingPathComponent("victim")
        try Data("kept".utf8).write(to: victim)
        try FileManager.default.createSymbolicLink(atPath: file.path + ".partial", withDestinationPath: victim.path)
        try await store.save(bert)
        #expect(try Data(contentsOf: victim) == Data("kept".utf8))
        #expect(try await store.load() == bert)
    }

    @Test("a damaged file counts as signed out and can be replaced")
    func damaged() async throws {
        let store = FileTokenStore(url: file)
        try await store.save(anna)
        try Data("{".utf8).write(to: file)
        #expect(try await store.load() == nil)
        try await store.save(bert)
        #expect(try await store.load() == bert)
    }

    @Test("an entry is replaced only if it has not changed since it was read")
    func compareAndWrite() async throws {
        let store = FileTokenStore(url: file)
        try await store.save(anna)
        #expect(try await store.replace(bert, with: anna) == false)
        #expect(try await store.replace(anna, with: bert))
        #expect(try await store.replace(bert, with: nil))
        #expect(try await store.replace(bert, with: anna) == false)
        #expect(try await store.load() == nil)
    }

    @Test("a held lock is not acquired twice, and is free after release or the end of its holder")
    func lock() throws {
        try AtomicFile(path: file.path).makeFolder()
        let lock = FileLock(path: file.path + ".lock")
        var right = try lock.tryAcquire()
        #expect(right != nil)
        #expect(try lock.tryAcquire() == nil)
        right = nil
        #expect(try lock.tryAcquire() != nil)
    }

    @Test("waiting for another lock holder ends with an error")
    func patience() async throws {
        let store = FileTokenStore(url: file, patience: .zero)
        try await store.save(anna)
        let right = try #require(try FileLock(path: file.path + ".refresh").tryAcquire())
        defer { withExtendedLifetime(right) {} }
        await #expect(throws: FileFailure("lock", code: ETIMEDOUT)) { try await store.exclusively {} }
        try await store.save(bert)
    }

    @Test("two sessions with one file, as in two processes, refresh once in parallel")
    func twoProcesses() async throws {
        try await FileTokenStore(url: file).save(anna)
        let server = RefreshServer()
        let sessions = [0, 1].map { _ in TokenSession(store: FileTokenStore(url: file), refresher: server.refresher) }
        let old = [try await sessions[0].credential(), try await sessions[1].credential()]
        async let first = sessions[0].refused(old[0])
        async let second = sessions[1].refused(old[1])
        await until { await sessions[0].waiterCount == 1 }
        await until { await sessions[1].waiterCount == 1 }
        await until { await server.count == 1 }
        await server.response(.success(.pair(2)))
        #expect(try await [first?.value, second?.value] == ["access-2", "access-2"])
        #expect(await server.count == 1)
    }
}
