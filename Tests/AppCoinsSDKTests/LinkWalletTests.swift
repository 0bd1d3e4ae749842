import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing
import URLSessionTransport

@testable import AppCoinsSDK

/// Tests of checkouts that continue in the browser, whose links alone name the wallet that has paid.
@Suite("Wallets that links name", .timeLimit(.minutes(1)))
struct LinkWalletTests {
    private static let external = Data(
        #"{"method":"handleExternalRedirect","params":{"URL":"https://pay.example/1"}}"#.utf8
    )

    @Test("a link that arrives while the ended checkout is resolved is not lost, and settles its order with its wallet")
    func whileResolving() async throws {
        let gate = HoldingTransport { $0.hasSuffix("/consumable/purchases") }
        try await Bench.run { environment, _ in
            environment.configuration.transport = gate
        } _: { bench in
            let ada = try await bench.control.signIn("ada")
            try await Open.run(bench) { open in
                open.sheet.play(.message(Self.external))
                let paid = try await bench.pay(open.request, as: ada)
                open.sheet.play(.closed)
                while !gate.isHolding { try Task.checkCancellation(); await Task.yield() }
                open.tell(paid, byLink: true, more: Open.wallet(ada))
                gate.open()
            } result: { result, paid in
                #expect(result.outline == "verified")
                let next = bench.restarted()
                for _ in 0..<2 { await next.keeper.pass(all: true) }
                let uid = try #require(paid.last)
                #expect(try await bench.control.acknowledgements(uid) == 1)
                #expect(try await next.unfinishedPurchases().map(\.uid) == [uid])
            }
        }
    }

    @Test("a search that fails does not use up the token of a link")
    func tokenOfLink() async throws {
        try await Bench.run { environment, _ in
            environment.configuration.transport = SingleUseTokens.transport()
        } _: { bench in
            let ada = try await bench.control.signIn("ada")
            try await Open.run(bench) { open in
                let paid = try await bench.pay(open.request, as: ada)
                let next = bench.restarted()
                bench.sandbox.faults.add(Fault(.status(503), operation: "getPurchase"))
                #expect(next.handle(redirectURL: URL(string: Open.link(paid) + Open.wallet(ada))))
                await next.keeper.pass(all: true)
                bench.sandbox.faults.clear()
                for _ in 0..<2 { await next.keeper.pass(all: true) }
                #expect(try await bench.control.acknowledgements(paid.uid) == 1)
                open.sheet.play(.closed)
            } result: { _, _ in
            }
        }
    }

    @Test("a link that arrives while the orders cannot be read is stored as soon as they can be")
    func unreadableOrders() async throws {
        let store = FailingStore()
        try await Bench.run { environment, _ in
            environment.settings = store
        } _: { bench in
            let ada = try await bench.control.signIn("ada")
            try await Open.run(bench) { open in
                let paid = try await bench.pay(open.request, as: ada)
                let next = bench.restarted()
                bench.sandbox.faults.add(Fault(.status(503), operation: "getPurchase"))
                store.failReads(.max)
                #expect(next.handle(redirectURL: URL(string: Open.link(paid) + Open.wallet(ada))))
                store.failReads(0)
                #expect(try next.ledger.entries().allSatisfy { $0.claims.isEmpty })
                await next.keeper.finishPass()
                bench.sandbox.faults.clear()
                let last = bench.restarted()
                for _ in 0..<2 { await last.keeper.pass(all: true) }
                #expect(try await bench.control.acknowledgements(paid.uid) == 1)
                open.sheet.play(.closed)
            } result: { _, _ in
            }
        }
    }

    @Test("forged links do not replace the wallet of an honest one")
    func forgedWallets() async throws {
        try await Bench.run { bench in
            let ada = try await bench.control.signIn("ada")
            try await Open.run(bench) { open in
                let paid = try await bench.pay(open.request, as: ada)
                let old = try await bench.buy(open.request.product.sku)
                let next = bench.restarted()
                // The service cannot respond when the links arrive.
                bench.sandbox.faults.add(Fault(.status(503), operation: "getPurchase"))
                #expect(next.handle(redirectURL: URL(string: Open.link(paid) + Open.wallet(ada))))
                for number in 1...10 {
                    let forged = Open.link(old).replacing(old.uid, with: "\(old.uid)-\(number)")
                    let wallet = Open.wallet("0xdead\(number)", token: "dead")
                    #expect(next.handle(redirectURL: URL(string: forged + wallet)))
                }
                await next.keeper.pass(all: true)
                bench.sandbox.faults.clear()
                for _ in 0..<2 { await next.keeper.pass(all: true) }
                #expect(try await bench.control.acknowledgements(paid.uid) == 1)
                open.sheet.play(.closed)
            } result: { _, _ in
            }
        }
    }

