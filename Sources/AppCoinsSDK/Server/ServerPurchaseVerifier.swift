public import APIRuntime
public import AppCoinsAPI
import Foundation

/// A verifier for a developer's server, which also acknowledges and consumes purchases.
///
/// ```swift
/// let verifier = ServerPurchaseVerifier(packageName: "com.example.app", transport: .asyncHTTP)
/// let report = try await verifier.verify(sku: sku, purchaseToken: token)
/// // Two requests may bring the same token: only the first that stores it gives the goods.
/// if report.isGenuine, !report.isConsumed, try await purchases.insert(token) { give(report.sku) }
/// ```
///
/// Reading needs no credential. Acknowledging and consuming need the buyer's wallet token, which the app must provide.
public struct ServerPurchaseVerifier: Sendable {
    /// The bundle identifier of the app.
    public let packageName: String

    private let servers: AppCoinsServers
    private var configuration: ClientConfiguration

    /// Creates a verifier for one app, which does not use the cache of the configuration.
    public init(
        packageName: String,
        servers: AppCoinsServers = .production,
        configuration: ClientConfiguration
    ) {
        self.packageName = packageName
        self.servers = servers
        self.configuration = configuration
        // A stored response may be from before a refund or a state change.
        self.configuration.cache = nil
    }

    /// Creates a verifier for one app with a transport and default settings.
    public init(packageName: String, servers: AppCoinsServers = .production, transport: any HTTPTransport) {
        self.init(packageName: packageName, servers: servers, configuration: ClientConfiguration(transport: transport))
    }

    /// Returns the service's report about a purchase.
    ///
    /// - Parameters:
    ///   - sku: The product that the buyer claims to have purchased.
    ///   - purchaseToken: The purchase's token, `purchaseToken` in its signed data.
    /// - Returns: The report; not genuine if the service has no such purchase of that product.
    /// - Throws: ``AppCoinsSDKError`` if the purchase can be neither confirmed nor denied.
    public func verify(sku: String, purchaseToken: String) async throws -> ServerPurchaseReport {
        try await documented("The purchase could not be verified") {
            let calls = client().serverPurchases
            let response: ServerPurchaseVerification
            do {
                response = try await calls.verify(packageName: packageName, sku: sku, purchaseToken: purchaseToken)
            } catch VerifyServerPurchaseError.notFound {
                return ServerPurchaseReport(sku: sku, purchaseToken: purchaseToken)
            }
            let details = try await calls.get(purchaseToken: purchaseToken)
            return ServerPurchaseReport(
                sku: sku,
                purchaseToken: purchaseToken,
                packageName: packageName,
                response: response,
                details: details
            )
        }
    }

    /// Returns the payment of a purchase.
    ///
    /// - Returns: `nil` if the purchase names no payment.
    /// - Throws: ``AppCoinsSDKError`` if the payment cannot be read.
    public func transaction(of purchaseToken: String) async throws -> ServerTransaction? {
        try await documented("The transaction could not be read") {
            let calls = client().serverPurchases
            let details = try await calls.get(purchaseToken: purchaseToken)
            guard let reference = details.order?.reference else { return nil }
            return try await calls.transaction(uid: reference)
        }
    }

    /// Acknowledges a purchase unless it is already acknowledged; reads the state first.
    ///
    /// - Parameters:
    ///   - purchaseToken: The purchase's token.
    ///   - walletToken: The bearer token of the buyer's wallet.
    /// - Throws: ``AppCoinsSDKError`` if the purchase cannot be acknowledged.
    public func acknowledge(purchaseToken: String, walletToken: String) async throws {
        try await advance(.acknowledge, purchaseToken, walletToken)
    }

    /// Consumes a purchase unless it is already consumed; reads the state first.
    ///
    /// - Parameters:
    ///   - purchaseToken: The purchase's token.
    ///   - walletToken: The bearer token of the buyer's wallet.
    /// - Throws: ``AppCoinsSDKError`` if the purchase cannot be consumed.
    public func consume(purchaseToken: String, walletToken: String) async throws {
        try await advance(.consume, purchaseToken, walletToken)
    }

    private func advance(_ step: PurchaseCalls.Step, _ token: String, _ walletToken: String) async throws {
        try await documented("The state of the purchase could not be changed") {
            let calls = client(walletToken).purchases
            let record = try await calls.get(domain: packageName, uid: token)
            if step.isTaken(in: record.state) { return }
            _ = try await PurchaseStep(step: step, uid: token, domain: packageName, configuration: configuration)
                .take(calls)
        }
    }

    private func client(_ walletToken: String? = nil) -> AppCoinsClient {
        var configuration = configuration
        configuration.transport = TracingTransport(next: configuration.transport, clock: nil)
        return AppCoinsClient(
            servers: servers,
            credentials: AppCoinsCredentials(walletToken: walletToken.map { .bearer($0) }),
            configuration: configuration
        )
    }

    private func documented<Result>(_ action: String, _ body: () async throws -> Result) async throws -> Result {
        let trace = CallTrace()
        do {
            return try await CallTrace.$current.withValue(trace, operation: body)
        } catch {
            throw AppCoinsSDKError(error, while: action, trace: trace)
        }
    }
}
