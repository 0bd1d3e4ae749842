import APIRuntime
import APITesting
import AnybillAPI
import Foundation
import Testing

@testable import AnybillBase

@Suite("Folders that cannot be read or written", .timeLimit(.minutes(1)))
@MainActor
struct UnreadableFolderTests {
    private let folder = TemporaryFolder()
    private let service = HeldService([makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)])

    private func bench(keepsEdits: Bool = false, tokenStore: (any TokenStore)? = nil) -> Bench {
        Bench(
            ScriptedTransport { [service] in await service.response(to: $0) },
            storage: folder.location,
            tokenStore: tokenStore,
            keepsOfflineEdits: keepsEdits
        )
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private var users: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path("users")) }
    }

    /// Logs a user in, and returns the path of the store after the app has ended.
    private func fill() async throws -> String {
        let bench = bench()
        try await bench.logIn()
        try await bench.receipts.initiateReceiptQuery()
        let store = try #require(bench.context.storage.current)
        store.close()
        return path("users/\(store.partition)/receipts.sqlite")
    }

    @Test("a marker that cannot be read deletes nothing, and the list works without the store until it can")
    func marker() async throws {
        _ = try await fill()
        // A symbolic link is refused, as a file after an input error is.
        try FileManager.default.moveItem(atPath: path("login"), toPath: path("elsewhere"))
        try FileManager.default.createSymbolicLink(atPath: path("login"), withDestinationPath: path("elsewhere"))
        let bench = bench()
        try await bench.receipts.initiateReceiptQuery(take: 1)
        #expect(bench.shown == ["a"] && !bench.receipts.isListStored)
        #expect(try await bench.receipts.search("markt").count == 1)
        #expect(try users.count == 1)
        try FileManager.default.removeItem(atPath: path("login"))
        try FileManager.default.moveItem(atPath: path("elsewhere"), toPath: path("login"))
        try await bench.receipts.continueReceiptQuery(take: 1)
        try await bench.waitForReopening()
        #expect(bench.shown == ["a", "b"] && bench.receipts.isListStored)
        #expect(try users.count == 1)
        let next = self.bench()
        await next.receipts.waitUntilLoaded()
        #expect(next.shown == ["a", "b"])
    }

    @Test("a store that cannot be opened does not end calls, and is used as soon as it can be opened")
    func store() async throws {
        let file = try await fill()
        try FileManager.default.moveItem(atPath: file, toPath: file + ".moved")
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        let bench = bench()
        await service.hold("POST /api/v4/receipt/b/favourite")
        let held = Task { try await bench.receipts.toggleIsFavourite(receiptId: "b") }
        await service.waitForHeld(1)
        try await bench.receipts.initiateReceiptQuery()
        try await bench.receipts.updateReceiptNote(receiptId: "a", note: "x")
        #expect(bench.shown == ["a", "b"] && !bench.receipts.isListStored)
        #expect(try await bench.receipts.search("x").map(\.id) == ["a"])
        await service.releaseAll()
        #expect(try await held.value.id == "b")
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: file + ".moved", toPath: file)
        _ = try await bench.receipts.getReceipts(take: 1)
        try await bench.waitForReopening()
        #expect(bench.shown == ["a", "b"] && bench.receipts.isListStored)
        let next = self.bench()
        await next.receipts.waitUntilLoaded()
        #expect(next.shown == ["a", "b"])
        #expect(next.receipts.observableReceipts.first?.misc.note == "x")
    }

    @Test("the stored list appears when the store can be opened, if nothing has been fetched before")
    func lateStore() async throws {
        let file = try await fill()
        try FileManager.default.moveItem(atPath: file, toPath: file + ".moved")
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        let bench = bench()
        await service.setOffline(true)
        _ = await failure { try await bench.receipts.initiateReceiptQuery() }
        #expect(bench.shown.isEmpty && !bench.receipts.isListStored)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: file + ".moved", toPath: file)
        _ = await failure { try await bench.receipts.initiateReceiptQuery() }
        await bench.waitForReceipts(2)
        #expect(bench.shown == ["a", "b"] && bench.receipts.isListStored)
    }

    @Test("a kept edit is sent when the store can be opened, although no call has concerned receipts before")
    func lateKeptEdit() async throws {
        let first = bench(keepsEdits: true)
        try await first.logIn()
        try await first.receipts.initiateReceiptQuery()
        await service.setOffline(true)
        try await first.receipts.updateReceiptNote(receiptId: "a", note: "x")
        await service.setOffline(false)
        let store = try #require(first.context.storage.current)
        store.close()
        let file = path("users/\(store.partition)/receipts.sqlite")
        try FileManager.default.moveItem(atPath: file, toPath: file + ".moved")
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        let bench = bench(keepsEdits: true)
        _ = await failure { try await bench.auth.getUserInfo() }
        await bench.waitForOpening()
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: file + ".moved", toPath: file)
        _ = await failure { try await bench.auth.getUserInfo() }
        await bench.waitForOpening()
        await service.waitForLog("PUT /api/v4/receipt/a/note")
        try await bench.receipts.updateReceiptNote(receiptId: "a", note: "y")
        #expect(await service.receipts["a"]?.misc.note == "y")
    }

    @Test("a login works while its store cannot be created, and a logout leaves nothing")
    func login() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data().write(to: folder.url.appendingPathComponent("users"))
        let bench = bench()
        try await bench.logIn()
        try await bench.receipts.initiateReceiptQuery()
        #expect(bench.shown == ["a", "b"] && !bench.receipts.isListStored)
        try FileManager.default.removeItem(atPath: path("users"))
        _ = try await bench.receipts.getReceipts(take: 1)
        try await bench.waitForReopening()
        #expect(bench.receipts.isListStored)
        try await bench.auth.logoutUser()
        #expect(try users.isEmpty)
    }

    @Test(
        "a login whose marker or tokens cannot be written leaves the former user logged in",
        arguments: [true, false]
    )
    func failedLogin(isMarker: Bool) async throws {
        let tokens = LocklessTokenStore()
        let bench = bench(tokenStore: tokens)
        try await bench.logIn("one")
        try await bench.receipts.initiateReceiptQuery()
        let obstacle = path("login.partial")
        if isMarker {
            try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        } else {
            tokens.setFailing(true)
        }
        #expect(await failure { try await bench.logIn("two") } != nil)
        #expect(bench.shown == ["a", "b"])
        try await bench.receipts.initiateReceiptQuery()
        #expect(try await bench.context.session.current()?.token.accessToken == "one")
        #expect(try users == [bench.context.storage.current?.partition])
        if isMarker { try FileManager.default.removeItem(atPath: obstacle) }
        tokens.setFailing(false)
        let next = self.bench(tokenStore: tokens)
        try await next.receipts.initiateReceiptQuery()
        try await next.logIn("two")
        #expect(next.shown.isEmpty)
        #expect(try users == [next.context.storage.current?.partition])
    }

    @Test("a change of the marker waits for that of another process, and deletes no other login's marker")
    func markerRace() async throws {
        let marker = LoginMarker(in: folder.url)
        let lock = FolderLock("token.marker", in: folder.url)
        let (former, next, last) = (UUID().uuidString, UUID().uuidString, UUID().uuidString)
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try marker.commit(former)
        try await whileLocked(lock) {
            try marker.remove(naming: former)
        } meanwhile: {
            // The other process completes a login.
            try Data(next.utf8).write(to: folder.url.appendingPathComponent("login"))
        }
        #expect(try marker.read() == next)
        try await whileLocked(lock) {
            try marker.commit(last)
        } meanwhile: {
            let name = try marker.read()
            #expect(name == next)
        }
        #expect(try marker.read() == last)
    }

    /// Runs a change while another process has the lock, and then the rest of it.
    private func whileLocked(
        _ lock: FolderLock,
        _ change: @escaping @Sendable () throws -> Void,
        meanwhile: () throws -> Void
    ) async throws {
        let isDone = LockedState(false)
        var right = try lock.tryAcquire()
        let task = Task {
            try await BlockingWork.run {
                try change()
                isDone.withLock { $0 = true }
            }
        }
        for _ in 0..<5000 { await Task.yield() }
        #expect(!isDone.withLock { $0 } && right != nil)
        try meanwhile()
        right = nil
        try await task.value
    }
}
