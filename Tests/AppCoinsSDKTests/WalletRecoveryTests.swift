import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

/// Tests of wallets whose tokens are replaced by others, or that cannot be stored at once.
@Suite("Wallets that change or cannot be stored", .timeLimit(.minutes(1)))
struct WalletRecoveryTests {
    @Test("the purchase of a user whose wallet cannot be stored at first is delivered", arguments: [1, 2, 3, Int.max])
    func unstoredWallet(failures: Int) async throws {
        let store = FailingStore()
        try await Bench.run { environment, _ in
            environment.wallets = store
            environment.configuration.transport = SingleUseTokens.transport()
        } _: { bench in
            let ada = try await bench.control.signIn("ada")
            let buyer = LockedState<AppcBilling?>(nil)
            try await Open.run(bench) { open in
                buyer.withLock { $0 = open.billing }
                let paid = try await bench.pay(open.request, as: ada)
                store.fail(failures)
                open.tell(paid, byLink: false, wallet: ada)
            } result: { result, paid in
                #expect(result.outline == "verified")
                #expect(result.purchase?.uid == paid.last)
                store.fail(0)
                let billing = try #require(buyer.withLock { $0 })
                #expect(try await billing.unfinishedPurchases().map(\.uid) == paid)
                let active = try await billing.wallets.active()
                #expect(active?.identity == .user(ada.address))
                #expect(try await bench.restarted().unfinishedPurchases().map(\.uid) == paid)
            }
        }
    }

    @Test("a wallet that cannot be stored is active, and stored before the next purchases are consumed")
    func unstoredActive() async throws {
        let store = FailingStore()
        try await Bench.run { environment, _ in
            environment.wallets = store
        } _: { bench in
            let wallets = bench.billing.wallets
            let wallet = StoredWallet.user(address: "0x1", refreshToken: "r", added: Date(timeIntervalSince1970: 0))
            store.fail(1)
            await #expect(throws: SecretStoreError.self) { try await wallets.activate(wallet) }
            let active = try await wallets.active()
            #expect(active == wallet)
            await bench.billing.keeper.finishPass()
            let (list, copy) = (try store.secret("wallet-list"), try store.secret("active-wallet"))
            #expect(WalletList(stored: list).wallets == [wallet])
            #expect(copy != nil)
        }
    }

    @Test("a sign-in while the wallets are read is not undone")
    func signInDuringList() async throws {
        let gate = HoldingTransport { $0.hasSuffix("/guest_wallet") }
        try await Bench.run { environment, _ in
            environment.configuration.transport = gate
        } _: { bench in
            defer { gate.open() }
            let (ada, wallets) = (try await bench.control.signIn("ada"), bench.billing.wallets)
            await bench.billing.activate(.user(address: ada.address, refreshToken: "stale"))
            try await wallets.activate(.guest("g1"))
            async let reading = wallets.accounts()
            while !gate.isHolding { try Task.checkCancellation(); await Task.yield() }
            await bench.billing.activate(.user(address: ada.address, refreshToken: ada.refreshToken))
            gate.open()
            for account in try await reading { _ = try await account.session.credential() }
            for account in try await wallets.accounts() { _ = try await account.session.credential() }
        }
    }

    @Test(
        "two instances read a wallet whose refresh tokens can be used once, in any order",
        arguments: 1...10 as ClosedRange<UInt64>
    )
    func sharedWallet(seed: UInt64) async throws {
        let date = TestDate()
        try await Bench.run { environment, _ in
            environment.configuration.now = { date.now }
            environment.configuration.transport = SingleUseTokens.transport()
        } _: { bench in
            var random = ModelRandom(seed: seed)
            let instances = [bench.billing, bench.restarted()]
            try await Self.signIn(bench, instances[0])
            for _ in 0..<16 {
                let billing = instances[random.below(2)]
                switch random.below(4) {
                case 0: try await Self.signIn(bench, billing)
                case 1: date.advance(by: WalletSession.userLifetime + 1)
                default: try await Self.read(billing)
                }
            }
            date.advance(by: WalletSession.userLifetime + 1)
            for billing in instances { try await Self.read(billing) }
        }
    }

    @Test("a session whose token another instance has used reads the stored one")
    func usedToken() async throws {
        let date = TestDate()
        try await Bench.run { environment, _ in
            environment.configuration.now = { date.now }
            environment.configuration.transport = SingleUseTokens.transport()
        } _: { bench in
            try await Self.signIn(bench, bench.billing)
            let session = try #require(try await bench.billing.wallets.accounts().first?.session)
            try await Self.read(bench.restarted())
            _ = try await session.credential()
            date.advance(by: WalletSession.userLifetime + 1)
            _ = try await session.credential()
        }
    }

