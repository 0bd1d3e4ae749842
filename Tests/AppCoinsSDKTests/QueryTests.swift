import APIRuntime
import APITesting
import AppCoinsAPI
import Foundation
import HTTPTypes
import SandboxServer
import Testing
import URLSessionTransport

@testable import AppCoinsSDK

@Suite("Queries with the sandbox")
struct QueryTests {
    @Test("products have all documented properties")
    func products() async throws {
        try await Bench.run { bench in
            let products = try await bench.billing.products()
            #expect(products.count == 7)
            let jar = try #require(products.first { $0.sku == "honey_jar" })
            #expect(jar.title == "Honey & “friends”")
            #expect(jar.description == "Bees <3 your orchard.")
            #expect(jar.priceCurrency == "EUR")
            #expect(jar.priceValue == "0.99")
            #expect(jar.priceSymbol == "€")
            #expect(jar.priceLabel.contains("0.99"))
            #expect(products.first { $0.sku == "watering_day" }?.description == nil)
        }
    }

    @Test("queried products keep the service's order, and unknown ones are left out")
    func named() async throws {
        try await Bench.run { bench in
            let found = try await bench.billing.products(for: ["honey_jar", "nothing", "seed_pack_small"])
            #expect(found.map(\.sku) == ["seed_pack_small", "honey_jar"])
            #expect(try await bench.billing.products(for: []).isEmpty)
        }
    }

    @Test("all pages are fetched")
    func pages() async throws {
        try await Bench.run { bench in
            try await bench.control.settings(["pageSize": 2])
            #expect(try await bench.billing.products().count == 7)
            for _ in 0..<3 { _ = try await bench.buy() }
            #expect(try await bench.billing.purchases().count == 3)
        }
    }

    @Test("a failure on the second page of the only wallet does not throw the first page away")
    func secondPage() async throws {
        try await Bench.run { environment, _ in
            environment.configuration.transport = FaultInjectingTransport(URLSessionTransport.shared) { _, request in
                let isLaterPage = request.url.contains("/consumable/purchases?") && request.url.contains("cursor=")
                return isLaterPage ? .unreachable : nil
            }
        } _: { bench in
            try await bench.control.settings(["pageSize": 2])
            var bought: [String] = []
            for _ in 0..<3 { bought.append(try await bench.buy().uid) }
            for isUnfinishedOnly in [false, true] {
                let list = try await bench.billing.purchaseList(unfinishedOnly: isUnfinishedOnly)
                #expect(list.purchases.map(\.uid) == Array(bought.reversed().prefix(2)))
                #expect(list.failures.count == 1)
                #expect(list.failures.first?.error.type == "networkError")
            }
        }
    }

