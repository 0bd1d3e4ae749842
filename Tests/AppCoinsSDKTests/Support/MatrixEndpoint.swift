import APIRuntime
import AppCoinsAPI

@testable import AppCoinsSDK

/// An endpoint that the SDK calls, and the app's action that calls it.
enum MatrixEndpoint: String, Sendable, Hashable, CaseIterable {
    case attribution, guestWallet, userWallet, currency, products, purchases, purchase, acknowledge, consume, publicKey
    case report, checkoutPage, createTransaction, transaction, serverCheck, serverPurchase, serverTransaction

    /// Returns whether a call is to this endpoint.
    func matches(_ method: String, _ path: String) -> Bool {
        switch self {
        case .attribution: path.hasSuffix("/attribution")
        case .guestWallet: path.hasSuffix("/guest_wallet")
        case .userWallet: path.hasSuffix("/user_wallet")
        case .currency: path.contains("/convert/")
        case .products: path.hasSuffix("/consumables")
        case .purchases: path.hasSuffix("/consumable/purchases")
        case .purchase: path.contains("/consumable/purchases/")
        case .acknowledge: path.hasSuffix("/acknowledge")
        case .consume: path.hasSuffix("/consume")
        case .publicKey: path.hasSuffix("/public-key")
        case .report: path.hasSuffix("/reports/record")
        case .checkoutPage: path.hasSuffix("/iap/sdk")
        case .createTransaction: method == "POST" && path.hasSuffix("/gateways/sandbox/transactions")
        case .transaction, .serverTransaction: method == "GET" && path.contains("/transactions/")
        case .serverCheck: path.contains("/tokens/")
        case .serverPurchase: path.contains("/8.20241201/inapp/purchases/")
        }
    }

    /// Whether the hosted page calls the endpoint instead of the SDK.
    var isCalledByPage: Bool { [.checkoutPage, .createTransaction, .transaction].contains(self) }

    /// Whether a developer's server calls the endpoint.
    var isCalledByServer: Bool { [.serverCheck, .serverPurchase, .serverTransaction].contains(self) }

    /// Returns the expected result if every call fails: an error's case, or the result of the purchase.
    func outcome(_ fault: MatrixFault) -> String {
        switch self {
        case .userWallet, .currency, .products, .purchases, .serverCheck, .serverPurchase, .serverTransaction:
            fault.error
        case .attribution, .checkoutPage, .createTransaction: "failed \(fault.error)"
        // The page reports a failure, but the service has the purchase if it has processed the request.
        case .transaction: fault.isServed ? "verified" : "failed \(fault.error)"
        // A paid purchase that can be neither read nor verified now may be so later; it never counts as failed.
        case .guestWallet, .publicKey, .purchase: "pending"
        // The acknowledgement is repeated in the background.
        case .acknowledge: "verified"
        case .consume: fault.isServed ? "finished" : fault.error
        case .report: "verified"
        }
    }

    /// Performs the action that calls the endpoint.
    ///
    /// - Returns: The result that the app receives.
    func act(_ bench: Bench, _ transport: MatrixTransport) async throws -> String {
        switch self {
        case .currency, .products: await Self.told { _ = try await bench.billing.products() }
        case .purchases:
            try await {
                _ = try await bench.buy()
                return await Self.told { _ = try await bench.billing.purchases() }
            }()
        case .userWallet:
            try await {
                let ada = try await bench.control.signIn("ada")
                await bench.billing.activate(.user(address: ada.address, refreshToken: ada.refreshToken))
                return await Self.told { _ = try await bench.billing.purchases() }
            }()
        case .consume:
            try await {
                let purchase = try await bench.buy()
                return await Self.told { try await purchase.finish() }
            }()
        case .serverCheck, .serverPurchase, .serverTransaction: try await askAsServer(bench, transport)
        default: await Product(try await bench.item(), billing: bench.billing).purchase().outline
        }
    }

    private func askAsServer(_ bench: Bench, _ transport: MatrixTransport) async throws -> String {
        let purchase = try await bench.buy()
        var configuration = bench.environment.configuration
        configuration.transport = transport
        let verifier = ServerPurchaseVerifier(
            packageName: Bench.domain,
            servers: bench.environment.servers,
            configuration: configuration
        )
        return await Self.told {
            if self == .serverTransaction {
                _ = try await verifier.transaction(of: purchase.uid)
            } else {
                _ = try await verifier.verify(sku: purchase.sku, purchaseToken: purchase.uid)
            }
        }
    }

    private static func told(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "finished"
        } catch {
            return (error as? AppCoinsSDKError)?.type ?? "\(error)"
        }
    }
}
