import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer

@testable import AppCoinsSDK

/// One app against a sandbox, with everything that a test may want to turn.
struct Bench: Sendable {
    /// The sandbox.
    let sandbox: SandboxServer
    /// What the instance was made with.
    var environment: AppcEnvironment
    /// The instance under test, initialised.
    let billing: AppcBilling

    /// The app that sells in the sandbox.
    static let domain = "com.example.orchardtale"

    /// Runs a test with a sandbox and an initialised instance.
    static func run(
        adjust: (inout AppcEnvironment, SandboxServer) -> Void = { _, _ in },
        _ body: (Bench) async throws -> Void
    ) async throws {
        // Not stopped: stopping a server while a call of the background is being answered ends the process.
        let sandbox = try await SandboxServer.start()
        var environment = environment(sandbox)
        adjust(&environment, sandbox)
        let billing = AppcBilling(environment)
        billing.initialize()
        try await body(Bench(sandbox: sandbox, environment: environment, billing: billing))
    }

    /// An environment in memory that plays its checkout, retries at once and waits for nothing.
    static func environment(_ sandbox: SandboxServer) -> AppcEnvironment {
        let servers = AppCoinsServers.sandbox(at: sandbox.baseURL)
        let configuration = ClientConfiguration(retry: RetryPolicy(maximumAttempts: 2, baseDelay: .zero, budget: nil))
        return AppcEnvironment(
            domain: domain,
            servers: servers,
            configuration: configuration,
            presenter: SandboxCheckoutPresenter(servers: servers),
            patience: .zero
        )
    }

    /// Another process of the same app: what was stored is there, what was held in memory is not.
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

    /// Buys a product; fails unless it ends with a verified purchase.
    func buy(_ sku: String = "honey_jar", payload: String? = nil) async throws -> Purchase {
        let result = await (try await product(sku)).purchase(payload: payload)
        guard case .success(.verified(let purchase)) = result else { throw Missing(what: "\(result)") }
        return purchase
    }
}

/// Something that a test needs was not there.
struct Missing: Error, CustomStringConvertible {
    let what: String
    var description: String { "missing: \(what)" }
}

/// The sandbox's own calls for AppCoins.
struct SandboxControl: Sendable {
    let base: URL

    /// Posts a change such as `{"pageSize": 2}`.
    func settings(_ change: JSONValue) async throws {
        _ = try await send("POST", "settings", change)
    }

    /// Tells coming payments how to end.
    func script(_ change: JSONValue) async throws {
        _ = try await send("POST", "checkout", change)
    }

    /// Pays a purchase back.
    func refund(_ uid: String) async throws {
        _ = try await send("POST", "purchases/\(uid)/refund", [:])
    }

    /// Identifiers of all purchases, oldest first.
    func purchases() async throws -> [String] {
        try await send("GET", "purchases", nil)["purchases"]?.array?.compactMap(\.string) ?? []
    }

    /// What the sandbox keeps of a purchase.
    func purchase(_ uid: String) async throws -> JSONValue {
        try await send("GET", "purchases/\(uid)", nil)
    }

    /// How often a purchase was consumed.
    func consumptions(_ uid: String) async throws -> Int? {
        try await purchase(uid)["consumptions"]?.number.flatMap { Int($0.description) }
    }

    /// How often a purchase was acknowledged.
    func acknowledgements(_ uid: String) async throws -> Int? {
        try await purchase(uid)["acknowledgements"]?.number.flatMap { Int($0.description) }
    }

    /// The reports that arrived.
    func reports() async throws -> [JSONValue] {
        try await send("GET", "reports", nil)["reports"]?.array ?? []
    }

    /// Tokens of a user who signs in.
    func signIn(_ name: String) async throws -> UserWalletTokens {
        try await send("POST", "users", ["name": .string(name)]).decode(UserWalletTokens.self)
    }

    private func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
        try await ControlCall.send(method, base.appendingPathComponent("sandbox/appcoins/\(path)"), body)
    }
}
