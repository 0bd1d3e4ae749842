import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

/// Tests of the documented links into an app, one for each row of their table: the result of `handle` and its effect.
@Suite("Incoming links, case by case", .timeLimit(.minutes(1)))
struct LinkRowTests {
    private static let base = "\(Bench.domain).iap://wallet.appcoins.io"

    @Test("no link, an unrelated scheme and another app's scheme return false")
    func foreign() async throws {
        try await Bench.run { bench in
            #expect(!bench.billing.handle(redirectURL: nil))
            #expect(!bench.handle("https://wallet.appcoins.io/default?value=false"))
            #expect(!bench.handle("com.example.other.iap://wallet.appcoins.io/default?value=false"))
            #expect(await bench.billing.isAvailable())
            #expect(bench.billing.settings.text(.toggle) == nil)
            try Task.checkCancellation()
        }
    }

    @Test("/default stores its value and returns true; without a value it returns false")
    func toggle() async throws {
        try await Bench.run { bench in
            #expect(!bench.handle("\(Self.base)/default"))
            #expect(bench.billing.settings.text(.toggle) == nil)
            for (query, stored) in [
                ("value=FALSE", "false"), ("value=%54RUE", "true"), ("value=0&value=true", "false"),
            ] {
                #expect(bench.handle("\(Self.base)/default?\(query)"))
                #expect(bench.billing.settings.text(.toggle) == stored)
            }
            try Task.checkCancellation()
        }
    }

    @Test("/default/storefront stores a known value and returns true in development builds; else false")
    func storefront() async throws {
        for isOn in [true, false] {
            try await Bench.run { environment, _ in
                environment.areDevToolsEnabled = isOn
            } _: { bench in
                let link = "\(Self.base)/default/storefront"
                #expect(bench.handle("\(link)?locale=PRT&marketplace=apple") == isOn)
                #expect(!bench.handle("\(link)?locale=pt-PT&marketplace=com.aptoide.ios.store"))
                #expect(!bench.handle(link))
                #expect(bench.billing.settings.text(.storefrontLocale) == (isOn ? "PRT" : nil))
                #expect(bench.billing.settings.text(.storefrontMarketplace) == (isOn ? "apple" : nil))
                try Task.checkCancellation()
            }
        }
    }

    @Test("any other path below /default returns false and has no effect")
    func otherDefault() async throws {
        try await Bench.run { bench in
            #expect(!bench.handle("\(Self.base)/default/other?value=false"))
            #expect(!bench.handle("\(Self.base)/default/storefront/more?locale=PRT"))
            #expect(bench.billing.settings.text(.toggle) == nil)
            try Task.checkCancellation()
        }
    }

    @Test("/purchase makes its product the pending intent and returns true; without a product, false")
    func purchase() async throws {
        try await Bench.run { bench in
            #expect(!bench.handle("\(Self.base)/purchase"))
            #expect(!bench.handle("\(Self.base)/purchase?product="))
            // The link in a browser's form: escaped, with a fragment and unknown parameters.
            let query = "utm_source=a%26b&product=golden%5Fspade&discount_policy=D2C&discount_policy=NO&oemid=o%2B1"
            #expect(bench.handle("\(Self.base)/purchase?\(query)#"))
            let intent = try await bench.pendingIntent()
            #expect(intent.product.sku == "golden_spade")
            #expect(intent.discountPolicy == "D2C")
            #expect(intent.oemID == "o+1")
            #expect(intent.product.priceDiscountOriginal == "4.99")
        }
    }

    @Test(
        "/purchase with hostile values keeps them in their parameters",
        arguments: ["..%2F..%2Fx", "a%00b", "%27%22%3C%0A"]
    )
    func hostile(value: String) async throws {
        try await Bench.run { bench in
            #expect(bench.handle("\(Self.base)/purchase?product=\(value)&oemid=\(value)&discount_policy=\(value)"))
            #expect(bench.handle("\(Self.base)/purchase?product=honey_jar&oemid=\(value)"))
            let intent = try await bench.pendingIntent()
            #expect(intent.product.sku == "honey_jar")
            #expect(intent.oemID == value.removingPercentEncoding)
        }
    }

