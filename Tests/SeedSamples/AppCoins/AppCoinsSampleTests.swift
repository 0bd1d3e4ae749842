import APIRuntime
import AppCoinsAPI
import AppCoinsSDK
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing

/// Tests of the documentation's samples, one for each heading.
@Suite("AppCoins: examples of the documentation", .timeLimit(.minutes(1)))
@MainActor
struct AppCoinsSampleTests {
    @Test("Initialize the AppCoins SDK, and handle the redirect: scene delegate")
    func scene() async throws {
        try await sandbox { billing in
            let delegate = GameSceneDelegate()
            delegate.scene(UIScene(), willConnectTo: UISceneSession(), options: UIScene.ConnectionOptions())
            #expect(billing.isInitialized)
            #expect(delegate.steps == ["interface"])
            let link = try #require(URL(string: "\(domain).iap://wallet.appcoins.io/default?value=true"))
            delegate.scene(UIScene(), openURLContexts: [UIOpenURLContext(url: link)])
            #expect(delegate.steps == ["interface", "link"])
            delegate.scene(UIScene(), openURLContexts: [])
            #expect(delegate.steps == ["interface", "link", "interface"])
        }
    }

    @Test("Initialize the AppCoins SDK, and handle the redirect: app delegate")
    func application() async throws {
        try await sandbox { billing in
            let delegate = GameAppDelegate()
            #expect(delegate.application(UIApplication(), didFinishLaunchingWithOptions: nil))
            #expect(billing.isInitialized)
            let link = try #require(URL(string: "\(domain).iap://wallet.appcoins.io/default?value=false"))
            #expect(delegate.application(UIApplication(), open: link))
            #expect(delegate.steps == ["interface"])
            #expect(await AppcSDK.isAvailable() == false)
        }
    }

    @Test("Check AppCoins SDK availability")
    func availability() async throws {
        try await sandbox { _ in
            var canBuy = false
            if await AppcSDK.isAvailable() {
                canBuy = true
            }
            #expect(canBuy)
        }
    }

    @Test("Query in-app products: all of them, and a list")
    func query() async throws {
        try await sandbox { _ in
            let products = try await Product.products()
            #expect(products.count == 7)
            let named = try await Product.products(for: ["honey_jar"])
            #expect(named.map(\.sku) == ["honey_jar"])
            #expect(named.first?.priceLabel.isEmpty == false)
        }
    }

    @Test("Purchase in-app product")
    func purchase() async throws {
        try await sandbox { _ in
            let shop = Shop()
            let products: [Product]? = try await Product.products(for: ["honey_jar"])
            try await shop.buyFirst(of: products)
            try await shop.buyFirst(of: nil)
            #expect(await shop.bag.values.sorted() == ["honey_jar"])
            #expect(await shop.notes == ["nothing to buy"])
            let bought = try #require(try await Purchase.latest(sku: "honey_jar"))
            #expect(bought.state == "CONSUMED")
        }
    }

    @Test("Purchase with a payload")
    func payload() async throws {
        try await sandbox { _ in
            let jar = try #require(try await Product.products(for: ["honey_jar"]).first)
            _ = await jar.purchase(payload: "User123")
            #expect(try await Purchase.all().first?.payload == "User123")
        }
    }

    @Test("Handle unfinished purchases on app launch")
    func launch() async throws {
        try await sandbox { _ in
            let jar = try #require(try await Product.products(for: ["honey_jar"]).first)
            _ = await jar.purchase()
            let shop = Shop()
            await shop.resume()
            #expect(await shop.bag.values.sorted() == ["honey_jar"])
            #expect(try await Purchase.unfinished().isEmpty)
            #expect(await shop.notes.isEmpty)
        }
    }

    @Test("Handle purchase intents: at once, and after signing in")
    func intents() async throws {
        try await sandbox { _ in
            let keeper = IntentKeeper(isSignedIn: true)
            await keeper.start()
            #expect(
                AppcSDK.handle(
                    redirectURL: URL(string: "\(domain).iap://wallet.appcoins.io/purchase?product=honey_jar")
                )
            )
            while await keeper.bought.isEmpty { try Task.checkCancellation(); await Task.yield() }
            await keeper.stop()

            let later = IntentKeeper(isSignedIn: false)
            await later.start()
            #expect(
                AppcSDK.handle(
                    redirectURL: URL(string: "\(domain).iap://wallet.appcoins.io/purchase?product=orchard_deed")
                )
            )
            while Purchase.intent == nil { try Task.checkCancellation(); await Task.yield() }
            #expect(await later.bought.isEmpty)
            await later.signIn()
            // The task that observes intents may have received this one only after the player had signed in.
            while await later.bought.isEmpty { try Task.checkCancellation(); await Task.yield() }
            #expect(await later.bought == ["orchard_deed"])
            await later.stop()
        }
    }

    @Test("Reject a purchase intent")
    func reject() async throws {
        try await sandbox { _ in
            let link = URL(string: "\(domain).iap://wallet.appcoins.io/purchase?product=honey_jar")
            #expect(AppcSDK.handle(redirectURL: link))
            while Purchase.intent == nil { try Task.checkCancellation(); await Task.yield() }
            let intent = try #require(Purchase.intent)
            let (id, timestamp, product): (String, Date, Product) = (intent.id, intent.timestamp, intent.product)
            #expect(!id.isEmpty && timestamp <= Date() && product.sku == "honey_jar")
            intent.reject()
            #expect(Purchase.intent == nil)
        }
    }

    @Test("Query purchases: all, the latest of a product, the unfinished")
    func purchases() async throws {
        try await sandbox { _ in
            let jar = try #require(try await Product.products(for: ["honey_jar"]).first)
            _ = await jar.purchase()
            let all = try await Purchase.all()
            let latest = try await Purchase.latest(sku: "honey_jar")
            let unfinished = try await Purchase.unfinished()
            #expect(all.map(\.uid) == unfinished.map(\.uid))
            #expect(latest?.uid == all.first?.uid)
            let purchase = try #require(latest)
            let texts = [purchase.uid, purchase.sku, purchase.state, purchase.orderUid, purchase.created]
            #expect(texts.allSatisfy { !$0.isEmpty })
            let verification: PurchaseVerification = purchase.verification
            let data: PurchaseVerificationData = verification.data
            #expect(verification.type == "GOOGLE" && !verification.signature.isEmpty)
            #expect(data.orderId == purchase.orderUid && data.packageName == domain && data.productId == "honey_jar")
            #expect(data.purchaseToken == purchase.uid && data.purchaseState == 0 && data.purchaseTime > 0)
            #expect(data.developerPayload.isEmpty && purchase.payload.isEmpty)
        }
    }

    // MARK: - Helpers

    private let domain = "com.example.orchardtale"

    /// Runs a sample whose static calls use a new sandbox.
    private func sandbox(_ body: (AppcBilling) async throws -> Void) async throws {
        // Not stopped: stopping a server while it responds to a background call ends the process.
        let server = try await SandboxServer.start(SandboxConfiguration(receipts: 0))
        let servers = AppCoinsServers.sandbox(at: server.baseURL)
        let environment = AppcEnvironment(
            domain: domain,
            servers: servers,
            presenter: SandboxCheckoutPresenter(servers: servers),
            patience: .zero
        )
        let billing = AppcBilling(environment)
        try await billing.asCurrent {
            AppcSDK.initialize()
            try await body(billing)
        }
    }
}
