import AppCoinsAPI
import Foundation
import Testing

@testable import SandboxServer

@Suite("AppCoins sandbox: helper types")
struct AppCoinsPartsTests {
    @Test(
        "timestamps always have six fractional digits",
        arguments: [
            (1_792_483_289.014228, "2026-10-20T08:01:29.014228Z"), (0, "1970-01-01T00:00:00.000000Z"),
            (-0.5, "1969-12-31T23:59:59.500000Z"), (1_700_000_000.000001, "2023-11-14T22:13:20.000001Z"),
        ]
    )
    func stamps(seconds: Double, text: String) {
        #expect(MicrosecondStamp.text(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test("amounts are padded and rounded to the digits of their currency")
    func amounts() throws {
        let euro = try #require(SandboxCurrency.samples.first { $0.code == "EUR" })
        let yen = try #require(SandboxCurrency.samples.first { $0.code == "JPY" })
        #expect(PriceAmount(micros: 1_000_000, in: euro).text == "1.00")
        #expect(PriceAmount(micros: 1_095_000, in: euro).text == "1.10")
        #expect(PriceAmount(micros: 0, in: euro).label == "€0.00")
        #expect(PriceAmount(micros: 1_000_000, in: yen).text == "162")
        #expect(PriceAmount(micros: 1_000_000, in: .appCoins).label == "APPC 106.38")
    }

    @Test("a page has cursors of its neighbours, and an unknown cursor is refused")
    func listPages() throws {
        let letters = ["a", "b", "c", "d", "e"]
        let first = try #require(ListPage(letters, id: { $0 }, size: 2, cursor: nil))
        let second = try #require(ListPage(letters, id: { $0 }, size: 2, cursor: first.next))
        let third = try #require(ListPage(letters, id: { $0 }, size: 2, cursor: second.next))
        #expect([first, second, third].map { $0.items.joined() } == ["ab", "cd", "e"])
        #expect(first.previous == nil && third.next == nil)
        #expect(ListPage(letters, id: { $0 }, size: 2, cursor: third.previous)?.items == ["c", "d"])
        #expect(ListPage(letters, id: { $0 }, size: 2, cursor: "elsewhere") == nil)
        #expect(ListPage([String](), id: { $0 }, size: 2, cursor: nil)?.next == nil)
    }

    @Test("the device type is parsed from the end of the user agent")
    func devices() {
        #expect(SandboxAttribution.device(in: "SDK/1 (iPhone; iOS 18; 0x0; D-1)") == "D-1")
        #expect(SandboxAttribution.device(in: "curl/8") == "curl/8")
    }

    @Test(
        "a payload can request an outcome by name",
        arguments: [
            ("sandbox:failed", CheckoutOutcome.failed), ("plot-17;sandbox:hang", .hang), ("sandbox:luck", nil),
            ("notsandbox:failed", nil), (nil, nil),
        ]
    )
    func payloadOutcomes(payload: String?, outcome: CheckoutOutcome?) {
        #expect(CheckoutOutcome(payload: payload) == outcome)
    }

    @Test("reading a settled payment does not change its status")
    func settled() {
        var transaction = StoredTransaction(
            uid: "T",
            orderUID: "O",
            order: CheckoutOrder(domain: "d", sku: "s"),
            wallet: "w",
            price: TransactionPrice(),
            added: .distantPast,
            outcome: .success,
            modified: .distantPast
        )
        transaction.poll(pollsBeforeEnd: 2, now: .now)
        #expect(transaction.status == .processing)
        transaction.settle(.cancelled, now: .now)
        transaction.poll(pollsBeforeEnd: 0, now: .now)
        #expect(transaction.status == .canceled)
        #expect(transaction.polls == 1)
    }
}
