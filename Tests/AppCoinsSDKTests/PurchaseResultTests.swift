import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing
import URLSessionTransport

@testable import AppCoinsSDK

@Suite("Purchase results with the sandbox", .timeLimit(.minutes(1)))
struct PurchaseResultTests {
    @Test("a purchase succeeds as verified, is acknowledged once and consumed once")
    func verified() async throws {
        try await Bench.run { bench in
            let purchase = try await bench.buy(payload: "User123")
            #expect(purchase.state == "ACKNOWLEDGED")
            #expect(purchase.sku == "honey_jar")
            #expect(purchase.payload == "User123")
            #expect(purchase.verification.data.developerPayload == "User123")
            #expect(purchase.verification.data.purchaseToken == purchase.uid)
            try await purchase.finish()
            #expect(purchase.state == "CONSUMED")
            #expect(try await bench.control.acknowledgements(purchase.uid) == 1)
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
            #expect(try await bench.billing.unfinishedPurchases().isEmpty)
        }
    }

    @Test(
        "an unverified purchase succeeds, is neither acknowledged nor unfinished, and can still be consumed",
        arguments: [
            ("wrongSignature", VerificationFailure.signatureMismatch), ("foreignKey", .signatureMismatch),
        ]
    )
    func unverified(fault: String, failure: VerificationFailure) async throws {
        try await Bench.run { bench in
            try await bench.control.settings(["signatureFault": .string(fault)])
            let result = await (try await bench.product()).purchase()
            guard case .success(.unverified(let purchase, let error)) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(error.verificationFailure == failure)
            #expect(purchase.state == "PENDING")
            #expect(try await bench.control.acknowledgements(purchase.uid) == 0)
            let next = bench.restarted()
            for billing in [bench.billing, next] {
                let list = try await billing.purchaseList(unfinishedOnly: true)
                #expect(list.purchases.isEmpty && list.finishing.isEmpty)
                #expect(list.failures.map(\.subject) == [.purchase(purchase.uid)])
                #expect(list.failures.map(\.error.verificationFailure) == [failure])
                #expect(try await billing.unfinishedPurchases().isEmpty)
            }
            let listed = try #require(try await next.purchases().first)
            try await listed.finish()
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
            #expect(try await bench.control.acknowledgements(purchase.uid) == 0)
        }
    }

    @Test("while the app's key cannot be read, a paid purchase is pending, and later verified and acknowledged")
    func unusableKey() async throws {
        try await Bench.run { bench in
            try await bench.control.settings(["signatureFault": "malformedKey"])
            #expect(await (try await bench.product()).purchase().outline == "pending")
            let uid = try #require(try await bench.control.purchases().last)
            await bench.billing.keeper.pass(all: true)
            #expect(try bench.billing.ledger.entries().allSatisfy { $0.payment == nil })
            let list = try await bench.billing.purchaseList(unfinishedOnly: true)
            #expect(list.purchases.isEmpty)
            #expect(list.failures.map(\.subject) == [.purchase(uid)])
            #expect(list.failures.map(\.error.verificationFailure) == [nil])
            try await bench.control.settings(["signatureFault": .null])
            #expect(try await bench.billing.unfinishedPurchases().map(\.uid) == [uid])
            for _ in 0..<2 { await bench.restarted().keeper.pass(all: true) }
            #expect(try bench.billing.ledger.entries().last?.payment?.isVerified == true)
            #expect(try await bench.control.acknowledgements(uid) == 1)
        }
    }

    @Test("a listed purchase with the signed data of another one, with any identifier, is not delivered")
    func forgedIdentifiers() async throws {
        try await Bench.run { environment, _ in
            environment.configuration.transport = RewritingTransport { list, _ in
                var list = list
                let items = list["items"]?.array ?? []
                let forged = items.flatMap { item in
                    (1...3).map { number in
                        var copy = item
                        copy["uid"] = .string("\(item["uid"]?.string ?? "")-\(number)")
                        return copy
                    }
                }
                list["items"] = .array(forged + items)
                return list
            }
        } _: { bench in
            let bought = try await bench.buy()
            let list = try await bench.billing.purchaseList(unfinishedOnly: true)
            #expect(list.purchases.map(\.uid) == [bought.uid])
            #expect(list.failures.map(\.subject) == (1...3).map { .purchase("\(bought.uid)-\($0)") })
            #expect(list.failures.allSatisfy { $0.error.verificationFailure == .otherPurchase })
            #expect(try await bench.billing.unfinishedPurchases().map(\.uid) == [bought.uid])
        }
    }

    @Test(
        "the result of a purchase depends on the payment's outcome",
        arguments: [
            ("pending", "pending"), ("cancelled", "userCancelled"), ("failed", "failed systemError"),
            ("network", "failed networkError"), ("hang", "userCancelled"), ("twice", "verified"),
        ]
    )
    func outcomes(outcome: String, result: String) async throws {
        try await Bench.run { bench in
            let given = await (try await bench.product()).purchase(payload: "sandbox:\(outcome)")
            #expect(given.outline == result)
        }
    }

    @Test("a checkout page that responds twice buys and acknowledges once")
    func twice() async throws {
        try await Bench.run { environment, _ in
            environment.presenter = SandboxCheckoutPresenter(servers: environment.servers, posts: 2)
        } _: { bench in
            let purchase = try await bench.buy()
            #expect(try await bench.control.acknowledgements(purchase.uid) == 1)
            #expect(try await bench.billing.purchases().count == 1)
        }
    }

