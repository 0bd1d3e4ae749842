import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import URLSessionTransport

@testable import AppCoinsSDK

/// A test setup of one app with a sandbox, whose parts a test can replace.
struct Bench: Sendable {
    /// The sandbox.
    let sandbox: SandboxServer
    /// The environment that the instance was created with.
    var environment: AppcEnvironment
    /// The initialized instance under test.
    let billing: AppcBilling

    /// The app that sells in the sandbox.
    static let domain = "com.example.orchardtale"

    /// Runs a test with a sandbox and an initialized instance.
    static func run(
        adjust: (inout AppcEnvironment, SandboxServer) -> Void = { _, _ in },
        _ body: (Bench) async throws -> Void
    ) async throws {
        // Not stopped: stopping a server while it responds to a background call ends the process.
        let sandbox = try await SandboxServer.start(SandboxConfiguration(receipts: 0))
        var environment = environment(sandbox)
        adjust(&environment, sandbox)
        let billing = AppcBilling(environment)
        billing.initialize()
        try await body(Bench(sandbox: sandbox, environment: environment, billing: billing))
    }

    /// Returns an environment in memory that simulates its checkout, retries immediately and never sleeps.
    static func environment(_ sandbox: SandboxServer) -> AppcEnvironment {
        let servers = AppCoinsServers.sandbox(at: sandbox.baseURL)
        let configuration = ClientConfiguration(
            transport: .urlSession,
            retry: RetryPolicy(maximumAttempts: 2, baseDelay: .zero, budget: nil)
        )
        return AppcEnvironment(
            domain: domain,
            servers: servers,
            configuration: configuration,
            presenter: SandboxCheckoutPresenter(servers: servers),
            patience: .zero
        )
    }

    /// Simulates a restart of the app: stored data remains, data in memory is lost.
    func restarted() -> AppcBilling {
        let billing = AppcBilling(environment)
        billing.initialize()
        return billing
    }

    /// The control calls of the sandbox.
    var control: SandboxControl { SandboxControl(base: sandbox.baseURL) }

    /// A product of the app.
    func product(_ sku: String = "honey_jar") async throws -> Product {
        guard let product = try await billing.products(for: [sku]).first else { throw Missing(what: sku) }
        return product
    }

    /// Pays a presented checkout as the page does, and returns the purchase without the knowledge of the instance.
    func pay(_ request: CheckoutRequest) async throws -> Purchase {
        let guest = request.guestUID ?? ""
        let before = Set(try await control.purchases())
        _ = await SandboxCheckoutPresenter(servers: environment.servers).open(request).events.first { _ in true }
        let wallet = try await AppCoinsClient(servers: environment.servers, transport: .urlSession).wallets.guest(
            id: guest
        )
        let client = AppCoinsClient(
            servers: environment.servers,
            credentials: AppCoinsCredentials(walletToken: .bearer(wallet.ewt)),
            transport: .urlSession
        )
        guard let uid = try await control.purchases().last, !before.contains(uid) else {
            throw Missing(what: "payment")
        }
        let record = try await client.purchases.get(domain: request.domain, uid: uid)
        return try Purchase(record, walletAddress: wallet.address, billing: nil)
    }

    /// Pays a presented checkout with a user's wallet, as the page does in a browser, and returns the purchase.
    func pay(_ request: CheckoutRequest, as user: UserWalletTokens) async throws -> Purchase {
        let client = AppCoinsClient(
            servers: environment.servers,
            credentials: AppCoinsCredentials(walletToken: .bearer(user.authToken)),
            transport: .urlSession
        )
        let order = CheckoutTransactionRequest(
            domain: request.domain,
            priceValue: request.product.priceValue,
            priceCurrency: request.product.priceCurrency,
            product: request.product.sku,
            type: .inApp,
            channel: .ios,
            platform: .ios,
            oemID: request.oemID,
            metadata: request.payload,
            reference: request.reference
        )
        let started = try await client.checkout.createTransaction(body: order)
        for _ in 0..<5 {
            let state = try await client.checkout.transaction(uid: started.uid)
            guard let uid = state.metadata?.purchaseUID else { continue }
            let record = try await client.purchases.get(domain: request.domain, uid: uid)
            return try Purchase(record, walletAddress: user.address, billing: nil)
        }
        throw Missing(what: "payment")
    }

    /// Purchases a product; fails unless the result is a verified purchase.
    func buy(_ sku: String = "honey_jar", payload: String? = nil) async throws -> Purchase {
        let result = await (try await product(sku)).purchase(payload: payload)
        guard case .success(.verified(let purchase)) = result else { throw Missing(what: "\(result)") }
        return purchase
    }
}

/// An error for a missing value that a test needs.
struct Missing: Error, CustomStringConvertible {
    let what: String
    var description: String { "missing: \(what)" }
}

/// The sandbox's control calls for AppCoins.
struct SandboxControl: Sendable {
    let base: URL

    /// Changes settings, such as `{"pageSize": 2}`.
    func settings(_ change: JSONValue) async throws {
        _ = try await send("POST", "settings", change)
    }

    /// Sets the outcome of future payments.
    func script(_ change: JSONValue) async throws {
        _ = try await send("POST", "checkout", change)
    }

    /// Refunds a purchase.
    func refund(_ uid: String) async throws {
        _ = try await send("POST", "purchases/\(uid)/refund", [:])
    }

    /// Returns the identifiers of all purchases, oldest first.
    func purchases() async throws -> [String] {
        try await send("GET", "purchases", nil)["purchases"]?.array?.compactMap(\.string) ?? []
    }

    /// Returns the sandbox's record of a purchase.
    func purchase(_ uid: String) async throws -> JSONValue {
        try await send("GET", "purchases/\(uid)", nil)
    }

    /// Returns the number of times a purchase was consumed.
    func consumptions(_ uid: String) async throws -> Int? {
        try await purchase(uid)["consumptions"]?.number.flatMap { Int($0.description) }
    }

    /// Returns the number of times a purchase was acknowledged.
    func acknowledgements(_ uid: String) async throws -> Int? {
        try await purchase(uid)["acknowledgements"]?.number.flatMap { Int($0.description) }
    }

    /// Returns the reports that the sandbox has received.
    func reports() async throws -> [JSONValue] {
        try await send("GET", "reports", nil)["reports"]?.array ?? []
    }

    /// Signs a user in and returns the tokens.
    func signIn(_ name: String) async throws -> UserWalletTokens {
        try await send("POST", "users", ["name": .string(name)]).decode(UserWalletTokens.self)
    }

    private func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
        try await ControlCall.send(method, base.appendingPathComponent("sandbox/appcoins/\(path)"), body)
    }
}
