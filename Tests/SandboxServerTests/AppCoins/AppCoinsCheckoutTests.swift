import APIRuntime
import AppCoinsAPI
import Foundation
import HTTPTypes
import SandboxServer
import Testing

@Suite("AppCoins sandbox: checkout")
struct AppCoinsCheckoutTests {
    private let domain = AppCoinsHarness.domain

    private func page(_ client: AppCoinsClient, product: String, metadata: String? = nil) async throws -> String {
        try await client.checkout.page(
            origin: .bds,
            type: .inApp,
            domain: domain,
            product: product,
            country: "PL",
            reference: "814176089.014221",
            version: "59",
            languageCode: "pl",
            paymentChannel: .iosSDK,
            platform: .ios,
            isBrowserCheckout: false,
            oemID: "a37f1d7a4599d0ba60f23f9ff7b9ce95",
            installationOrigin: "com.aptoide.ios.store",
            metadata: metadata,
            guestUID: "guest-a"
        )
    }

    @Test("a payment is created, in progress and completed with the purchase result")
    func success() async throws {
        try await AppCoinsHarness.run { sandbox in
            let buyer = try await sandbox.guest()
            let started = try await buyer.checkout.createTransaction(body: sandbox.order("honey_jar", payload: "p"))
            #expect(started.status == .pending)
            let inProgress = try await buyer.checkout.transaction(uid: started.uid)
            #expect(inProgress.status == .processing && inProgress.purchaseResult == nil)
            let done = try await buyer.checkout.transaction(uid: started.uid)
            let result = try #require(done.purchaseResult)
            #expect(done.status == .completed)
            #expect(done.price == TransactionPrice(currency: "EUR", value: "0.99", appc: "105.32"))
            #expect(result.responseCode == 0)
            #expect(result.orderReference == "814176089.014221")
            #expect(result.purchaseData.purchaseToken == done.metadata?.purchaseUID)
            #expect(result.purchaseData.developerPayload == "p")
            let purchase = try await buyer.purchases.get(domain: domain, uid: result.purchaseData.purchaseToken)
            #expect(result.dataSignature == purchase.verification.signature)
            #expect(result.purchaseData.orderId == purchase.orderUid)
            guard case .guestWallet(let wallet)? = result.wallet else { throw Missing() }
            #expect(wallet.guest.guestUID == "guest-a")
            let again = try await buyer.checkout.transaction(uid: started.uid)
            #expect(again == done)
            #expect(try await buyer.purchases.list(domain: domain).items.count == 1)
        }
    }

    @Test(
        "the outcome of a payment depends on its product",
        arguments: [
            ("success", TransactionStatus.completed, ["onPurchaseResult"], true),
            ("twice", .completed, ["onPurchaseResult", "onPurchaseResult"], true),
            ("failed", .failed, ["onError"], true),
            ("network", .failed, ["onError"], true),
            ("cancelled", .canceled, [], true),
            ("pending", .pendingUserPayment, [], false),
            ("hang", .processing, [], false),
        ]
    )
    func outcomes(outcome: String, status: TransactionStatus, methods: [String], isFinal: Bool) async throws {
        try await AppCoinsHarness.run { sandbox in
            let buyer = try await sandbox.guest()
            let state = try await sandbox.pay("sandbox.\(outcome)", as: buyer)
            #expect(state.status == status)
            #expect((state.checkoutFailure != nil) == (status == .failed))
            let page = try await sandbox.control(.get, "transactions/\(state.uid)/messages")
            let messages: [CheckoutMessage] = try #require(page["messages"]).decode()
            #expect(messages.map(\.method) == methods)
            #expect(page["final"] == .bool(isFinal))
            let bought = try await buyer.purchases.list(domain: domain).items.count
            #expect(bought == (status == .completed ? 1 : 0))
        }
    }

