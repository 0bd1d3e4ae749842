import APIRuntime
import APIStorage
import AppCoinsAPI
import Foundation
import GRDB
import SandboxServer
import Testing

@testable import AppCoinsSDK

#if canImport(Glibc)
import Glibc
#endif

@Suite("Process kills during a purchase")
struct KillTests {
    @Test("after random kills, also between payment and message, deliveries and reports match the payments")
    func kills() async throws {
        let runs = Int(ProcessInfo.processInfo.environment["KILLS"] ?? "") ?? 20
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sandbox = try await SandboxServer.start(SandboxConfiguration(receipts: 0))
        var killed = 0
        for _ in 0..<runs {
            if try run(folder, sandbox, killingAfter: .random(in: 0...0.8)) { killed += 1 }
        }
        for _ in 0..<2 { _ = try run(folder, sandbox, killingAfter: nil) }
        let files = FileSecretStore(folder: folder)
        let billing = AppcBilling(
            AppcEnvironment(
                domain: sandbox.credentials.appCoins.domain,
                servers: .sandbox(at: sandbox.baseURL),
                wallets: files,
                settings: files
            )
        )
        billing.initialize()
        let paid = try await billing.purchases()
        let ledger = try await uids("", folder)
        let given = try await uids("DISTINCT", folder)
        print("runs \(runs), killed \(killed), paid \(paid.count), given \(given.count), deliveries \(ledger.count)")
        #expect(paid.map(\.uid).sorted() == given)
        // An app that is killed between delivering and finishing delivers again; the SDK causes no other repetition.
        #expect(try await repeated(folder) == [])
        for purchase in paid {
            let url = sandbox.baseURL.appendingPathComponent("sandbox/appcoins/purchases/\(purchase.uid)")
            let state = try JSONCoding.decode(JSONValue.self, from: Data(contentsOf: url))
            #expect(state["consumptions"]?.number == JSONNumber(1))
        }
        let open = try await billing.unfinishedPurchases()
        #expect(open.isEmpty)
        await billing.keeper.pass(all: true)
        let orders = try Self.reportedOrders(sandbox)
        #expect(orders.sorted() == paid.map(\.orderUid).sorted())
    }

    /// Returns the reported orders, one for each token.
    private static func reportedOrders(_ sandbox: SandboxServer) throws -> [String] {
        let url = sandbox.baseURL.appendingPathComponent("sandbox/appcoins/reports")
        let reports = try JSONCoding.decode(JSONValue.self, from: Data(contentsOf: url))["reports"]?.array ?? []
        return reports.compactMap { $0["report"]?["transaction"]?["uid"]?.string }
    }

    /// Returns the purchases of the deliveries, sorted.
    private func uids(_ distinct: String, _ folder: URL) async throws -> [String] {
        try await gifts("SELECT \(distinct) uid FROM gift ORDER BY uid", folder)
    }

    /// Returns the purchases that were handed out although the app had durably finished them.
    private func repeated(_ folder: URL) async throws -> [String] {
        try await gifts("SELECT uid FROM gift WHERE isRepeated", folder)
    }

    private func gifts(_ sql: String, _ folder: URL) async throws -> [String] {
        let queue = try DatabaseQueue(path: folder.appendingPathComponent("ledger.sqlite").path)
        return try await queue.read { try String.fetchAll($0, sql: sql) }
    }

    private func run(_ folder: URL, _ sandbox: SandboxServer, killingAfter: Double?) throws -> Bool {
        let base = sandbox.baseURL.absoluteString
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ".build/debug/AppCoinsCrasher")
        process.arguments = [
            folder.path, sandbox.credentials.appCoins.domain, "\(base)/productv2/8.20240812", "\(base)/appc", base,
            "\(base)/broker/8.20240812",
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        if let killingAfter {
            usleep(UInt32(killingAfter * 1_000_000))
            kill(process.processIdentifier, SIGKILL)
        }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
    }
}
