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

    @Test("a duty that the service has not confirmed is repeated after a pause, without a call of the app")
    func repeatedInBackground() async throws {
        let clock = TestClock()
        try await Bench.run { environment, _ in
            environment.configuration.clock = clock
            environment.configuration.retry = .never
        } _: { bench in
            let product = try await bench.product()
            bench.sandbox.faults.add(Fault(.status(403), operation: "acknowledgePurchase", times: 1))
            guard case .success(.verified(let purchase)) = await product.purchase() else {
                Issue.record("The purchase was not verified.")
                return
            }
            #expect(try await bench.control.acknowledgements(purchase.uid) == 0)
            // One task sweeps, and one waits for the next attempt.
            await clock.sleepers(2)
            clock.advance(by: .seconds(2))
            while try await bench.control.acknowledgements(purchase.uid) == 0 { try Task.checkCancellation() }
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

    @Test("a purchase that the app has finished is not handed out again while its consumption is not confirmed")
    func handedOutOnce() async throws {
        try await Bench.run { bench in
            let purchase = try await bench.buy()
            bench.sandbox.faults.add(Fault(.status(500), operation: "consumePurchase"))
            await #expect(throws: AppCoinsSDKError.self) { try await purchase.finish() }
            for billing in [bench.billing, bench.restarted()] {
                #expect(try await billing.unfinishedPurchases().isEmpty)
                let list = try await billing.purchaseList(unfinishedOnly: true)
                #expect(list.purchases.isEmpty)
                #expect(list.finishing.map(\.uid) == [purchase.uid])
                #expect(try await billing.purchases().map(\.state) == ["ACKNOWLEDGED"])
            }
            bench.sandbox.faults.clear()
            #expect(try await bench.restarted().purchaseList(unfinishedOnly: true).finishing.isEmpty)
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
        }
    }

    @Test("while a consumption is in flight, its purchase is not handed out again")
    func finishInFlight() async throws {
        let gate = HoldingTransport { $0.hasSuffix("/consume") }
        try await Bench.run { environment, _ in
            environment.configuration.transport = gate
        } _: { bench in
            let purchase = try await bench.buy()
            async let finished: Void = purchase.finish()
            while !gate.isHolding { try Task.checkCancellation(); await Task.yield() }
            #expect(try await bench.billing.unfinishedPurchases().isEmpty)
            #expect(try await bench.restarted().unfinishedPurchases().isEmpty)
            gate.open()
            try await finished
            #expect(try await bench.billing.unfinishedPurchases().isEmpty)
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
        }
    }

    @Test("a lease ends with the process of its holder, and not before")
    func leases() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = FileSecretStore(folder: folder)
        try await Bench.run { environment, _ in
            (environment.folder, environment.settings, environment.wallets) = (folder, files, files)
        } _: { bench in
            let purchase = try await bench.buy()
            let entry = try #require(try bench.billing.ledger.entries().last)
            // The process ends between the request to consume and the consumption.
            let payment = try #require(entry.payment)
            _ = try bench.billing.ledger.requestFinish(entry, payment, at: bench.environment.configuration.now())
            let other = bench.restarted()
            #expect(try await other.unfinishedPurchases().isEmpty)
            #expect(try await bench.control.consumptions(purchase.uid) == 0)
            bench.billing.holder.release()
            #expect(try await bench.restarted().unfinishedPurchases().isEmpty)
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
        }
    }

    @Test("a purchase that the app delivers while its checkout is open is no success afterwards")
    func deliveredWhileOpen() async throws {
        try await Bench.run { bench in
            try await Open.run(bench) { open in
                let paid = try await bench.pay(open.request)
                for purchase in try await open.billing.unfinishedPurchases() { try await purchase.finish() }
                open.tell(paid, byLink: false)
            } result: { result, paid in
                #expect(result.outline == "pending")
                let uid = try #require(paid.last)
                #expect(try await bench.control.consumptions(uid) == 1)
            }
        }
    }

    @Test(
        "while the service refuses the wallet that paid, the checkout is pending, and later acknowledged once",
        arguments: [CheckoutEvent.closed, .loadFailed(status: nil), .loadFailed(status: 500)],
        [400, 401, 403]
    )
    func refusedPayer(ending: CheckoutEvent, status: Int) async throws {
        try await Bench.run { bench in
            let ada = try await bench.control.signIn("ada")
            try await Open.run(bench) { open in
                open.sheet.play(.message(ModelMessage.signIn(ada.address, token: ada.refreshToken)))
                while try await open.billing.wallets.active()?.isUser != true { await Task.yield() }
                bench.sandbox.faults.add(Fault(.status(status), operation: "refreshUserWallet"))
                open.sheet.play(ending)
            } result: { result, _ in
                #expect(result.outline == "pending")
            }
        }
    }

    @Test("a late link settles the order that it names, or without a name the one that was paid, among several")
    func lateLinkAmongSeveral() async throws {
        for isNamed in [true, false] {
            try await Bench.run { bench in
                let ada = try await bench.control.signIn("ada")
                try await Open.run(bench) { open in
                    let paid = try await bench.pay(open.request)
                    // A second order of the same product is stored after the first, and stays unpaid.
                    let later = LedgerEntry(
                        domain: Bench.domain,
                        sku: paid.sku,
                        payload: "",
                        reference: "later",
                        guestUID: nil,
                        opened: bench.environment.configuration.now()
                    )
                    try open.billing.ledger.add(later, now: later.opened)
                    let next = bench.restarted()
                    let name = isNamed ? "&order_reference=\(open.request.reference)" : ""
                    let wallet =
                        "&wallet.type=USER_WALLET&wallet.user.address=\(ada.address)&wallet.user.auth_token=a"
                        + "&wallet.user.refresh_token=\(ada.refreshToken)"
                    #expect(next.handle(redirectURL: URL(string: Open.link(paid) + name + wallet)))
                    while try await bench.control.acknowledgements(paid.uid) == 0 { try Task.checkCancellation() }
                    while try next.ledger.entries().allSatisfy({ $0.payment == nil }) { await Task.yield() }
                    let entries = try next.ledger.entries()
                    let order = try #require(entries.first { $0.payment?.uid == paid.uid })
                    #expect(order.reference == open.request.reference)
                    open.sheet.play(.closed)
                } result: { _, _ in
                }
            }
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
