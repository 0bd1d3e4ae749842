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

    @Test("until the key can be fetched, a purchase is pending and named, and then unfinished", arguments: [429, 500])
    func failedFetch(status: Int) async throws {
        try await Bench.run { bench in
            let product = try await bench.product()
            bench.sandbox.faults.add(Fault(.status(status), operation: "getApplicationPublicKey"))
            #expect(await product.purchase().outline == "pending")
            let uid = try #require(try await bench.control.purchases().last)
            let list = try await bench.billing.purchaseList(unfinishedOnly: true)
            #expect(list.purchases.isEmpty)
            #expect(list.failures.map(\.subject) == [.purchase(uid)])
            #expect(list.failures.first?.error.verificationFailure == nil)
            #expect(try await bench.control.acknowledgements(uid) == 0)
            bench.sandbox.faults.clear()
            #expect(try await bench.billing.unfinishedPurchases().map(\.uid) == [uid])
            await bench.billing.keeper.pass(all: true)
            #expect(try await bench.control.acknowledgements(uid) == 1)
        }
    }
}