    @Test("a purchase that cannot be read in time is pending, and then among the unfinished")
    func unreadable() async throws {
        try await Bench.run { bench in
            let product = try await bench.product()
            bench.sandbox.faults.add(Fault(.status(503), operation: "getPurchase"))
            let result = await product.purchase()
            #expect(result.outline == "pending")
            bench.sandbox.faults.clear()
            let unfinished = try await bench.billing.unfinishedPurchases()
            #expect(unfinished.map(\.state) == ["PENDING"])
            try await unfinished.first?.finish()
            #expect(try await bench.billing.unfinishedPurchases().isEmpty)
        }
    }

    @Test("a purchase that becomes readable while the SDK waits succeeds")
    func readableLater() async throws {
        let clock = TestClock()
        try await Bench.run { environment, _ in
            environment.patience = .seconds(30)
            environment.configuration.clock = clock
            environment.configuration.retry = .never
        } _: { bench in
            let product = try await bench.product()
            bench.sandbox.faults.add(Fault(.status(503), operation: "getPurchase", times: 2))
            async let result = product.purchase()
            // The delays are 1 s and 2 s; the task that removes expired intents sleeps as well.
            await clock.sleepers(2)
            clock.advance(by: .seconds(1))
            await clock.sleepers(2)
            clock.advance(by: .seconds(2))
            #expect(await result.outline == "verified")
        }
    }

    @Test("an unknown product is unavailable")
    func unknownProduct() async throws {
        try await Bench.run { bench in
            var item = try #require(try await bench.client.products.list(domain: Bench.domain).items.first)
            item.sku = "no_such_thing"
            let result = await Product(item, billing: bench.billing).purchase()
            #expect(result.outline == "failed productUnavailable")
        }
    }

    @Test("before initialization, a purchase is not allowed and queries throw")
    func notInitialised() async throws {
        try await Bench.run { bench in
            let billing = AppcBilling(bench.environment)
            let product = Product(try await bench.item(), billing: billing)
            #expect(await product.purchase().outline == "failed purchaseNotAllowed")
            await #expect(throws: AppCoinsSDKError.self) { try await billing.products() }
            await #expect(throws: AppCoinsSDKError.self) { try await billing.purchases() }
            await #expect(throws: AppCoinsSDKError.self) { try await billing.unfinishedPurchases() }
            #expect(bench.sandbox.counter.count("createCheckoutTransaction") == 0)
        }
    }

    @Test("a purchase is not allowed if the app is from the App Store")
    func notAvailable() async throws {
        try await Bench.run { environment, _ in
            environment.device = { DeviceFacts(distributor: .appStore) }
        } _: { bench in
            let product = Product(try await bench.item(), billing: bench.billing)
            #expect(await product.purchase().outline == "failed purchaseNotAllowed")
        }
    }

    @Test("a second simultaneous purchase is not allowed, and the first continues")
    func second() async throws {
        let sheet = PlayedSheet()
        try await Bench.run { environment, _ in
            environment.presenter = SheetPresenter(sheet: sheet)
        } _: { bench in
            let product = try await bench.product()
            async let first = product.purchase()
            while bench.billing.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
            #expect(await product.purchase().outline == "failed purchaseNotAllowed")
            sheet.play(.closed)
            #expect(await first.outline == "userCancelled")
            #expect(sheet.isClosed)
        }
    }

    @Test("a wallet store without its entitlement makes a purchase fail with notEntitled")
    func notEntitled() async throws {
        try await Bench.run { environment, _ in
            environment.wallets = RefusingStore()
        } _: { bench in
            let product = try await bench.product()
            #expect(await product.purchase().outline == "failed notEntitled")
            #expect(bench.sandbox.counter.count("createCheckoutTransaction") == 0)
        }
    }

    @Test("a checkout without a presenter is a network error")
    func noCheckout() async throws {
        try await Bench.run { environment, _ in
            environment.presenter = NoCheckout()
        } _: { bench in
            let result = await (try await bench.product()).purchase()
            #expect(result.outline == "failed networkError")
        }
    }

    @Test("the page's unknown error is unknown, and malformed messages keep it open")
    func unknownError() async throws {
        let sheet = PlayedSheet()
        for text in ["{}", "[", #"{"method":"dance","params":{}}"#, #"{"method":"onPurchaseResult"}"#] {
            sheet.play(.message(Data(text.utf8)))
        }
        let params = #"{"checkoutError":"odd","message":"m","description":"d"}"#
        sheet.play(.message(Data(#"{"method":"onError","params":\#(params)}"#.utf8)))
        try await Bench.run { environment, _ in
            environment.presenter = SheetPresenter(sheet: sheet)
        } _: { bench in
            let result = await (try await bench.product()).purchase()
            #expect(result.outline == "failed unknown")
        }
    }

    @Test("cancelling the caller does not interrupt a purchase")
    func cancelled() async throws {
        try await Bench.run { bench in
            let product = try await bench.product()
            let task = Task { await product.purchase() }
            task.cancel()
            #expect(await task.value.outline == "verified")
        }
    }
}

/// A presenter that always shows the same sheet.
struct SheetPresenter: CheckoutPresenter {
    let sheet: PlayedSheet
    func open(_ request: CheckoutRequest) async -> any CheckoutSheet { sheet }
}

/// A store without its entitlement.
struct RefusingStore: SecretStore {
    func secret(_ name: String) throws -> Data? { nil }
    func set(_ secret: Data?, for name: String) throws {
        throw SecretStoreError(isEntitlement: true, "the Keychain group is missing")
    }
}

extension Bench {
    /// The generated client, without credentials.
    var client: AppCoinsClient { AppCoinsClient(servers: environment.servers, transport: .urlSession) }

    /// Returns the app's first product as returned by the service.
    func item() async throws -> ProductItem {
        guard let item = try await client.products.list(domain: Bench.domain).items.first else {
            throw Missing(what: "a product")
        }
        return item
    }
}
