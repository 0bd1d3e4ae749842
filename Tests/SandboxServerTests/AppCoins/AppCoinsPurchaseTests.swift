import APIRuntime
import AppCoinsAPI
import Crypto
import CryptoExtras
import Foundation
import HTTPTypes
import SandboxServer
import Testing

@Suite("AppCoins sandbox: purchases")
struct AppCoinsPurchaseTests {
    private let domain = AppCoinsHarness.domain

    private func isGenuine(_ purchase: PurchaseRecord, _ pem: String) throws -> Bool {
        let key = try _RSA.Signing.PublicKey(pemRepresentation: pem.replacingOccurrences(of: "\r\n", with: "\n"))
        let bytes = try #require(Data(base64Encoded: purchase.verification.signature))
        let digest = Insecure.SHA1.hash(data: Data(purchase.verification.data.utf8))
        let signature = _RSA.Signing.RSASignature(rawRepresentation: bytes)
        return key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5)
    }

    @Test("a purchase is signed with the published key", arguments: ["plot-17", "näh \"a/b\" <&>\n🌱", nil])
    func signature(payload: String?) async throws {
        try await AppCoinsHarness.run { sandbox in
            let buyer = try await sandbox.guest()
            let uid = try await sandbox.buy("seed_pack_small", payload: payload, as: buyer)
            let purchase = try await buyer.purchases.get(domain: domain, uid: uid)
            let pem = try await buyer.applications.publicKey(domain: domain, platform: .ios)
            #expect(try isGenuine(purchase, pem))
            var changed = purchase
            changed.verification.data += " "
            #expect(try !isGenuine(changed, pem))
            let signed: PurchaseVerificationData = try JSONCoding.decode(from: Array(purchase.verification.data.utf8))
            #expect(signed.purchaseToken == uid)
            #expect(signed.orderId == purchase.orderUid)
            #expect(signed.purchaseTime == 1_792_483_289_014)
            #expect(signed.purchaseState == 0)
            #expect(signed.developerPayload == payload ?? "")
            #expect(purchase.payload == payload)
        }
    }

    @Test("the key is one JSON string with escaped line breaks and slashes")
    func keyText() async throws {
        try await AppCoinsHarness.run { sandbox in
            let path = "/productv2/8.20240812/applications/\(domain)/public-key?platform=IOS"
            let text = String(decoding: try await sandbox.send(.get, path).bytes, as: UTF8.self)
            #expect(text.hasPrefix(#""-----BEGIN PUBLIC KEY-----\r\nMIIBIjAN"#))
            #expect(text.hasSuffix(#"\r\n-----END PUBLIC KEY-----""#))
            let slashes = text.indices.filter { text[$0] == "/" }
            #expect(slashes.allSatisfy { text[text.index(before: $0)] == "\\" })
        }
    }

    @Test("purchases are listed newest first and filtered by product and by state")
    func lists() async throws {
        try await AppCoinsHarness.run { sandbox in
            let buyer = try await sandbox.guest()
            let first = try await sandbox.buy("seed_pack_small", as: buyer)
            sandbox.server.clock.advance(by: 1)
            let second = try await sandbox.buy("golden_spade", as: buyer)
            sandbox.server.clock.advance(by: 1)
            let third = try await sandbox.buy("seed_pack_small", as: buyer)
            try await buyer.purchases.acknowledge(domain: domain, uid: second)
            try await buyer.purchases.consume(domain: domain, uid: first)

            let all = try await buyer.purchases.list(domain: domain).items
            #expect(all.map(\.uid) == [third, second, first])
            #expect(all.map(\.state) == [.pending, .acknowledged, .consumed])
            #expect(all[2].created == "2026-10-20T08:01:29.014228Z")
            let seeds = try await buyer.purchases.list(domain: domain, sku: "seed_pack_small").items
            #expect(seeds.map(\.uid) == [third, first])
            let open = try await buyer.purchases.list(domain: domain, state: [.pending, .acknowledged]).items
            #expect(open.map(\.uid) == [third, second])
        }
    }

    @Test("iteration over pages is not affected by a purchase in between")
    func pages() async throws {
        try await AppCoinsHarness.run { sandbox in
            let buyer = try await sandbox.guest()
            var bought: [String] = []
            for _ in 0..<5 { bought.insert(try await sandbox.buy("honey_jar", as: buyer), at: 0) }
            var seen: [String] = []
            let pages = buyer.purchases.listPages(domain: domain, state: [.pending, .acknowledged], limit: 2)
            for try await page in pages {
                seen += page.items.map(\.uid)
                _ = try await sandbox.buy("honey_jar", as: buyer)
            }
            #expect(seen == bought)
            let first = try await buyer.purchases.list(domain: domain, state: [.pending, .acknowledged], limit: 2)
            #expect(first.next?.query.hasPrefix("state=PENDING,ACKNOWLEDGED&limit=2&cursor=") == true)
        }
    }

    @Test("another wallet cannot read the purchase")
    func foreignWallet() async throws {
        try await AppCoinsHarness.run { sandbox in
            let uid = try await sandbox.buy("honey_jar", as: try await sandbox.guest("guest-a"))
            let other = try await sandbox.guest("guest-b")
            #expect(try await other.purchases.list(domain: domain).items.isEmpty)
            await #expect {
                _ = try await other.purchases.get(domain: domain, uid: uid)
            } throws: { error in
                guard case .notFound(let problem)? = error as? GetPurchaseError else { return false }
                return problem.code == "NotFound"
            }
            let consumed = await #expect(throws: ConsumePurchaseError.self) {
                try await other.purchases.consume(domain: domain, uid: uid)
            }
            #expect(consumed?.status == 404)
        }
    }

    @Test("purchase states can be repeated, never go back, and are counted")
    func steps() async throws {
        try await AppCoinsHarness.run { sandbox in
            let buyer = try await sandbox.guest()
            let uid = try await sandbox.buy("honey_jar", as: buyer)
            let path = "/productv2/8.20240812/applications/\(domain)/inapp/purchases/\(uid)/acknowledge"
            #expect(try await sandbox.send(.post, path).status == 401)
            let response = try await buyer.purchases.withResponse { try await $0.acknowledge(domain: domain, uid: uid) }
            #expect(response.status == 204)
            try await buyer.purchases.acknowledge(domain: domain, uid: uid)
            for _ in 0..<3 { try await buyer.purchases.consume(domain: domain, uid: uid) }
            try await buyer.purchases.acknowledge(domain: domain, uid: uid)
            #expect(try await buyer.purchases.get(domain: domain, uid: uid).state == .consumed)
            let counted = try await sandbox.control(.get, "purchases/\(uid)")
            #expect(counted["acknowledgements"] == 3)
            #expect(counted["consumptions"] == 3)
        }
    }

    @Test("an unacknowledged purchase is refunded after 24 hours")
    func refund() async throws {
        try await AppCoinsHarness.run(SandboxConfiguration(tokenLifetime: 400_000, receipts: 0)) { sandbox in
            let buyer = try await sandbox.guest()
            let forgotten = try await sandbox.buy("honey_jar", as: buyer)
            let kept = try await sandbox.buy("honey_jar", as: buyer)
            try await buyer.purchases.acknowledge(domain: domain, uid: kept)
            sandbox.server.clock.advance(by: 86_399)
            #expect(try await buyer.purchases.list(domain: domain, state: [.pending]).items.map(\.uid) == [forgotten])
            sandbox.server.clock.advance(by: 1)
            #expect(try await buyer.purchases.list(domain: domain, state: [.pending]).items.isEmpty)
            let voided = try await buyer.purchases.get(domain: domain, uid: forgotten)
            let signed: PurchaseVerificationData = try JSONCoding.decode(from: Array(voided.verification.data.utf8))
            #expect(signed.purchaseState == 1)
            #expect(try isGenuine(voided, try await buyer.applications.publicKey(domain: domain)))
            let error = await #expect(throws: ConsumePurchaseError.self) {
                try await buyer.purchases.consume(domain: domain, uid: forgotten)
            }
            #expect(error?.status == 409)
            try await buyer.purchases.consume(domain: domain, uid: kept)
        }
    }

    @Test("a refund can depend on consumption or be manual")
    func refundRules() async throws {
        try await AppCoinsHarness.run(SandboxConfiguration(tokenLifetime: 400_000, receipts: 0)) { sandbox in
            let buyer = try await sandbox.guest()
            _ = try await sandbox.control(.post, "settings", ["refundRule": "unconsumed"])
            let first = try await sandbox.buy("honey_jar", as: buyer)
            try await buyer.purchases.acknowledge(domain: domain, uid: first)
            sandbox.server.clock.advance(by: 86_400)
            #expect(try await sandbox.control(.get, "purchases/\(first)")["refunded"] == true)
            let second = try await sandbox.buy("honey_jar", as: buyer)
            _ = try await sandbox.control(.post, "purchases/\(second)/refund")
            #expect(try await buyer.serverPurchases.get(purchaseToken: second).status == .voided)
        }
    }

    @Test("corrupted signatures and keys are rejected", arguments: ["wrongSignature", "foreignKey"])
    func spoiltSignatures(fault: String) async throws {
        try await AppCoinsHarness.run { sandbox in
            let buyer = try await sandbox.guest()
            let uid = try await sandbox.buy("honey_jar", as: buyer)
            _ = try await sandbox.control(.post, "settings", ["signatureFault": .string(fault)])
            let purchase = try await buyer.purchases.get(domain: domain, uid: uid)
            #expect(try !isGenuine(purchase, try await buyer.applications.publicKey(domain: domain)))
            _ = try await sandbox.control(.post, "settings", ["signatureFault": nil])
            let mended = try await buyer.purchases.get(domain: domain, uid: uid)
            #expect(try isGenuine(mended, try await buyer.applications.publicKey(domain: domain)))
        }
    }

    @Test("servers look up purchases without a token")
    func serverToServer() async throws {
        try await AppCoinsHarness.run { sandbox in
            let buyer = try await sandbox.guest()
            let uid = try await sandbox.buy("golden_spade", payload: "plot-17", as: buyer)
            let server = sandbox.client().serverPurchases
            let fresh = try await server.verify(packageName: domain, sku: "golden_spade", purchaseToken: uid)
            #expect(fresh.purchaseState == 0 && fresh.acknowledgementState == 0 && fresh.consumptionState == 0)
            #expect(fresh.developerPayload == "plot-17")
            #expect(fresh.purchaseTimeMillis == "1792483289014")
            try await buyer.purchases.consume(domain: domain, uid: uid)
            let used = try await server.verify(packageName: domain, sku: "golden_spade", purchaseToken: uid)
            #expect(used.acknowledgementState == 1 && used.consumptionState == 1)
            let details = try await server.get(purchaseToken: uid)
            #expect(details.state == .consumed && details.status == .completed)
            let behind = try await server.transaction(uid: try #require(details.order?.reference))
            #expect(behind.status == .completed)
            #expect(behind.metadata?.purchaseUID == uid)
            #expect(behind.walletFrom == details.buyer?.reference)
            let error = await #expect(throws: VerifyServerPurchaseError.self) {
                try await server.verify(packageName: domain, sku: "honey_jar", purchaseToken: uid)
            }
            #expect(error?.status == 404)
        }
    }
}