    @Test("a renewed token of the active wallet that can be stored only in part is not lost", arguments: 0..<3, 0..<3)
    func partlyStoredToken(failures: Int, accepted: Int) async throws {
        let (store, date) = (FailingStore(), TestDate())
        try await Bench.run { environment, _ in
            environment.wallets = store
            environment.configuration.now = { date.now }
            environment.configuration.transport = SingleUseTokens.transport()
        } _: { bench in
            try await Self.signIn(bench, bench.billing)
            store.fail(failures, after: accepted)
            for _ in 0...failures + 1 {
                try? await Self.read(bench.billing)
                date.advance(by: WalletSession.userLifetime + 1)
            }
            try await Self.read(bench.billing)
            try await Self.read(bench.restarted())
        }
    }

    @Test("the list part of a wallet is not stored again after another instance has renewed its token")
    func renewedElsewhere() async throws {
        let (store, date) = (FailingStore(), TestDate())
        try await Bench.run { environment, _ in
            environment.wallets = store
            environment.configuration.now = { date.now }
            environment.configuration.transport = SingleUseTokens.transport()
        } _: { bench in
            let ada = try await bench.control.signIn("ada")
            // Stored in the list, and not as the active wallet.
            store.fail(1, after: 1)
            await bench.billing.activate(.user(address: ada.address, refreshToken: ada.refreshToken))
            try await Self.read(bench.restarted())
            for billing in [bench.billing, bench.restarted()] {
                date.advance(by: WalletSession.userLifetime + 1)
                try await Self.read(billing)
            }
        }
    }

    @Test("a listed wallet that becomes active late keeps the token that another instance has renewed meanwhile")
    func renewedBeforeStored() async throws {
        let (store, date) = (FailingStore(), TestDate())
        try await Bench.run { environment, _ in
            environment.wallets = store
            environment.configuration.now = { date.now }
            environment.configuration.transport = SingleUseTokens.transport()
        } _: { bench in
            let (ada, wallets) = (try await bench.control.signIn("ada"), bench.billing.wallets)
            let user = StoredWallet.user(address: ada.address, refreshToken: ada.refreshToken, added: date.now)
            for wallet in [user, .guest("g1")] { try await wallets.activate(wallet) }
            store.fail(1)
            await #expect(throws: SecretStoreError.self) { try await wallets.activate(user) }
            try await Self.read(bench.restarted())
            for billing in [bench.billing, bench.restarted()] {
                date.advance(by: WalletSession.userLifetime + 1)
                try await Self.read(billing)
            }
        }
    }

    @Test("a wallet that is stored late replaces neither a later sign-in nor a later active wallet")
    func laterSignIn() async throws {
        let (store, date) = (FailingStore(), TestDate())
        try await Bench.run { environment, _ in
            environment.wallets = store
            environment.configuration.now = { date.now }
        } _: { bench in
            let (wallets, others) = (bench.billing.wallets, bench.restarted().wallets)
            let user = { StoredWallet.user(address: $0, refreshToken: $1, added: date.now) }
            let early = user("0x1", "r1")
            store.fail(1)
            await #expect(throws: SecretStoreError.self) { try await wallets.activate(early) }
            date.advance(by: 60)
            let (repeated, other) = (user("0x1", "r2"), user("0x2", "r3"))
            try await others.activate(repeated)
            try await others.activate(other)
            for _ in 0..<2 {
                let list = WalletList(stored: try store.secret("wallet-list"))
                #expect(list.wallets == [repeated, other])
                let active = try await wallets.active()
                #expect(active == other)
                try await wallets.saveWallets()
            }
            let stored = try await bench.restarted().wallets.active()
            #expect(stored == other)
        }
    }

    @Test("the active wallet has the listed token, even if its copy could not be stored")
    func staleCopy() async throws {
        let (store, date) = (FailingStore(), TestDate())
        try await Bench.run { environment, _ in
            environment.wallets = store
            environment.configuration.now = { date.now }
        } _: { bench in
            try await Self.signIn(bench, bench.billing)
            let copy = try store.secret("active-wallet")
            store.fail(1, after: 1)
            try await Self.read(bench.billing)
            #expect(try store.secret("active-wallet") == copy)
            let list = WalletList(stored: try store.secret("wallet-list"))
            let former = try JSONDecoder().decode(StoredWallet.self, from: try #require(copy))
            #expect(list.wallets.map(\.identity) == [former.identity])
            #expect(list.wallets.first?.refreshToken != former.refreshToken)
            for wallets in [bench.billing.wallets, bench.restarted().wallets] {
                let active = try await wallets.active()
                #expect(active == list.wallets.first)
            }
        }
    }

    private static func signIn(_ bench: Bench, _ billing: AppcBilling) async throws {
        let ada = try await bench.control.signIn("ada")
        await billing.activate(.user(address: ada.address, refreshToken: ada.refreshToken))
    }

    private static func read(_ billing: AppcBilling) async throws {
        for account in try await billing.wallets.accounts() { _ = try await account.session.credential() }
    }
}