    @Test(
        "the app receives the kind of a checkout failure",
        arguments: [("failed", CheckoutFailureKind.failed), ("network", .network)]
    )
    func failureKinds(outcome: String, kind: CheckoutFailureKind) async throws {
        try await AppCoinsHarness.run { sandbox in
            let state = try await sandbox.pay("sandbox.\(outcome)", as: try await sandbox.guest())
            #expect(state.checkoutFailure?.checkoutError == kind)
            #expect(state.checkoutFailure?.request?.url.hasSuffix("/transactions/\(state.uid)") == true)
        }
    }

    @Test("counted sandbox outcomes are used in turn, then the permanent one until it is removed")
    func script() async throws {
        try await AppCoinsHarness.run { sandbox in
            let buyer = try await sandbox.guest()
            _ = try await sandbox.control(.post, "checkout", ["outcome": "cancelled"])
            _ = try await sandbox.control(.post, "checkout", ["outcome": "failed", "sku": "honey_jar", "times": 1])
            #expect(try await sandbox.pay("golden_spade", as: buyer).status == .canceled)
            #expect(try await sandbox.pay("honey_jar", as: buyer).status == .failed)
            #expect(try await sandbox.pay("honey_jar", as: buyer).status == .canceled)
            #expect(try await sandbox.pay("honey_jar", payload: "a sandbox:success", as: buyer).status == .completed)
            _ = try await sandbox.control(.delete, "checkout")
            #expect(try await sandbox.pay("honey_jar", as: buyer).status == .completed)
        }
    }

    @Test("an unknown outcome is refused")
    func unknownOutcome() async throws {
        try await AppCoinsHarness.run { sandbox in
            let unknown = try await sandbox.send(.post, "/sandbox/appcoins/checkout", ["outcome": "luck"])
            let missing = try await sandbox.send(.post, "/sandbox/appcoins/checkout", [:])
            #expect(unknown.status == 400)
            #expect(missing.status == 400)
        }
    }

    @Test("a pending payment ends when it is settled, and only once")
    func settle() async throws {
        try await AppCoinsHarness.run { sandbox in
            let buyer = try await sandbox.guest()
            let waiting = try await sandbox.pay("sandbox.pending", as: buyer)
            #expect(waiting.status == .pendingUserPayment)
            _ = try await sandbox.control(.post, "transactions/\(waiting.uid)", ["outcome": "success"])
            #expect(try await buyer.checkout.transaction(uid: waiting.uid).purchaseResult != nil)
            let path = "/sandbox/appcoins/transactions/\(waiting.uid)"
            #expect(try await sandbox.send(.post, path, ["outcome": "failed"]).status == 409)
            #expect(try await sandbox.send(.post, path + "x", ["outcome": "failed"]).status == 404)
        }
    }

