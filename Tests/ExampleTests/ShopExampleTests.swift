import AppCoinsAPI
import AppCoinsSDK
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing

@testable import ShopExample

/// Tests of the example app `Shop` with the sandbox.
@Suite("example: shop", .timeLimit(.minutes(1)))
@MainActor
struct ShopExampleTests {
    @Test("a player buys a product, which is delivered and finished")
    func buying() async throws {
        try await withShop { shop, _ in
            #expect(shop.state == .opening)
            await shop.open()
            #expect(shop.state == .open && shop.products.count == 7)
            let jar = try #require(shop.products.first { $0.sku == "honey_jar" })
            await shop.buy(jar)
            #expect(shop.inventory.count(of: "honey_jar") == 1)
            #expect(shop.message == "\(jar.title) is yours." && shop.purchasing == nil)
            #expect(try await Purchase.unfinished().isEmpty)
        }
    }

    @Test("a purchase of an earlier launch is delivered once, even if it could not be finished")
    func unfinished() async throws {
        try await withShop { shop, file in
            let jar = try #require(try await Product.products(for: ["honey_jar"]).first)
            guard case .success(.verified(let purchase)) = await jar.purchase() else {
                return #expect(Bool(false), "The sandbox approves this purchase.")
            }
            // As if the app was terminated after the delivery.
            var inventory = try Inventory(file: file)
            try inventory.deliver(purchase.sku, of: purchase.uid)
            let relaunched = ShopModel(player: "player-1", inventory: inventory)
            await relaunched.open()
            #expect(relaunched.inventory.count(of: "honey_jar") == 1)
            #expect(try await Purchase.unfinished().isEmpty)
            await shop.open()
            #expect(shop.inventory.count(of: "honey_jar") == 0, "The purchase has been finished.")
        }
    }

    @Test("the inventory survives the app's end")
    func inventory() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("inventory.json")
            var inventory = try Inventory(file: file)
            try inventory.deliver("honey_jar", of: "purchase-1")
            try inventory.deliver("honey_jar", of: "purchase-1")
            try inventory.deliver("honey_jar", of: "purchase-2")
            #expect(try Inventory(file: file).count(of: "honey_jar") == 2)
            try FileManager.default.removeItem(at: folder)
            #expect(throws: (any Error).self) { try inventory.deliver("honey_jar", of: "purchase-3") }
            #expect(inventory.count(of: "honey_jar") == 2)
        }
    }

    // MARK: - Helpers

    private let domain = "com.example.orchardtale"

    /// Runs a closure with a shop and the file of its inventory.
    private func withShop(_ body: @MainActor (ShopModel, URL) async throws -> Void) async throws {
        try await withFolder { folder in
            let server = try await SandboxServer.start(SandboxConfiguration(receipts: 0))
            let servers = AppCoinsServers.sandbox(at: server.baseURL)
            let environment = AppcEnvironment(
                domain: domain,
                servers: servers,
                presenter: SandboxCheckoutPresenter(servers: servers),
                patience: .zero
            )
            try await AppcBilling(environment).asCurrent {
                AppcSDK.initialize()
                let file = folder.appendingPathComponent("inventory.json")
                try await body(ShopModel(player: "player-1", inventory: Inventory(file: file)), file)
            }
            await server.stop()
        }
    }
}
