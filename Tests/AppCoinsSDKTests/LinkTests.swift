import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

@Suite("Incoming links", .timeLimit(.minutes(1)))
struct LinkTests {
    private static let app = "com.example.orchardtale"
    private static let base = "com.example.orchardtale.iap://wallet.appcoins.io"

    private static func link(_ text: String) -> RedirectLink? {
        URL(string: text).flatMap { RedirectLink($0, domain: app) }
    }

    @Test("an unrelated scheme and another app's are not accepted")
    func foreign() {
        for text in [
            "https://wallet.appcoins.io/default?value=true",
            "com.example.other.iap://wallet.appcoins.io/default?value=true",
            "com.example.orchardtale://wallet.appcoins.io/default?value=true",
            "com.example.orchardtale.iapx://wallet.appcoins.io/default?value=true",
        ] {
            #expect(Self.link(text) == nil, "\(text)")
        }
    }

    @Test(
        "scheme and host are matched in any case, as in every URL",
        arguments: [
            "COM.EXAMPLE.ORCHARDTALE.IAP://wallet.appcoins.io", "com.example.orchardtale.iap://WALLET.AppCoins.io",
            "Com.Example.OrchardTale.Iap://Wallet.Appcoins.IO",
        ]
    )
    func anyCase(base: String) {
        #expect(Self.link("\(base)/default?value=true") == .toggle(true))
        #expect(Self.link("\(base)/purchase?product=Gas") == .purchase(sku: "Gas", oemID: nil, discountPolicy: nil))
        #expect(Self.link("\(base)/DEFAULT?value=true") != .toggle(true))
    }

    @Test(
        "/default stores the toggle",
        arguments: [
            ("?value=true", true), ("?value=TRUE", true), ("?value=tRuE", true), ("?value=false", false),
            ("?value=1", false), ("?value=", false), ("?value=%74rue", true), ("?value=true&value=false", true),
            ("?other=1&value=false", false), ("?value=true#", true),
        ]
    )
    func toggle(query: String, isOn: Bool) {
        #expect(Self.link("\(Self.base)/default\(query)") == .toggle(isOn))
    }

    @Test(
        "a link without a known meaning is not processed",
        arguments: [
            "", "/", "/default", "/default?", "/default?Value=true", "/default?value", "/default/other?value=true",
            "/default/storefront", "/default/storefront?locale=pt-PT&marketplace=com.aptoide.ios.store", "/purchase",
            "/purchase?product=", "/purchase?oemid=1", "/purchase?Product=gas", "/checkout", "/checkout/other",
            "/checkout/success/more",
        ]
    )
    func meaningless(rest: String) {
        #expect(Self.link(Self.base + rest) == nil)
    }

