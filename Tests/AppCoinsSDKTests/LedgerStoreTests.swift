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
}
