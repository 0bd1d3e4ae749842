import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

/// Tests of the decisions about differences between the service's documentation and its published SDK, one for each
/// decision.
@Suite("Decisions where documentation and published SDK differ", .timeLimit(.minutes(1)))
struct StanceTests {
    @Test("row 1, unverified purchases: they succeed with .unverified")
    func row1() async throws {
        try await Bench.run { bench in
            try await bench.control.settings(["signatureFault": "wrongSignature"])
            let result = await (try await bench.product()).purchase()
            #expect(result.outline == "unverified signatureMismatch")
        }
    }

    @Test("row 2, .pending: it is the result of a checkout whose payment is unsettled")
    func row2() async throws {
        try await Bench.run { bench in
            let result = await (try await bench.product()).purchase(payload: "sandbox:pending")
            #expect(result.outline == "pending")
        }
    }

    @Test("row 3, default?value=false: it disables the SDK, and true enables it again")
    func row3() async throws {
        try await Bench.run { bench in
            let base = "\(Bench.domain).iap://wallet.appcoins.io/default?value="
            var states: [Bool] = [await bench.billing.isAvailable()]
            for value in ["false", "true"] {
                #expect(bench.billing.handle(redirectURL: URL(string: base + value)))
                states.append(await bench.billing.isAvailable())
            }
            #expect(states == [true, false, true])
            try Task.checkCancellation()
        }
    }

    @Test("row 4, unfinished: it contains pending and acknowledged purchases")
    func row4() async throws {
        try await Bench.run { bench in
            let acknowledged = try await bench.buy()
            bench.sandbox.faults.add(Fault(.status(503), operation: "acknowledgePurchase"))
            _ = await (try await bench.product("golden_spade")).purchase()
            let unfinished = try await bench.billing.unfinishedPurchases()
            #expect(Set(unfinished.map(\.state)) == ["PENDING", "ACKNOWLEDGED"])
            #expect(unfinished.contains { $0.uid == acknowledged.uid })
        }
    }

    @Test("row 5, PurchaseIntent.id: it is a string, as documented, with a UUID")
    func row5() async throws {
        try await Bench.run { bench in
            let product = try await bench.product()
            let intent = PurchaseIntent(product: product, timestamp: Date(), billing: nil)
            let id: String = intent.id
            #expect(UUID(uuidString: id) != nil)
        }
    }

    @Test("row 6, Purchase.updates: it is an asynchronous sequence of intents")
    func row6() async throws {
        try await Bench.run { bench in
            try await bench.billing.asCurrent {
                let updates: AsyncStream<PurchaseIntent> = Purchase.updates
                let product = try await bench.product()
                let intent = PurchaseIntent(product: product, timestamp: bench.billing.environment.now, billing: nil)
                try bench.billing.intents.arrive(intent)
                for await heard in updates {
                    #expect(heard.id == intent.id)
                    break
                }
            }
        }
    }

    @Test("row 7, price discount properties: they exist")
    func row7() async throws {
        try await Bench.run { bench in
            let product = try await bench.billing.product("golden_spade", discountPolicy: .directToConsumer)
            #expect(product.priceDiscountOriginal == "4.99")
            #expect(product.priceDiscountPercentage?.isEmpty == false)
            let full = try await bench.product("golden_spade")
            #expect(full.priceDiscountOriginal == nil)
        }
    }

    @Test("row 8, discount policy and OEM of a link: they apply to that checkout, and not to the next one")
    func row8() async throws {
        let keeper = RequestKeeper()
        try await Bench.run { environment, _ in
            environment.presenter = KeepingPresenter(next: environment.presenter, keeper: keeper)
        } _: { bench in
            let product = try await bench.product()
            let intent = PurchaseIntent(
                product: product,
                timestamp: bench.billing.environment.now,
                discountPolicy: .directToConsumer,
                oemID: "oem7",
                billing: bench.billing
            )
            _ = await intent.confirm()
            _ = await product.purchase()
            #expect(keeper.requests.map(\.discountPolicy) == [.directToConsumer, nil])
            #expect(keeper.requests.map(\.oemID) == ["oem7", BuildFacts.aptoideOEM])
        }
    }

    @Test("row 9, storefront links: only alpha-3 codes and the names aptoide and apple are accepted")
    func row9() throws {
        let base = "\(Bench.domain).iap://wallet.appcoins.io/default/storefront"
        let known = try #require(URL(string: "\(base)?locale=DEU&marketplace=apple"))
        #expect(RedirectLink(known, domain: Bench.domain) == .storefront(locale: "DEU", marketplace: .apple))
        let documented = try #require(URL(string: "\(base)?locale=pt-PT&marketplace=com.aptoide.ios.store"))
        #expect(RedirectLink(documented, domain: Bench.domain) == nil)
    }

    @Test("row 10, acknowledgement and refund: acknowledged at once; the server decides on refunds after a day")
    func row10() async throws {
        for (rule, isRefunded) in [("unacknowledged", false), ("unconsumed", true)] {
            try await Bench.run { bench in
                try await bench.control.settings(["refundRule": .string(rule)])
                let purchase = try await bench.buy()
                #expect(purchase.state == "ACKNOWLEDGED")
                bench.sandbox.clock.advance(by: 25 * 3600)
                #expect(try await bench.control.purchase(purchase.uid)["refunded"]?.bool == isRefunded)
                #expect(try await bench.billing.unfinishedPurchases().isEmpty == isRefunded)
            }
        }
    }