    @Test("a payment belongs to the wallet that started it")
    func foreignTransaction() async throws {
        try await AppCoinsHarness.run { sandbox in
            let paid = try await sandbox.pay("honey_jar", as: try await sandbox.guest("guest-a"))
            let other = try await sandbox.guest("guest-b")
            let error = await #expect(throws: GetCheckoutTransactionError.self) {
                try await other.checkout.transaction(uid: paid.uid)
            }
            #expect(error?.status == 404)
        }
    }

    @Test("prices and products are checked before a payment starts")
    func refusedPayments() async throws {
        try await AppCoinsHarness.run { sandbox in
            let buyer = try await sandbox.guest()
            for (order, status) in [
                (sandbox.order("honey_jar", price: "0"), 400), (sandbox.order("honey_jar", price: "-1"), 400),
                (sandbox.order("nothing"), 404),
            ] {
                let error = await #expect(throws: CreateCheckoutTransactionError.self) {
                    try await buyer.checkout.createTransaction(body: order)
                }
                #expect(error?.status == status)
            }
        }
    }

    @Test("the page shows product and price and has a button for every outcome")
    func pageContent() async throws {
        try await AppCoinsHarness.run { sandbox in
            let html = try await page(sandbox.client(), product: "seed_pack_small", metadata: "plot-17")
            #expect(html.contains("<h1>Small seed pack</h1>"))
            #expect(html.contains("€1.49"))
            #expect(html.contains("messageHandlers?.iOSSDKWebPaymentInterface?.postMessage(message)"))
            for outcome in CheckoutOutcome.allCases {
                #expect(html.contains("<button data-outcome=\"\(outcome.rawValue)\">"))
            }
        }
    }

    @Test("product and payload strings are escaped in the page's code")
    func pageEscapes() async throws {
        try await AppCoinsHarness.run { sandbox in
            let payload = "</script><script>alert(1)</script>"
            let html = try await page(sandbox.client(), product: "honey_jar", metadata: payload)
            #expect(html.contains("<p>Bees &lt;3 your orchard.</p>"))
            #expect(html.contains("<h1>Honey &amp; “friends”</h1>"))
            #expect(!html.contains("<script>alert"))
            #expect(html.components(separatedBy: "</script>").count == 2)
        }
    }

    @Test("an incomplete or invalid link returns an error page")
    func refusedPages() async throws {
        try await AppCoinsHarness.run { sandbox in
            let response = try await sandbox.send(.get, "/iap/sdk?origin=BDS&type=INAPP&domain=\(domain)")
            #expect(response.status == 400)
            #expect(response.headers[.contentType]?.hasPrefix("text/html") == true)
            await #expect {
                _ = try await page(sandbox.client(), product: "nothing")
            } throws: { error in
                guard case .notFound(let html)? = error as? GetCheckoutPageError else { return false }
                return html.contains("<h1>This product is not available.</h1>")
            }
        }
    }

    @Test("the page pays with the guest's wallet or the one that signed in")
    func pagePayments() async throws {
        try await AppCoinsHarness.run { sandbox in
            let order: JSONValue = ["domain": .string(domain), "product": "honey_jar", "guest_uid": "guest-p"]
            let started = try await sandbox.control(.post, "payments", order)
            let messages = "transactions/\(started["uid"]?.string ?? "")/messages"
            #expect(try await sandbox.control(.get, messages)["final"] == false)
            #expect(try await sandbox.control(.get, messages)["messages"]?.array?.count == 1)
            let guest = try await sandbox.guest("guest-p")
            #expect(try await guest.purchases.list(domain: domain).items.count == 1)

            let user = try await sandbox.control(.post, "users", [:])
            var signedIn = order
            signedIn["address"] = user["address"]
            let second = try await sandbox.control(.post, "payments", signedIn)
            let path = "transactions/\(second["uid"]?.string ?? "")/messages"
            _ = try await sandbox.control(.get, path)
            let told: [CheckoutMessage] = try #require(try await sandbox.control(.get, path)["messages"]).decode()
            guard case .purchaseResultMessage(let message)? = told.first,
                case .userWallet(let wallet)? = message.params.wallet
            else { throw Missing() }
            #expect(wallet.user.address == sandbox.server.credentials.appCoins.userAddress)
            let owner = sandbox.client(token: wallet.user.authToken)
            #expect(try await owner.purchases.list(domain: domain).items.count == 1)
        }
    }

    @Test("equal seeds produce equal identifiers")
    func seeds() async throws {
        let uids = LockedState([String]())
        for seed: UInt64 in [7, 7, 8] {
            try await AppCoinsHarness.run(SandboxConfiguration(seed: seed, receipts: 0)) { sandbox in
                let uid = try await sandbox.buy("honey_jar", as: try await sandbox.guest())
                uids.withLock { $0.append(uid) }
            }
        }
        let seen = uids.withLock { $0 }
        #expect(seen[0] == seen[1])
        #expect(seen[0] != seen[2])
    }
}

/// An error for a value that a test needs but does not find.
private struct Missing: Error {}

extension CheckoutMessage {
    fileprivate var method: String {
        JSONValue(self)["method"]?.string ?? ""
    }
}
