import APIRuntime
import APIStorage
import AppCoinsAPI
import AppCoinsSDK
import AppCoinsTesting
import Foundation
import GRDB

/// An app that delivers unfinished purchases, buys a product and delivers it, as the documentation does: without any check
/// whether a purchase was delivered before.
///
/// A test kills it at any time.
///
/// Arguments: the folder, the bundle identifier, and the addresses of the product, wallet, attribution and broker
/// services.
@main
struct AppCoinsCrasher {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let folder = URL(fileURLWithPath: arguments[1])
        let servers = AppCoinsServers.custom(
            productBase: arguments[3],
            attributionBase: arguments[5],
            walletBase: arguments[4],
            brokerBase: arguments[6],
            reportsBase: "\(arguments[5])/sdk-ios/8.20240812",
            checkoutBase: arguments[5],
            serverToServerBase: arguments[5]
        )
        let files = FileSecretStore(folder: folder)
        let billing = AppcBilling(
            AppcEnvironment(
                domain: arguments[2],
                servers: servers,
                wallets: files,
                settings: files,
                folder: folder,
                presenter: SlowPresenter(next: SandboxCheckoutPresenter(servers: servers)),
                device: { DeviceFacts(system: .init(26), region: "PT") },
                purchaseTokens: UniqueTokens()
            )
        )
        let ledger = try Ledger(url: folder.appendingPathComponent("ledger.sqlite"))
        let requested = Requests.stored(in: folder)
        billing.initialize()
        for purchase in try await billing.unfinishedPurchases() {
            try await ledger.give(purchase, isRepeated: requested.contains(purchase.uid))
            try await purchase.finish()
        }
        guard arguments.count < 8, let product = try await billing.products(for: ["honey_jar"]).first else { return }
        guard case .success(.verified(let purchase)) = await product.purchase() else { return }
        try await ledger.give(purchase, isRepeated: requested.contains(purchase.uid))
        try await purchase.finish()
    }
}

/// The requests to finish purchases that an earlier process has stored, as they are on the disk.
enum Requests {
    /// Returns the purchases that an earlier process has durably finished, which the SDK must not hand out again.
    static func stored(in folder: URL) -> Set<String> {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("purchase-ledger.json")),
            let entries = try? JSONCoding.decode(JSONValue.self, from: Array(data)).array
        else { return [] }
        let finished = entries.filter { $0["isFinishRequested"]?.bool == true }
        return Set(finished.compactMap { $0["payment"]?["uid"]?.string })
    }
}

/// A presenter whose page reports a payment some time after it was made, so that kills hit the time in between.
struct SlowPresenter: CheckoutPresenter {
    let next: SandboxCheckoutPresenter

    func open(_ request: CheckoutRequest) async -> any CheckoutSheet {
        let (inner, sheet) = (await next.open(request), PlayedSheet())
        Task {
            for await event in inner.events {
                try? await Task.sleep(for: .milliseconds(Int.random(in: 0...150)))
                sheet.play(event)
            }
        }
        return sheet
    }
}

/// A source of system tokens, each of which is new.
struct UniqueTokens: ExternalPurchaseTokenSource {
    func token() async throws -> ExternalPurchaseToken? {
        ExternalPurchaseToken(
            appAppleID: 1,
            bundleID: "com.example.orchardtale",
            externalPurchaseID: UUID().uuidString,
            tokenType: "CORE_TECHNOLOGY"
        )
    }
}

/// The ledger of delivered items, one row for each delivery.
struct Ledger {
    private let file: DatabaseFile

    init(url: URL) throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { database in
            try database.execute(sql: "CREATE TABLE gift (uid TEXT NOT NULL, isRepeated INTEGER NOT NULL)")
        }
        file = try DatabaseFile(url: url, migrator: migrator)
    }

    /// Delivers an item, also if one was delivered before.
    func give(_ purchase: Purchase, isRepeated: Bool) async throws {
        let uid = purchase.uid
        try await file.write { database in
            try database.execute(
                sql: "INSERT INTO gift (uid, isRepeated) VALUES (?, ?)",
                arguments: [uid, isRepeated]
            )
        }
    }
}