    @Test("row 11, testing on the simulator: the distributor is injected")
    func row11() {
        let simulator = DeviceFacts(isSimulator: true, distributor: .appStore)
        #expect(AvailabilityRules(domain: "a", device: simulator).isAvailable)
        let device = DeviceFacts(distributor: .appStore)
        #expect(!AvailabilityRules(domain: "a", device: device).isAvailable)
    }

    @Test("row 12, silent hangs: an unreachable guest wallet ends in .pending, a malformed checkout link in .failed")
    func row12() async throws {
        try await Bench.run { bench in
            let product = try await bench.product()
            bench.sandbox.faults.add(Fault(.status(400), operation: "getGuestWallet", times: nil))
            let sheet = PlayedSheet()
            var environment = bench.environment
            environment.presenter = SheetPresenter(sheet: sheet)
            let billing = AppcBilling(environment)
            billing.initialize()
            sheet.play(.message(Self.message(PurchaseMachineTests.paid(wallet: true))))
            // The page reports a payment that the service cannot confirm yet.
            #expect(await Product(try await bench.item(), billing: billing).purchase().outline == "pending")
            bench.sandbox.faults.clear()

            let other = PlayedSheet()
            environment.presenter = SheetPresenter(sheet: other)
            let second = AppcBilling(environment)
            second.initialize()
            async let result = Product(try await bench.item(), billing: second).purchase()
            while second.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
            let link = URL(string: "\(Bench.domain).iap://wallet.appcoins.io/checkout/success?response_code=0")
            #expect(second.handle(redirectURL: link))
            // The buyer sees that nothing happens, and closes the sheet.
            other.play(.closed)
            #expect(try await result.outline == "failed systemError")
            _ = product
        }
    }

    @Test("row 13, user wallets: tokens are stored per wallet, and a rotated refresh token is stored")
    func row13() async throws {
        try await Bench.run { bench in
            let (ada, bo) = (try await bench.control.signIn("ada"), try await bench.control.signIn("bo"))
            for user in [ada, bo] {
                await bench.billing.activate(.user(address: user.address, refreshToken: user.refreshToken))
            }
            let accounts = try await bench.billing.wallets.accounts()
            #expect(accounts.map(\.address) == [ada.address, bo.address])
            var tokens: Set<String> = []
            for account in accounts { tokens.insert(try await account.session.credential().value) }
            #expect(tokens.count == 2)
            let stored = try #require(try bench.environment.wallets.secret("wallet-list"))
            let wallets = try JSONDecoder().decode([StoredWallet].self, from: stored)
            #expect(wallets.allSatisfy { $0.refreshToken != ada.refreshToken && $0.refreshToken != bo.refreshToken })
        }
    }

    @Test("row 14, one failing wallet: the others are read, and the failure names it")
    func row14() async throws {
        try await Bench.run { bench in
            let bought = try await bench.buy()
            await bench.billing.activate(.user(address: "0xdead", refreshToken: "not-a-token"))
            #expect(try await bench.billing.purchases().map(\.uid) == [bought.uid])
            #expect(try await bench.billing.unfinishedPurchases().map(\.uid) == [bought.uid])
            let list = try await bench.billing.purchaseList()
            #expect(list.failures.map(\.subject) == [.wallet(address: "0xdead")])
            #expect(list.failures.map(\.isWalletRefused) == [true])
            try await bought.finish()
            #expect(try await bench.control.consumptions(bought.uid) == 1)
        }
    }

    @Test(
        "row 15, statuses: they map to the same errors",
        arguments: [
            (401, "systemError"), (403, "systemError"), (404, "systemError"), (429, "systemError"),
            (500, "systemError"),
        ]
    )
    func row15(status: Int, error: String) async throws {
        try await Bench.run { bench in
            bench.sandbox.faults.add(Fault(.status(status), operation: "listProducts"))
            do {
                _ = try await bench.billing.products()
                Issue.record("An error response was decoded as a list.")
            } catch let failure as AppCoinsSDKError {
                #expect(failure.type == error)
                #expect(failure.debugInfo.request?.statusCode == status)
            }
        }
    }

    @Test(
        "row 16, reports: a refusal of the report is final, and every other status is retried",
        arguments: [
            (408, true), (429, true), (500, true), (502, true), (503, true), (400, false), (422, false), (401, true),
            (403, true), (404, true), (302, true), (204, true),
        ]
    )
    func row16(status: Int, isAgain: Bool) {
        let decision = ReportDecision(.undocumented(RawResponse(status: status)), attempt: 1)
        #expect(decision == (isAgain ? .again(after: 30) : .drop("status \(status)")))
    }

    @Test("row 17, a link with an empty path: it is not processed", arguments: ["", "/", "//", "?product=gas", "#"])
    func row17(rest: String) throws {
        let url = try #require(URL(string: "\(Bench.domain).iap://wallet.appcoins.io\(rest)"))
        #expect(RedirectLink(url, domain: Bench.domain) == nil)
    }

    private static func message(_ result: CheckoutPurchaseResult) -> Data {
        let message = CheckoutMessage.purchaseResultMessage(
            PurchaseResultMessage(params: result)
        )
        return Data(JSONCoding.encode(message))
    }
}