    @Test("/checkout/success verifies the purchase of an open checkout and returns true; else false")
    func success() async throws {
        let sheet = PlayedSheet()
        try await Bench.run { bench in
            let bought = try await bench.buy()
            #expect(!bench.handle(Self.success(bought)))
            let keeper = RequestKeeper()
            let billing = bench.with(KeepingPresenter(next: SheetPresenter(sheet: sheet), keeper: keeper))
            let product = try #require(try await billing.products(for: [bought.sku]).first)
            async let result = product.purchase()
            while billing.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
            // The purchase of an earlier order changes nothing.
            #expect(billing.handle(redirectURL: URL(string: Self.success(bought))))
            let paid = try await bench.pay(try #require(keeper.requests.first))
            #expect(billing.handle(redirectURL: URL(string: Self.success(paid))))
            let ended = await result
            #expect(ended.outline == "verified")
            if case .success(.verified(let purchase)) = ended { #expect(purchase.uid == paid.uid) }
        }
    }

    @Test("an incomplete /checkout/success leaves the checkout open, is its error after a close, and returns true")
    func malformedSuccess() async throws {
        let sheet = PlayedSheet()
        try await Bench.run { bench in
            #expect(!bench.handle("\(Self.base)/checkout/success"))
            let billing = bench.with(sheet)
            async let result = Product(try await bench.item(), billing: billing).purchase()
            while billing.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
            #expect(billing.handle(redirectURL: URL(string: "\(Self.base)/checkout/success?response_code=x")))
            #expect(!sheet.isClosed)
            sheet.play(.closed)
            #expect(try await result.outline == "failed systemError")
        }
    }

    @Test("/checkout/failure leaves the checkout open, is its error after a close, and returns true; else false")
    func failure() async throws {
        let sheet = PlayedSheet()
        try await Bench.run { bench in
            let link = "\(Self.base)/checkout/failure?checkout_error=network&message=m%20n&description=d"
            #expect(!bench.handle(link))
            let billing = bench.with(sheet)
            async let result = Product(try await bench.item(), billing: billing).purchase()
            while billing.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
            #expect(billing.handle(redirectURL: URL(string: link)))
            #expect(!sheet.isClosed)
            sheet.play(.closed)
            let ended = try await result
            #expect(ended.outline == "failed networkError")
            // The kind is that of the link; no text of it reaches the app.
            if case .failed(let error) = ended { #expect(error.debugInfo.message == "Internet Connection Failed") }
        }
    }

    @Test("a forged failure link does not end a checkout that the buyer then pays")
    func forgedFailure() async throws {
        let sheet = PlayedSheet()
        try await Bench.run { bench in
            let keeper = RequestKeeper()
            let billing = bench.with(KeepingPresenter(next: SheetPresenter(sheet: sheet), keeper: keeper))
            let product = Product(try await bench.item(), billing: billing)
            async let result = product.purchase()
            while billing.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
            for rest in ["failure?checkout_error=failed&message=m&description=d", "failure", "success?response_code=0"]
            {
                #expect(billing.handle(redirectURL: URL(string: "\(Self.base)/checkout/\(rest)")))
            }
            let paid = try await bench.pay(try #require(keeper.requests.first))
            #expect(billing.handle(redirectURL: URL(string: Self.success(paid))))
            #expect(await result.outline == "verified")
        }
    }

    @Test(
        "any other path below /checkout returns false, even while a checkout is open",
        arguments: ["", "/", "/other"]
    )
    func otherCheckout(rest: String) async throws {
        let sheet = PlayedSheet()
        try await Bench.run { bench in
            let billing = bench.with(sheet)
            async let result = Product(try await bench.item(), billing: billing).purchase()
            while billing.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
            #expect(!billing.handle(redirectURL: URL(string: "\(Self.base)/checkout\(rest)")))
            sheet.play(.closed)
            #expect(try await result.outline == "userCancelled")
        }
    }

    @Test("any other path or host is forwarded to an open checkout and returns true; else false")
    func forwarded() async throws {
        let sheet = PlayedSheet()
        try await Bench.run { bench in
            #expect(!bench.handle("\(Self.base)/auth/back?code=1"))
            let billing = bench.with(sheet)
            async let result = Product(try await bench.item(), billing: billing).purchase()
            while billing.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
            for rest in ["wallet.appcoins.io/auth/back?code=1", "pay.example/x#"] {
                #expect(billing.handle(redirectURL: URL(string: "\(Bench.domain).iap://\(rest)")))
            }
            while sheet.links.count < 2 { try Task.checkCancellation(); await Task.yield() }
            #expect(Set(sheet.links) == ["wallet.appcoins.io/auth/back?code=1", "pay.example/x"])
            sheet.play(.closed)
            #expect(try await result.outline == "userCancelled")
        }
    }

    /// Returns the link of a paid checkout.
    private static func success(_ purchase: Purchase) -> String {
        let data = purchase.verification.data
        return """
            \(base)/checkout/success?response_code=0&data_signature=QQ%3D%3D&purchase_data.order_id=\(data.orderId)\
            &purchase_data.package_name=\(data.packageName)&purchase_data.product_id=\(data.productId)\
            &purchase_data.purchase_time=\(data.purchaseTime)&purchase_data.purchase_token=\(data.purchaseToken)\
            &purchase_data.purchase_state=0&purchase_data.developer_payload=&purchase_data.product_type=INAPP\
            &purchase_data.is_auto_renewing=false
            """
    }
}

extension Bench {
    /// Passes a link to the instance under test.
    fileprivate func handle(_ text: String) -> Bool { billing.handle(redirectURL: URL(string: text)) }

    /// Returns the same app with a checkout that is controlled by code.
    fileprivate func with(_ sheet: PlayedSheet) -> AppcBilling { with(SheetPresenter(sheet: sheet)) }

    /// Returns the same app with another presenter.
    fileprivate func with(_ presenter: any CheckoutPresenter) -> AppcBilling {
        var environment = environment
        environment.presenter = presenter
        let billing = AppcBilling(environment)
        billing.initialize()
        return billing
    }

    /// Waits for the pending intent and returns it.
    fileprivate func pendingIntent() async throws -> PurchaseIntent {
        while true {
            if let pending = billing.pendingIntent { return pending }
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
