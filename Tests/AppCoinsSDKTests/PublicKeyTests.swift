import APIRuntime
import AppCoinsAPI
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

@Suite("AppCoins public key")
struct PublicKeyTests {
    @Test("the public key is fetched once for several purchases")
    func cached() async throws {
        try await Bench.run { bench in
            for _ in 0..<3 { _ = try await bench.buy() }
            #expect(bench.sandbox.counter.count("getApplicationPublicKey") == 1)
        }
    }

    @Test("the public key is fetched again once when a signature does not match, as after a rotation")
    func rotation() async throws {
        try await Bench.run { bench in
            try await bench.control.settings(["signatureFault": "foreignKey"])
            let product = try await bench.product()
            #expect(await product.purchase().outline == "unverified signatureMismatch")
            try await bench.control.settings(["signatureFault": .null])
            #expect(await product.purchase().outline == "verified")
            #expect(bench.sandbox.counter.count("getApplicationPublicKey") == 2)
        }
    }

    @Test("a failed fetch leaves the purchase pending, not unverified, until the key is there", arguments: [429, 500])
    func failedFetch(status: Int) async throws {
        try await Bench.run { bench in
            let product = try await bench.product()
            bench.sandbox.faults.add(Fault(.status(status), operation: "getApplicationPublicKey"))
            #expect(await product.purchase().outline == "pending")
            let purchase = try #require(try await bench.billing.unfinishedPurchases().first)
            #expect(purchase.state == "PENDING")
            #expect(try await bench.control.acknowledgements(purchase.uid) == 0)
            bench.sandbox.faults.clear()
            await bench.billing.keeper.pass(all: true)
            #expect(try await bench.control.acknowledgements(purchase.uid) == 1)
        }
    }
}