    @Test("the products of an unapproved app are unavailable, all of them and each")
    func unapproved() async throws {
        try await Bench.run { environment, sandbox in
            environment.domain = sandbox.credentials.appCoins.unapprovedDomain
        } _: { bench in
            for identifiers in [nil, ["early_bird"]] {
                do {
                    _ = try await bench.billing.products(for: identifiers)
                    Issue.record("An unapproved app has products.")
                } catch let error as AppCoinsSDKError {
                    #expect(error.type == "productUnavailable")
                }
            }
            #expect(try await bench.billing.products(for: []).isEmpty)
            await #expect(throws: AppCoinsSDKError.self) {
                try await bench.billing.product("early_bird", discountPolicy: nil)
            }
        }
    }

    @Test("a refunded purchase is not unfinished, even if the service lists it, and its refund is reported")
    func refundedUnfinished() async throws {
        try await Bench.run { environment, _ in
            environment.configuration.transport = UnfilteredTransport()
            environment.purchaseTokens = CountingTokens()
            environment.device = { DeviceFacts(system: .init(26), region: "PT") }
        } _: { bench in
            let (kept, refunded) = (try await bench.buy(), try await bench.buy())
            try await bench.control.refund(refunded.uid)
            let list = try await bench.billing.purchaseList(unfinishedOnly: true)
            #expect(list.purchases.map(\.uid) == [kept.uid])
            #expect(list.finishing.isEmpty && list.isComplete)
            #expect(try await bench.billing.purchases().count == 2)
            await bench.billing.reporter.flush()
            let orders = try await bench.control.reports().compactMap {
                $0["report"]?["transaction"]?["uid"]?.string
            }
            #expect(orders.contains(refunded.orderUid))
        }
    }

    @Test("a purchase, its verification and the signed data have all documented properties")
    func purchaseProperties() async throws {
        try await Bench.run { bench in
            let purchase = try await bench.buy(payload: "User123")
            #expect(purchase.uid.hasPrefix("catappult.inapp.purchase."))
            #expect(purchase.id == purchase.uid)
            #expect(purchase.sku == "honey_jar")
            #expect(["PENDING", "ACKNOWLEDGED", "CONSUMED"].contains(purchase.state))
            #expect(!purchase.orderUid.isEmpty)
            #expect(purchase.payload == "User123")
            _ = try JSONValue.string(purchase.created).decode(Date.self)
            #expect(purchase.verification.type == "GOOGLE")
            #expect(Data(base64Encoded: purchase.verification.signature)?.count == 256)
            let data = purchase.verification.data
            #expect(data.orderId == purchase.orderUid)
            #expect(data.packageName == Bench.domain)
            #expect(data.productId == purchase.sku)
            #expect(data.purchaseTime > 1_500_000_000_000)
            #expect(data.purchaseToken == purchase.uid)
            #expect(data.purchaseState == 0)
            #expect(data.developerPayload == "User123")
        }
    }

    @Test("a product is the same after it is stored")
    func codable() async throws {
        try await Bench.run { bench in
            let product = try await bench.product()
            let copy = try JSONDecoder().decode(Product.self, from: JSONEncoder().encode(product))
            #expect(copy == product)
            #expect(copy.hashValue == product.hashValue)
        }
    }

    @Test("queries return all purchases newest first, the latest of a product, and the unfinished")
    func lists() async throws {
        try await Bench.run { bench in
            bench.sandbox.clock.freeze()
            var bought: [Purchase] = []
            for sku in ["honey_jar", "golden_spade", "honey_jar"] {
                bench.sandbox.clock.advance(by: 60)
                bought.append(try await bench.buy(sku))
            }
            try await bought[0].finish()
            #expect(try await bench.billing.purchases().map(\.uid) == bought.reversed().map(\.uid))
            #expect(try await bench.billing.latestPurchase(sku: "honey_jar")?.uid == bought[2].uid)
            #expect(try await bench.billing.latestPurchase(sku: "orchard_deed") == nil)
            #expect(try await bench.billing.unfinishedPurchases().map(\.uid) == [bought[2].uid, bought[1].uid])
        }
    }

    @Test("without a wallet, there are no purchases and no requests")
    func noWallet() async throws {
        try await Bench.run { bench in
            let purchases = try await bench.billing.purchases()
            let latest = try await bench.billing.latestPurchase(sku: "honey_jar")
            #expect(purchases.isEmpty)
            #expect(latest == nil)
            #expect(bench.sandbox.counter.count("listPurchases") == 0)
        }
    }

    @Test("a filtered query asks for its products only, in batches of 100")
    func filtered() async throws {
        try await Bench.run { bench in
            bench.sandbox.counter.reset()
            _ = try await bench.billing.products(for: ["honey_jar", "honey_jar"])
            #expect(bench.sandbox.counter.count("listProducts") == 1)
            let names = (0..<150).map { "none_\($0)" } + ["honey_jar"]
            #expect(try await bench.billing.products(for: names).map(\.sku) == ["honey_jar"])
            #expect(bench.sandbox.counter.count("listProducts") == 3)
        }
        #expect(AppcBilling.batches(of: ["a", "b", "a"]) == [["a", "b"]])
    }

    @Test("a malformed purchase is named, and the others of all pages are returned")
    func malformedItem() async throws {
        let heard = LockedState<[String]>([])
        try await Bench.run { environment, _ in
            environment.log = { text in heard.withLock { $0.append(text) } }
        } _: { bench in
            try await bench.control.settings(["pageSize": 2])
            for _ in 0..<5 { _ = try await bench.buy() }
            let all = try await bench.billing.purchases().map(\.uid)
            bench.sandbox.faults.add(Fault(.malformedItem(index: 1), operation: "listPurchases", times: 1))
            let list = try await bench.billing.purchaseList()
            #expect(list.purchases.map(\.uid) == [0, 2, 3, 4].map { all[$0] })
            #expect(list.failures.map(\.subject) == [.purchase("at position 2")])
            #expect(list.failures.first?.error.type == "systemError")
            #expect(!list.isComplete)
            bench.sandbox.faults.add(Fault(.malformedItem(index: 0), operation: "listPurchases", times: 1))
            #expect(try await bench.billing.unfinishedPurchases().map(\.uid) == Array(all.dropFirst()))
            #expect(heard.withLock { $0.contains { $0.contains("at position 1") } })
        }
    }

    @Test("the malformed purchase is identified by its UID")
    func malformedUID() {
        let page = #"{"items":[{"uid":"catappult.inapp.purchase.X","sku":7}],"next":null}"#
        #expect(MalformedPage(Array(page.utf8))?.malformed == ["catappult.inapp.purchase.X"])
        #expect(MalformedPage(Array("{}".utf8)) == nil)
        #expect(MalformedPage(Array(#"{"items":[]}"#.utf8)) == nil)
    }

    @Test("a purchase with malformed signed data is identified by its UID")
    func malformedSignedText() {
        let record = PurchaseRecord(
            uid: "catappult.inapp.purchase.Y",
            sku: "gas",
            state: .pending,
            orderUid: "O",
            created: "2026-01-01T00:00:00Z",
            verification: SignedPurchaseData(type: .google, data: "{}", signature: "QQ==")
        )
        do {
            _ = try Purchase(record, walletAddress: nil, billing: nil)
            Issue.record("Signed data that cannot be decoded was accepted.")
        } catch {
            #expect((error as? AppCoinsSDKError)?.debugInfo.description.contains("catappult.inapp.purchase.Y") == true)
        }
    }

    @Test(
        "purchases are ordered by instant, whatever the spelling of the time",
        arguments: [
            (["2026-01-01T10:00:00.000001Z", "2026-01-01T10:00:00.000002Z"], [1, 0]),
            (["2026-01-01T10:00:00Z", "2026-01-01T10:00:00.5Z", "2026-01-02T00:00:00.123456Z"], [2, 1, 0]),
            (["2026-01-01T10:00:00Z", "2026-01-01T10:00:00Z"], [0, 1]),
            (["2026-01-01T10:00:00+02:00", "2026-01-01T09:00:00Z"], [1, 0]),
            (["", "2026-01-01T10:00:00Z", "x", "2026-01-02T10:00:00Z"], [3, 1, 0, 2]),
        ]
    )
    func order(texts: [String], expected: [Int]) {
        let items = Array(texts.enumerated())
        #expect(PurchaseCalls.newestFirst(items) { $0.element }.map(\.offset) == expected)
    }
}

/// A transport that removes the filter by state from queries, as if the service ignored it.
private struct UnfilteredTransport: HTTPTransport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var request = request
        request.head.path = request.head.path?.replacing(/state=[^&]*&?/, with: "")
        return try await URLSessionTransport.shared.send(request)
    }
}