    @Test(
        "while the guest that a link names cannot be read, closing the sheet is no cancellation, unless it does not exist",
        arguments: [(503, "pending"), (404, "userCancelled")]
    )
    func unreadableGuest(status: Int, outline: String) async throws {
        try await Bench.run { environment, _ in
            environment.configuration.transport = FaultInjectingTransport(URLSessionTransport.shared) { _, request in
                request.url.contains("id=elsewhere") ? .response(.status(status)) : nil
            }
        } _: { bench in
            try await Open.run(bench) { open in
                let old = try await bench.buy(open.request.product.sku)
                let link = Open.link(old).replacing(old.uid, with: "\(old.uid)-1")
                let guest = "&wallet.type=GUEST_WALLET&wallet.guest.guest_uid=elsewhere"
                #expect(open.billing.handle(redirectURL: URL(string: link + guest)))
                open.sheet.play(.closed)
            } result: { result, _ in
                #expect(result.outline == outline)
            }
        }
    }

    @Test("an honest link between forged ones settles its order, in any order", arguments: 1...6 as ClosedRange<UInt64>)
    func forgedLinks(seed: UInt64) async throws {
        try await Bench.run { bench in
            let ada = try await bench.control.signIn("ada")
            try await Open.run(bench) { open in
                var random = ModelRandom(seed: seed)
                let paid = try await bench.pay(open.request, as: ada)
                let next = bench.restarted()
                // Half of the time, the honest link is the last one.
                let position = random.chance(50) ? SuspectWallets.maximum : random.below(SuspectWallets.maximum)
                for number in 0...SuspectWallets.maximum {
                    let forged = Open.link(paid).replacing(paid.uid, with: "\(paid.uid)-\(number)")
                    let isHonest = number == position
                    let link =
                        isHonest
                        ? Open.link(paid) + Open.wallet(ada) : forged + Open.wallet("0xdead\(number)", token: "dead")
                    let isHandled = next.handle(redirectURL: URL(string: link))
                    #expect(isHandled || !isHonest)
                    if random.chance(20) { await next.keeper.pass(all: true) }
                }
                for _ in 0..<2 { await next.keeper.pass(all: true) }
                #expect(try await bench.control.acknowledgements(paid.uid) == 1)
                open.sheet.play(.closed)
            } result: { _, _ in
            }
        }
    }

    @Test(
        "a wallet whose purchase the service does not know makes room",
        arguments: [8, 64],
        1...6 as ClosedRange<UInt64>
    )
    func unknownPurchases(count: Int, seed: UInt64) throws {
        var random = ModelRandom(seed: seed)
        let store = MemorySecretStore()
        let wallets = SuspectWallets(store: store)
        @discardableResult
        func add(_ uid: String) throws -> Bool {
            let wallet = StoredWallet.user(address: uid, refreshToken: "r", added: Date(timeIntervalSince1970: 0))
            return try wallets.add(wallet, for: uid, of: "order-1", unpaid: ["order-1"])
        }
        for number in 0..<count {
            try add("forged-\(number)")
            if random.chance(30) { try wallets.miss(wallets.purchases(of: "order-1"), of: "order-1") }
        }
        let isFull = try add("honest")
        #expect(isFull)
        #expect(try SuspectWallets(store: store).wallet(for: "honest", of: "order-1")?.address == "honest")
        for number in 0..<count { try add("later-\(number)") }
        #expect(try wallets.wallet(for: "honest", of: "order-1")?.address == "honest")
    }

