import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

/// Tests of forged and repeated results, of payments that the page does not report, and of restarts, with the sandbox.
@Suite("Purchase ledger with the sandbox", .timeLimit(.minutes(1)))
struct LedgerTests {
    @Test("a link or a message that names a consumed purchase is no success, and an honest result still is")
    func replay() async throws {
        try await Bench.run { bench in
            let old = try await bench.buy(payload: "old")
            try await old.finish()
            for isLink in [true, false] {
                try await Open.run(bench, payload: "new") { open in
                    open.tell(old, byLink: isLink)
                    let paid = try await bench.pay(open.request)
                    open.tell(paid, byLink: isLink)
                    open.sheet.play(.closed)
                } result: { result, paid in
                    // A page that names a wrong purchase ends the checkout; the service knows the right one.
                    guard case .success(.verified(let purchase)) = result else {
                        #expect(result.outline == "failed systemError", "\(isLink)")
                        return
                    }
                    #expect(purchase.payload == "new")
                    #expect(purchase.uid == paid.last)
                }
            }
        }
    }

    @Test("a link that names a delivered, unfinished purchase of the same product and payload is no success")
    func replayUnfinished() async throws {
        try await Bench.run { bench in
            let old = try await bench.buy()
            try await Open.run(bench) { open in
                open.tell(old, byLink: true)
                open.tell(old, byLink: true)
                open.sheet.play(.closed)
            } result: { result, _ in
                #expect(result.outline == "userCancelled")
            }
            #expect(try await bench.billing.unfinishedPurchases().map(\.uid) == [old.uid])
        }
    }

    @Test("a forged link stores no wallet, and queries go on")
    func foreignWallet() async throws {
        try await Bench.run { bench in
            let old = try await bench.buy()
            let before = try bench.environment.wallets.secret("wallet-list")
            try await Open.run(bench) { open in
                open.tell(
                    old,
                    byLink: true,
                    more: "&wallet.type=USER_WALLET&wallet.user.address=0xdead&wallet.user.auth_token=a"
                        + "&wallet.user.refresh_token=dead"
                )
                open.sheet.play(.closed)
            } result: { result, _ in
                #expect(result.outline == "userCancelled")
            }
            #expect(try bench.environment.wallets.secret("wallet-list") == before)
            #expect(try await bench.billing.purchaseList().failures.isEmpty)
            #expect(try await bench.billing.purchases().map(\.uid) == [old.uid])
        }
    }

    @Test(
        "a payment that the page does not report is a success, however the checkout ends",
        arguments: [
            CheckoutEvent.closed, .loadFailed(status: nil), .loadFailed(status: 500), .leftUnsettled,
        ]
    )
    func unreported(ending: CheckoutEvent) async throws {
        try await Bench.run { bench in
            try await Open.run(bench) { open in
                _ = try await bench.pay(open.request)
                open.sheet.play(ending)
            } result: { result, paid in
                guard case .success(.verified(let purchase)) = result else {
                    Issue.record("\(result)")
                    return
                }
                #expect(purchase.uid == paid.last)
                #expect(purchase.state == "ACKNOWLEDGED")
            }
        }
    }

    @Test(
        "while the service is silent, a paid checkout is pending, and later acknowledged once",
        arguments: ["listPurchases", "getApplicationPublicKey", "getServerPurchase"]
    )
    func silent(operation: String) async throws {
        try await Bench.run { bench in
            try await Open.run(bench) { open in
                _ = try await bench.pay(open.request)
                bench.sandbox.faults.add(Fault(.status(503), operation: operation))
                open.sheet.play(.closed)
            } result: { result, paid in
                #expect(result.outline == "pending")
                bench.sandbox.faults.clear()
                let next = bench.restarted()
                await next.keeper.pass(all: true)
                let uid = try #require(paid.last)
                #expect(try await bench.control.acknowledgements(uid) == 1)
                #expect(try await next.unfinishedPurchases().map(\.uid) == [uid])
            }
        }
    }

    @Test("a failed acknowledgement does not fail the purchase, and is repeated", arguments: [500, 403, 401])
    func acknowledgement(status: Int) async throws {
        try await Bench.run { bench in
            let product = try await bench.product()
            bench.sandbox.faults.add(Fault(.status(status), operation: "acknowledgePurchase"))
            guard case .success(.verified(let purchase)) = await product.purchase() else {
                Issue.record("The purchase was not verified.")
                return
            }
            #expect(try await bench.control.acknowledgements(purchase.uid) == 0)
            bench.sandbox.faults.clear()
            await bench.billing.keeper.pass(all: true)
            await bench.billing.keeper.pass(all: true)
            #expect(try await bench.control.acknowledgements(purchase.uid) == 1)
        }
    }

    @Test("a failed consumption is repeated until the service confirms it, over restarts")
    func consumption() async throws {
        try await Bench.run { bench in
            let purchase = try await bench.buy()
            bench.sandbox.faults.add(Fault(.status(500), operation: "consumePurchase"))
            await #expect(throws: AppCoinsSDKError.self) { try await purchase.finish() }
            bench.sandbox.faults.clear()
            let next = bench.restarted()
            // The app has delivered the purchase, so it does not appear among the unfinished ones again.
            #expect(try await next.unfinishedPurchases().isEmpty)
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
        }
    }

