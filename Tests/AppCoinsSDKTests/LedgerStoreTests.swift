import APIRuntime
import Foundation
import Testing

@testable import AppCoinsSDK

@Suite("The store of the ledger")
struct LedgerStoreTests {
    private let secrets: any SecretStore = MemorySecretStore()
    private let now = Date(timeIntervalSince1970: 1_750_000_000)

    private func entry(_ id: String) -> LedgerEntry {
        LedgerEntry(id: id, domain: "app", sku: "gas", payload: "", reference: id, guestUID: nil, opened: now)
    }

    @Test("an entry that cannot be read is set aside, and the others are kept")
    func damagedEntry() throws {
        let store = LedgerStore(store: secrets)
        try store.add(entry("one"), now: now)
        try store.add(entry("two"), now: now)
        let stored = try #require(try secrets.secret("purchase-ledger"))
        var list = try #require(try JSONSerialization.jsonObject(with: stored) as? [[String: Any]])
        list.insert(["id": "three", "duty": "of a later version"], at: 1)
        let changed = try JSONSerialization.data(withJSONObject: list)
        try secrets.set(changed, for: "purchase-ledger")
        #expect(try store.entries().map(\.id) == ["one", "two"])
        try store.add(entry("four"), now: now)
        #expect(try store.entries().map(\.id) == ["one", "two", "four"])
        #expect(try secrets.secret("purchase-ledger-damaged") == changed)
    }

    @Test("a ledger that cannot be read at all is set aside, and purchases are possible")
    func damagedLedger() throws {
        try secrets.set(Data("{".utf8), for: "purchase-ledger")
        let store = LedgerStore(store: secrets)
        #expect(try store.entries().isEmpty)
        try store.add(entry("one"), now: now)
        #expect(try store.entries().map(\.id) == ["one"])
        #expect(try secrets.secret("purchase-ledger-damaged") == Data("{".utf8))
    }

    @Test("a delivery that cannot be stored counts in this process, and the next change stores it")
    func unstoredDelivery() throws {
        let secrets = FullStore()
        let store = LedgerStore(store: secrets)
        try store.add(entry("one"), now: now)
        let payment = LedgerEntry.Payment(
            uid: "uid",
            orderUID: "order",
            address: "a",
            isVerified: false,
            found: now,
            state: "PENDING"
        )
        secrets.isFull.withLock { $0 = true }
        #expect(throws: SecretStoreError.self) { try store.requestFinish(entry("two"), payment, at: now) }
        #expect(try store.delivered() == ["uid"])
        #expect(try LedgerStore(store: secrets).delivered().isEmpty)
        #expect(try store.entries().map(\.id) == ["one"])
        secrets.isFull.withLock { $0 = false }
        // Another change stores the delivery while this one reads.
        secrets.whenRead.withLock { $0 = { try? store.storeAll() } }
        #expect(try store.delivered() == ["uid"])
        #expect(try store.begin(.finish, of: "two", at: now))
        #expect(try LedgerStore(store: secrets).delivered() == ["uid"])
        #expect(try LedgerStore(store: secrets).entries().map(\.id) == ["one", "two"])
    }

    @Test("a claim and a wallet of a link that cannot be stored are stored by the next change")
    func unstoredLink() throws {
        let secrets = FullStore()
        let (store, wallets) = (LedgerStore(store: secrets), SuspectWallets(store: secrets))
        try store.add(entry("one"), now: now)
        secrets.isFull.withLock { $0 = true }
        #expect(throws: SecretStoreError.self) { try store.claim("uid", for: "one", at: now) }
        // One link that is opened again and again does not remove the claims of others.
        for second in 0..<300 {
            let date = now.addingTimeInterval(Double(second))
            #expect(throws: SecretStoreError.self) { try store.claim("forged", for: "two", at: date) }
        }
        let wallet = StoredWallet.user(address: "0x1", refreshToken: "r", added: now)
        #expect(throws: SecretStoreError.self) { try wallets.add(wallet, for: "uid", of: "one", unpaid: ["one"]) }
        #expect(try wallets.wallet(for: "uid", of: "one")?.address == "0x1")
        #expect(throws: SecretStoreError.self) { try wallets.storeAll() }
        secrets.isFull.withLock { $0 = false }
        try store.storeAll()
        try wallets.storeAll()
        #expect(try LedgerStore(store: secrets).entry("one")?.claims == ["uid"])
        #expect(try SuspectWallets(store: secrets).wallet(for: "uid", of: "one")?.address == "0x1")
        try wallets.remove("one")
        #expect(try wallets.purchases(of: "one").isEmpty)
    }
}

/// A store that can be full.
private struct FullStore: SecretStore {
    let isFull = LockedState(false)
    /// A closure that runs after the next reading.
    let whenRead = LockedState<(@Sendable () -> Void)?>(nil)
    private let secrets = MemorySecretStore()

    func secret(_ name: String) throws -> Data? {
        let secret = secrets.secret(name)
        whenRead.withLock { $0.take() }?()
        return secret
    }

    func set(_ secret: Data?, for name: String) throws {
        if isFull.withLock(\.self) { throw SecretStoreError("no space") }
        secrets.set(secret, for: name)
    }
}
