import APIRuntime
import AppCoinsAPI
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

@Suite("The app's public key")
struct PublicKeyTests {
    @Test("it is fetched once for several purchases")
    func cached() async throws {
        try await Bench.run { bench in
            for _ in 0..<3 { _ = try await bench.buy() }
            #expect(bench.sandbox.counter.count("getApplicationPublicKey") == 1)
        }
    }

    @Test("it is fetched afresh once when a signature does not fit, as after a rotation")
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

    @Test("a failed fetch is an error and not an unverified purchase; nothing is acknowledged", arguments: [429, 500])
    func failedFetch(status: Int) async throws {
        try await Bench.run { bench in
            let product = try await bench.product()
            bench.sandbox.faults.add(Fault(.status(status), operation: "getApplicationPublicKey"))
            #expect(await product.purchase().outline == "failed systemError")
            let purchase = try #require(try await bench.billing.unfinishedPurchases().first)
            #expect(purchase.state == "PENDING")
            #expect(try await bench.control.acknowledgements(purchase.uid) == 0)
        }
    }
}