    @Test("a wallet that was missed more often than later ones is kept until it is missed again")
    func slowPurchase() throws {
        let store = MemorySecretStore()
        let wallets = SuspectWallets(store: store)
        try Self.add("honest", to: wallets)
        try wallets.miss(["honest"], of: "order-1")
        for number in 1..<SuspectWallets.maximum { try Self.add("forged-\(number)", to: wallets) }
        try wallets.miss(wallets.purchases(of: "order-1"), of: "order-1")
        try Self.add("later-0", to: wallets)
        #expect(try SuspectWallets(store: store).wallet(for: "honest", of: "order-1") != nil)
        for number in 1...SuspectWallets.maximum { try Self.add("later-\(number)", to: wallets) }
        #expect(try SuspectWallets(store: store).wallet(for: "honest", of: "order-1") == nil)
        #expect(try wallets.wallet(for: "honest", of: "order-1")?.address == "honest")
        try wallets.miss(["honest"], of: "order-1")
        #expect(try wallets.wallet(for: "honest", of: "order-1") == nil)
    }

    @Test("a failed write drops no wallet that is in memory, and keeps the new one there")
    func failedWrite() throws {
        let store = FailingStore()
        let wallets = SuspectWallets(store: store)
        for number in 0...SuspectWallets.maximum { try Self.add("uid-\(number)", to: wallets) }
        // Only in memory, because the one after it took its place.
        let displaced = "uid-\(SuspectWallets.maximum - 1)"
        #expect(try SuspectWallets(store: store).wallet(for: displaced, of: "order-1") == nil)
        store.fail(3)
        #expect(throws: SecretStoreError.self) { try wallets.remove("order-1") }
        #expect(try wallets.wallet(for: displaced, of: "order-1") != nil)
        for uid in [displaced, "new"] {
            #expect(throws: SecretStoreError.self) { try Self.add(uid, to: wallets) }
            #expect(try wallets.wallet(for: uid, of: "order-1")?.address == uid)
        }
    }

    private static func add(_ uid: String, to wallets: SuspectWallets) throws {
        let wallet = StoredWallet.user(address: uid, refreshToken: "r", added: Date(timeIntervalSince1970: 0))
        try wallets.add(wallet, for: uid, of: "order-1", unpaid: ["order-1"])
    }

    @Test("a link for a purchase that belongs to another order stores no wallet")
    func rejectedPurchase() async throws {
        try await Bench.run { bench in
            let ada = try await bench.control.signIn("ada")
            try await Open.run(bench) { open in
                let paid = try await bench.pay(open.request, as: ada)
                let (ledger, wallets) = (open.billing.ledger, open.billing.wallets)
                let order = try #require(try ledger.entries().last)
                _ = try ledger.record(.rejected([paid.uid]), of: order.id, at: bench.environment.now)
                open.tell(paid, byLink: true, more: Open.wallet(ada))
                let suspects = await wallets.suspects
                #expect(try suspects.wallets(of: order.id).isEmpty)
                open.sheet.play(.closed)
            } result: { _, _ in
            }
        }
    }

    @Test("the wallets for one order are bounded; a repeated link renews its own, and paid orders have none")
    func bounds() throws {
        let store = MemorySecretStore()
        let wallets = SuspectWallets(store: store)
        let wallet = { StoredWallet.user(address: $0, refreshToken: "r", added: Date(timeIntervalSince1970: 0)) }
        let unpaid: Set = ["order-1", "order-2"]
        for number in 1...20 {
            try wallets.add(wallet("0x\(number)"), for: "uid-\(number)", of: "order-1", unpaid: unpaid)
        }
        try wallets.add(wallet("0xnew"), for: "uid-1", of: "order-1", unpaid: unpaid)
        try wallets.add(wallet("0xother"), for: "uid-1", of: "order-2", unpaid: unpaid)
        // Another instance reads what is stored.
        let stored = SuspectWallets(store: store)
        #expect(try stored.wallets(of: "order-1").count == SuspectWallets.maximum)
        #expect(try stored.wallet(for: "uid-1", of: "order-1")?.address == "0xnew")
        #expect(try stored.wallet(for: "uid-20", of: "order-1")?.address == "0x20")
        #expect(try stored.wallet(for: "uid-15", of: "order-1") == nil)
        #expect(try wallets.wallet(for: "uid-15", of: "order-1")?.address == "0x15")
        try wallets.remove("order-1", uid: "uid-2")
        #expect(try wallets.wallet(for: "uid-2", of: "order-1") == nil)
        try wallets.add(wallet("0xother"), for: "uid-2", of: "order-2", unpaid: ["order-2"])
        #expect(try wallets.wallets(of: "order-1").isEmpty)
        #expect(try wallets.wallets(of: "order-2").count == 2)
    }
}