    @Test("an order that was paid just before the end of the process is reported after the restart, with its token")
    func reportAfterKill() async throws {
        try await Bench.run { environment, _ in
            environment.purchaseTokens = CountingTokens()
            environment.device = { DeviceFacts(system: .init(26), region: "PT") }
        } _: { bench in
            try await Open.run(bench) { open in
                let paid = try await bench.pay(open.request)
                // The process ends here; another one delivers the purchase before anything else.
                let next = bench.restarted()
                for purchase in try await next.unfinishedPurchases() { try await purchase.finish() }
                for _ in 0..<2 { await next.keeper.pass(all: true) }
                await next.reporter.flush()
                let reports = try await bench.control.reports()
                #expect(reports.count == 1)
                let report = try #require(try reports.first?["report"]?.decode(ExternalPurchaseReport.self))
                #expect(report.token.externalPurchaseID == "token-1")
                #expect(report.transaction?.uid == paid.orderUid)
                open.sheet.play(.closed)
            } result: { _, _ in
            }
        }
    }

    @Test("a refund is reported once, without a query of the app")
    func refund() async throws {
        try await Bench.run { environment, _ in
            environment.purchaseTokens = CountingTokens()
            environment.device = { DeviceFacts(system: .init(26), region: "PT") }
        } _: { bench in
            let purchase = try await bench.buy()
            try await purchase.finish()
            await bench.billing.keeper.pass(all: true)
            bench.sandbox.counter.reset()
            try await bench.control.refund(purchase.uid)
            for _ in 0..<3 { await bench.billing.keeper.pass() }
            for _ in 0..<2 { await bench.restarted().keeper.pass(all: true) }
            #expect(bench.sandbox.counter.count("recordReport") == 1)
            #expect(bench.sandbox.counter.count("listPurchases") == 0)
        }
    }

    @Test("a link that arrives after a restart settles its order")
    func lateLink() async throws {
        try await Bench.run { bench in
            try await Open.run(bench) { open in
                let paid = try await bench.pay(open.request)
                let next = bench.restarted()
                #expect(next.handle(redirectURL: URL(string: Open.link(paid))))
                while try await bench.control.acknowledgements(paid.uid) == 0 { try Task.checkCancellation() }
                #expect(try await next.unfinishedPurchases().map(\.state) == ["ACKNOWLEDGED"])
                open.sheet.play(.closed)
            } result: { _, _ in
            }
        }
    }

    @Test(
        "messages count only from the page itself",
        arguments: [
            (CheckoutMessageSource(isMainFrame: false, scheme: "http", host: "127.0.0.1"), false),
            (CheckoutMessageSource(isMainFrame: true, scheme: "https", host: "127.0.0.1"), false),
            (CheckoutMessageSource(isMainFrame: true, scheme: "http", host: "evil.example"), false),
            (CheckoutMessageSource(isMainFrame: true, scheme: "HTTP", host: "127.0.0.1"), true),
        ]
    )
    func frames(source: CheckoutMessageSource, isPage: Bool) async throws {
        try await Bench.run { bench in
            var source = source
            source.port = bench.sandbox.baseURL.port ?? 0
            let error = Data(
                #"{"method":"onError","params":{"checkoutError":"network","message":"m","description":"d"}}"#.utf8
            )
            try await Open.run(bench) { open in
                open.sheet.play(.posted(error, by: source))
                open.sheet.play(.closed)
            } result: { result, _ in
                #expect(result.outline == (isPage ? "failed networkError" : "userCancelled"))
            }
        }
    }
}

/// An open checkout of a bench's app, whose page the test plays.
struct Open: Sendable {
    let request: CheckoutRequest
    let sheet: PlayedSheet
    let billing: AppcBilling

    /// Opens a checkout, performs its events and passes the result on, with the purchases of the sandbox.
    static func run(
        _ bench: Bench,
        payload: String? = nil,
        _ events: (Open) async throws -> Void,
        result: (PurchaseResult, [String]) async throws -> Void
    ) async throws {
        let keeper = RequestKeeper()
        let sheet = PlayedSheet()
        var environment = bench.environment
        environment.presenter = KeepingPresenter(next: SheetPresenter(sheet: sheet), keeper: keeper)
        let billing = AppcBilling(environment)
        billing.initialize()
        let product = Product(try await bench.item(), billing: billing)
        async let ended = product.purchase(payload: payload)
        while billing.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
        guard let request = keeper.requests.first else { throw Missing(what: "request") }
        try await events(Open(request: request, sheet: sheet, billing: billing))
        try await result(await ended, try await bench.control.purchases())
    }

    /// Reports a purchase as the page does.
    func tell(_ purchase: Purchase, byLink isLink: Bool, more: String = "") {
        if isLink {
            _ = billing.handle(redirectURL: URL(string: Self.link(purchase) + more))
            return
        }
        let data = purchase.verification.data
        let result = CheckoutPurchaseResult(
            responseCode: 0,
            purchaseData: CheckoutPurchaseData(
                orderId: data.orderId,
                packageName: data.packageName,
                productId: data.productId,
                purchaseTime: data.purchaseTime,
                purchaseToken: data.purchaseToken,
                purchaseState: 0,
                developerPayload: data.developerPayload,
                productType: .inApp,
                isAutoRenewing: false
            ),
            dataSignature: purchase.verification.signature
        )
        let message = CheckoutMessage.purchaseResultMessage(PurchaseResultMessage(params: result))
        sheet.play(.message(Data(JSONCoding.encode(message))))
    }

    /// Returns the link that reports a purchase.
    static func link(_ purchase: Purchase) -> String {
        let data = purchase.verification.data
        return """
            \(Bench.domain).iap://wallet.appcoins.io/checkout/success?response_code=0&data_signature=QQ%3D%3D\
            &purchase_data.order_id=\(data.orderId)&purchase_data.package_name=\(data.packageName)\
            &purchase_data.product_id=\(data.productId)&purchase_data.purchase_time=\(data.purchaseTime)\
            &purchase_data.purchase_token=\(data.purchaseToken)&purchase_data.purchase_state=0\
            &purchase_data.developer_payload=\(data.developerPayload)&purchase_data.product_type=INAPP\
            &purchase_data.is_auto_renewing=false
            """
    }
}
