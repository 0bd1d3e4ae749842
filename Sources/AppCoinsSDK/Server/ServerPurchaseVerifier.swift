public import APIRuntime
public import AppCoinsAPI
import Foundation

/// Responds to a developer's server whether a purchase is genuine, and moves it on.
///
/// ```swift
/// let verifier = ServerPurchaseVerifier(packageName: "com.example.app")
/// let report = try await verifier.verify(sku: sku, purchaseToken: token)
/// if report.isGenuine, !report.isConsumed { give(report.sku) }
/// ```
///
/// Reading needs no credential. Acknowledging and consuming need the buyer's wallet token, which the app has to pass on.
public struct ServerPurchaseVerifier: Sendable {
    /// Bundle identifier of the app.
    public let packageName: String

    private let servers: AppCoinsServers
    private let configuration: ClientConfiguration

    /// Creates a verifier for one app.
    public init(
        packageName: String,
        servers: AppCoinsServers = .production,
        configuration: ClientConfiguration = ClientConfiguration()
    ) {
        self.packageName = packageName
        self.servers = servers
        self.configuration = configuration
    }

    /// What the service knows of a purchase.
    ///
    /// - Parameters:
    ///   - sku: Product that the buyer claims to have bought.
    ///   - purchaseToken: The purchase's token, `purchaseToken` in its signed data.
    /// - Returns: The report; not genuine when the service does not know such a purchase of that product.
    /// - Throws: ``AppCoinsSDKError`` when nothing can be said.
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

    /// The payment behind a purchase.
    ///
    /// - Returns: `nil` when the purchase names none.
    /// - Throws: ``AppCoinsSDKError``.
    public func transaction(of purchaseToken: String) async throws -> ServerTransaction? {
        try await documented("The transaction could not be read") {
            let calls = client().serverPurchases
            let details = try await calls.get(purchaseToken: purchaseToken)
            guard let reference = details.order?.reference else { return nil }
            return try await calls.transaction(uid: reference)
        }
    }

    /// Acknowledges a purchase unless that has been done; the state is read first.
    ///
    /// - Parameters:
    ///   - purchaseToken: The purchase's token.
    ///   - walletToken: Bearer token of the buyer's wallet.
    /// - Throws: ``AppCoinsSDKError``.
    public func acknowledge(purchaseToken: String, walletToken: String) async throws {
        try await advance(.acknowledge, purchaseToken, walletToken)
    }

    /// Consumes a purchase unless that has been done; the state is read first.
    ///
    /// - Parameters:
    ///   - purchaseToken: The purchase's token.
    ///   - walletToken: Bearer token of the buyer's wallet.
    /// - Throws: ``AppCoinsSDKError``.
    public func consume(purchaseToken: String, walletToken: String) async throws {
        try await advance(.consume, purchaseToken, walletToken)
    }

    private func advance(_ step: PurchaseCalls.Step, _ token: String, _ walletToken: String) async throws {
        try await documented("The purchase could not be moved on") {
            let calls = client(walletToken).purchases
            let record = try await calls.get(domain: packageName, uid: token)
            if step.isTaken(in: record.state) { return }
            _ = try await PurchaseStep(step: step, uid: token, domain: packageName, configuration: configuration)
                .take(calls)
        }
    }

    private func client(_ walletToken: String? = nil) -> AppCoinsClient {
        var configuration = configuration
        configuration.transport = TracingTransport(next: configuration.transport)
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
