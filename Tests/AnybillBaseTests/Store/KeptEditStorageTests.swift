import APIRuntime
import APIStorage
import APITesting
import AnybillAPI
import Foundation
import GRDB
import Logging
import Testing

@testable import AnybillBase

@Suite("Durability of kept edits", .timeLimit(.minutes(1)))
@MainActor
struct KeptEditStorageTests {
    private let folder = TemporaryFolder()
    private let service = HeldService([makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)])

    private func bench(logger: Logger? = nil) -> Bench {
        Bench(
            ScriptedTransport { [service] in await service.response(to: $0) },
            storage: folder.location,
            keepsOfflineEdits: true,
            logger: logger
        )
    }

    /// Logs a user in, who edits a note without a connection.
    private func edit(logger: Logger? = nil) async throws -> Bench {
        let bench = bench(logger: logger)
        try await bench.logIn()
        try await bench.receipts.initiateReceiptQuery()
        await service.setOffline(true)
        try await bench.receipts.updateReceiptNote(receiptId: "b", note: "x")
        await service.setOffline(false)
        return bench
    }

    /// A change of the file of a store while the app does not run.
    enum Accident: CaseIterable {
        case newerVersion, damagedReceipts
    }

    @Test("kept edits survive a downgrade of the app and damage of the list", arguments: Accident.allCases)
    func accidents(accident: Accident) async throws {
        let before = try await edit()
        let store = try #require(before.context.storage.current)
        switch accident {
        case .newerVersion:
            try store.file.writeNow {
                try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9: future')")
                try $0.execute(sql: "ALTER TABLE receipt RENAME COLUMN body TO content")
            }
            store.close()
        case .damagedReceipts: try damageReceipts(of: store)
        }
        let after = bench()
        try await after.receipts.sendOfflineEdits()
        await service.waitForLog("PUT /api/v4/receipt/b/note")
        try await after.receipts.initiateReceiptQuery()
        #expect(after.shown == ["a", "b"] && after.receipts.observableReceipts.last?.misc.note == "x")
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        #expect(!left.contains { $0.contains("corrupt") })
    }

    /// An end of a login.
    enum End: CaseIterable {
        case logout, otherLogin, refusedRenewal
    }

    @Test("the end of a login that deletes edits which have not been sent says so in the log", arguments: End.allCases)
    func end(_ end: End) async throws {
        let lines = LogLines()
        let logger = Logger(label: "test") { _ in LogLines.Handler(lines: lines) }
        let bench = try await edit(logger: logger)
        switch end {
        case .logout: try await bench.auth.logoutUser()
        case .otherLogin: try await bench.logIn("b1")
        case .refusedRenewal:
            let refusal = ScriptedResponse.value(OAuthError(error: "invalid_grant"), status: 400)
            await service.refuse("GET /api/v4/user", .problem(401))
            await service.refuse("POST /ad.anybill.de/oauth2/v2.0/token", refusal)
            #expect(await failure { try await bench.auth.getUserInfo() }?.type == .invalidRefreshTokenError)
        }
        #expect(lines.all.contains { $0.contains("edits that have not been sent") && $0.contains("\"edits\": 1") })
    }

    private func damageReceipts(of store: UserStore) throws {
        let page = try store.file.readNow {
            try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'receipt'") ?? 0
        }
        try store.file.writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        store.close()
        let file = folder.url.appendingPathComponent("users/\(store.partition)/receipts.sqlite")
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: UInt64(page - 1) * 4096)
        try handle.write(contentsOf: Data(repeating: 0x5a, count: 4096))
        try handle.close()
    }
}