    @Test("/default/storefront accepts known codes and stores")
    func storefront() {
        let link = Self.link("\(Self.base)/default/storefront?locale=PRT&marketplace=aptoide")
        #expect(link == .storefront(locale: "PRT", marketplace: .aptoide))
        #expect(
            Self.link("\(Self.base)/default/storefront?locale=xx&marketplace=apple")
                == .storefront(locale: nil, marketplace: .apple)
        )
    }

    @Test(
        "/purchase creates an intent",
        arguments: [
            ("?product=gas", "gas", String?.none, false), ("?product=gas&oemid=abc", "gas", "abc", false),
            ("?product=gas&discount_policy=D2C", "gas", nil, true),
            ("?product=gas&discount_policy=d2c", "gas", nil, false),
            ("?product=gas&discount_policy=ALL", "gas", nil, false),
            ("?product=g%20a%26s%3D1&oemid=%3F", "g a&s=1", "?", false),
            ("?product=one&product=two&oemid=", "one", nil, false),
            ("?oemid=x&product=gas%2F..%2F", "gas/../", "x", false),
        ]
    )
    func purchase(query: String, sku: String, oem: String?, isDiscounted: Bool) {
        let policy: DiscountPolicy? = isDiscounted ? .directToConsumer : nil
        #expect(Self.link("\(Self.base)/purchase\(query)") == .purchase(sku: sku, oemID: oem, discountPolicy: policy))
    }

    private static let success = """
        ?response_code=0&data_signature=QQ%3D%3D&order_reference=r1&purchase_data.order_id=O1\
        &purchase_data.package_name=com.example.orchardtale&purchase_data.product_id=gas\
        &purchase_data.purchase_time=1583058465823&purchase_data.purchase_token=uid1&purchase_data.purchase_state=0\
        &purchase_data.developer_payload=a%26b&purchase_data.product_type=INAPP&purchase_data.is_auto_renewing=True
        """

    @Test("/checkout/success is parsed like the page's message")
    func checkoutSuccess() throws {
        guard case .paid(let result) = Self.link("\(Self.base)/checkout/success\(Self.success)") else {
            Issue.record("the link was not recognized")
            return
        }
        #expect(result.responseCode == 0)
        #expect(result.dataSignature == "QQ==")
        #expect(result.orderReference == "r1")
        #expect(result.purchaseData.purchaseTime == 1_583_058_465_823)
        #expect(result.purchaseData.developerPayload == "a&b")
        #expect(result.purchaseData.isAutoRenewing)
        #expect(result.wallet == nil)
    }

    @Test("a wallet in the link is used, in any letter case, and an unknown kind is none")
    func checkoutWallet() throws {
        let cases: [(String, StoredWalletChange?)] = [
            ("&wallet.type=guest_wallet&wallet.guest.guest_uid=g1", .guest("g1")),
            (
                "&wallet.type=USER_WALLET&wallet.user.address=0x1&wallet.user.auth_token=a&wallet.user.refresh_token=r",
                .user(address: "0x1", refreshToken: "r")
            ),
            ("&wallet.type=PIGGY_BANK", nil),
        ]
        for (rest, wallet) in cases {
            guard case .paid(let result) = Self.link("\(Self.base)/checkout/success\(Self.success)\(rest)") else {
                Issue.record("the link was not recognized: \(rest)")
                continue
            }
            #expect(StoredWalletChange(result.wallet) == wallet, "\(rest)")
        }
        let incomplete = "\(Self.base)/checkout/success\(Self.success)&wallet.type=USER_WALLET&wallet.user.address=0x1"
        #expect(Self.link(incomplete) == .malformedCheckout)
    }

    @Test("an incomplete link, or one with a string for a number, is malformed")
    func checkoutMalformed() {
        for (text, other) in [
            ("response_code=0&", ""), ("response_code=0", "response_code=zero"), ("purchase_data.order_id=O1", "x=1"),
            ("purchase_data.purchase_time=1583058465823", "purchase_data.purchase_time=1.5"),
        ] {
            let query = Self.success.replacing(text, with: other)
            #expect(Self.link("\(Self.base)/checkout/success\(query)") == .malformedCheckout, "\(other)")
        }
        #expect(Self.link("\(Self.base)/checkout/success") == .malformedCheckout)
        #expect(Self.link("\(Self.base)/checkout/failure?message=m") == .malformedCheckout)
    }

    @Test("/checkout/failure is parsed like the page's error")
    func checkoutFailure() {
        let query = "?checkout_error=network&message=No%20way&description=d"
        guard case .failed(let failure) = Self.link("\(Self.base)/checkout/failure\(query)") else {
            Issue.record("the link was not recognized")
            return
        }
        #expect(failure.checkoutError == .network)
        #expect(failure.message == "No way")
        #expect(failure.request == nil)
        let request = "&request.url=https%3A%2F%2Fa&request.method=GET&request.body=&request.response_data=%7B%7D"
        #expect(Self.link("\(Self.base)/checkout/failure\(query)\(request)") == .malformedCheckout)
        guard
            case .failed(let whole) = Self.link(
                "\(Self.base)/checkout/failure\(query)\(request)&request.status_code=500"
            )
        else {
            Issue.record("the link was not recognized")
            return
        }
        #expect(whole.request?.statusCode == 500)
        #expect(whole.request?.url == "https://a")
    }

    @Test("any other path or host is forwarded to the page, without scheme and slashes")
    func forwarded() {
        #expect(Self.link("\(Self.base)/auth/back?code=1") == .forward("wallet.appcoins.io/auth/back?code=1"))
        #expect(Self.link("com.example.orchardtale.iap://pay.example/x?y=1#") == .forward("pay.example/x?y=1"))
        #expect(Self.link("com.example.orchardtale.iap:thing") == .forward("thing"))
    }

    @Test("handle returns true only if the link had an effect")
    func handle() async throws {
        let sheet = PlayedSheet()
        try await Bench.run { environment, _ in
            environment.presenter = SheetPresenter(sheet: sheet)
        } _: { bench in
            let handle = { (text: String) in bench.billing.handle(redirectURL: URL(string: text)) }
            #expect(bench.billing.handle(redirectURL: nil) == false)
            #expect(handle("https://example.com/") == false)
            #expect(handle("\(Self.base)/elsewhere") == false)
            #expect(handle("\(Self.base)/checkout/success\(Self.success)") == false)
            #expect(handle("\(Self.base)/checkout/success") == false)
            #expect(handle("\(Self.base)/default/storefront?locale=PRT") == false)
            #expect(handle("\(Self.base)/default?value=true"))
            let product = try await bench.product()
            async let result = product.purchase()
            while bench.billing.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
            #expect(handle("\(Self.base)/auth/back?code=1"))
            while sheet.links.isEmpty { try Task.checkCancellation(); await Task.yield() }
            #expect(sheet.links == ["wallet.appcoins.io/auth/back?code=1"])
            #expect(handle("\(Self.base)/checkout/failure?checkout_error=network&message=m&description=d"))
            sheet.play(.closed)
            #expect(await result.outline == "failed networkError")
        }
    }

    @Test("a storefront link works only in development builds")
    func storefrontLink() async throws {
        try await Bench.run { environment, _ in
            environment.areDevToolsEnabled = true
        } _: { bench in
            #expect(bench.billing.handle(redirectURL: URL(string: "\(Self.base)/default/storefront?locale=USA")))
            let before = await bench.billing.isAvailable()
            #expect(bench.billing.handle(redirectURL: URL(string: "\(Self.base)/default/storefront?locale=PRT")))
            let after = await bench.billing.isAvailable()
            #expect([before, after] == [false, true])
            try Task.checkCancellation()
        }
    }
}
