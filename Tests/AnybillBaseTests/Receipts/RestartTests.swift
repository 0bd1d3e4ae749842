import APIRuntime
import APITesting
import AnybillAPI
import Foundation
import Testing

@testable import AnybillBase

// The loop of a list view that loads pages until the provider has finished, after a launch of the app.
@Suite("Lists after a restart", .timeLimit(.minutes(1)))
@MainActor
struct RestartTests {
    private let folder = TemporaryFolder()

    private func bench(_ service: HeldService) -> Bench {
        Bench(ScriptedTransport { await service.response(to: $0) }, storage: folder.location)
    }

    /// Loads pages as a view does that shows a progress indicator until everything is loaded.
    ///
    /// - Returns: The number of pages that were requested.
    private func load(_ bench: Bench) async throws -> Int {
        var pages = 0
        while !bench.receipts.finishedLoadingReceipts, pages < 20 {
            try await bench.receipts.continueReceiptQuery(take: 4)
            pages += 1
        }
        return pages
    }

    @Test("a view that loads until the provider has finished ends, also after a restart with some or all receipts")
    func loop() async throws {
        let service = HeldService((0..<12).map { makeReceipt("r\($0)", minute: $0) })
        let first = bench(service)
        try await first.logIn()
        try await first.receipts.initiateReceiptQuery(take: 4)
        #expect(!first.receipts.finishedLoadingReceipts)
        let second = bench(service)
        await second.receipts.waitUntilLoaded()
        #expect(second.shown.count == 4 && second.receipts.totalReceipts == 12)
        #expect(!second.receipts.finishedLoadingReceipts)
        #expect(try await load(second) == 2)
        let third = bench(service)
        await third.receipts.waitUntilLoaded()
        #expect(third.receipts.finishedLoadingReceipts && third.receipts.totalReceipts == 12)
        #expect(try await load(third) == 0)
        // A view that counts by itself may ask nevertheless: there is no request, and the total says that all are there.
        await service.clearLog()
        let page = try await third.receipts.continueReceiptQuery(take: 4)
        #expect(page.receipts.isEmpty && page.totalCount == third.shown.count)
        #expect(await service.log.isEmpty)
    }

    @Test("after a restart, deletions of the last receipts still end the loop")
    func deletions() async throws {
        let service = HeldService((0..<6).map { makeReceipt("r\($0)", minute: $0) })
        let first = bench(service)
        try await first.logIn()
        try await first.receipts.initiateReceiptQuery(take: 4)
        await service.remove("r0")
        let second = bench(service)
        await second.receipts.waitUntilLoaded()
        try await second.receipts.deleteReceipt(receiptId: "r5")
        #expect(try await load(second) <= 2)
        #expect(second.receipts.totalReceipts == second.shown.count)
    }

    @Test("the first receipts are shown while the others are being read", arguments: [false, true])
    func firstReceipts(isBegun: Bool) async throws {
        let storage = UserStorage(folder.location)
        let store = try storage.prepare("login")
        try storage.activate(store)
        let query = ReceiptQuery(orderBy: .date, orderDirection: .descending)
        try store.replaceAll(by: (0..<150).map { makeReceipt("\($0)") }, query: query)
        // Without this right, the library waits for it before it reads all receipts.
        let right = LockedState(try FolderLock.events(in: try #require(store.folder)).tryAcquire())
        // By version: a listener that is added late may receive the first one twice.
        let counts = LockedState<[Int: Int]>([:])
        let library = ReceiptLibrary(storage: storage)
        // A context begins to read before a provider exists.
        if isBegun { Task { await library.load() } }
        await library.add { snapshot in
            counts.withLock { $0[snapshot.version] = snapshot.receipts.count }
            right.withLock { $0 = nil }
            return true
        }
        #expect(counts.withLock { $0[1] } == 100)
        #expect(counts.withLock { $0[2] } == 150)
    }
}
