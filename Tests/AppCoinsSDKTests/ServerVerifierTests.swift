import APIRuntime
import AppCoinsAPI
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

@Suite("Server-side purchase verification")
struct ServerVerifierTests {
    @Test("a verified purchase is genuine and reports its acknowledgement and consumption")
    func course() async throws {
        try await Bench.run { bench in
            let verifier = Self.verifier(bench)
            let purchase = try await bench.buy(payload: "User123")
            let before = try await verifier.verify(sku: "honey_jar", purchaseToken: purchase.uid)
            #expect(before.isGenuine && before.isAcknowledged && !before.isConsumed)
            #expect(before.developerPayload == "User123")
            #expect(before.orderId == purchase.orderUid)
            try await purchase.finish()
            let after = try await verifier.verify(sku: "honey_jar", purchaseToken: purchase.uid)
            #expect(after.isGenuine && after.isConsumed)
            #expect(try await verifier.transaction(of: purchase.uid)?.status == .completed)
        }
    }

    @Test("another product, an unknown token and a refund are not genuine")
    func notGenuine() async throws {
        try await Bench.run { bench in
            let verifier = Self.verifier(bench)
            let purchase = try await bench.buy()
            #expect(try await !verifier.verify(sku: "golden_spade", purchaseToken: purchase.uid).isGenuine)
            #expect(try await !verifier.verify(sku: "honey_jar", purchaseToken: "unknown").isGenuine)
            try await bench.control.refund(purchase.uid)
            #expect(try await !verifier.verify(sku: "honey_jar", purchaseToken: purchase.uid).isGenuine)
        }
    }

    @Test("a server error throws and decides nothing about the purchase")
    func serverError() async throws {
        try await Bench.run { bench in
            let purchase = try await bench.buy()
            bench.sandbox.faults.add(Fault(.status(500), operation: "verifyServerPurchase"))
            await #expect(throws: AppCoinsSDKError.self) {
                try await Self.verifier(bench).verify(sku: "honey_jar", purchaseToken: purchase.uid)
            }
        }
    }

    @Test("acknowledging and consuming read the state first and happen once")
    func movingOn() async throws {
        try await Bench.run { bench in
            let verifier = Self.verifier(bench)
            let purchase = try await bench.buy()
            let guest = try #require(bench.billing.settings.text(.guestUID))
            let token = try await bench.client.wallets.guest(id: guest).ewt
            for _ in 0..<2 {
                try await verifier.acknowledge(purchaseToken: purchase.uid, walletToken: token)
                try await verifier.consume(purchaseToken: purchase.uid, walletToken: token)
            }
            #expect(try await bench.control.acknowledgements(purchase.uid) == 1)
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
        }
    }

    private static func verifier(_ bench: Bench) -> ServerPurchaseVerifier {
        ServerPurchaseVerifier(
            packageName: Bench.domain,
            servers: bench.environment.servers,
            configuration: bench.environment.configuration
        )
    }
}
