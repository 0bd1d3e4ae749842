import APIRuntime
import AppCoinsAPI
import Crypto
import CryptoExtras
import Foundation
import SandboxServer

/// A tour that buys a product through the scripted checkout, verifies its signature, acknowledges and consumes it.
struct AppCoinsTour {

    let sandbox: SandboxServer

    private var domain: String {
        sandbox.credentials.appCoins.domain
    }

    func run() async throws {
        Transcript.title("AppCoins: in-app billing")
        let servers = AppCoinsServers.sandbox(at: sandbox.baseURL)
        let open = AppCoinsClient(
            servers: servers,
            configuration: sandbox.clientConfiguration(cache: ResponseCache())
        )
        let guest = sandbox.credentials.appCoins.guestUID
        let wallet = try await open.wallets.guest(id: guest)
        let client = AppCoinsClient(
            servers: servers,
            credentials: AppCoinsCredentials(walletToken: .bearer(wallet.ewt)),
            configuration: sandbox.clientConfiguration()
        )
        let product = try await chooseProduct(open)
        let uid = try await pay(for: product, guest: guest, client)
        // The wallet's token may have expired during the payment. The service issues a new one for the guest.
        let renewed = try await open.wallets.guest(id: guest, options: CallOptions(cache: .reload))
        let buyer = AppCoinsClient(
            servers: servers,
            credentials: AppCoinsCredentials(walletToken: .bearer(renewed.ewt)),
            configuration: sandbox.clientConfiguration()
        )
        try await settle(uid, buyer, open)
    }

    private func chooseProduct(_ client: AppCoinsClient) async throws -> ProductItem {
        let currency = try await client.currencies.convert(from: "APPC", amount: "1.0").currency
        var products: [ProductItem] = []
        for try await product in client.products.listPages(domain: domain, currency: currency, platform: .ios).items {
            products.append(product)
            Transcript.line("\(product.title): \(product.price.label)")
        }
        guard let product = products.first else { throw DemoFailure(description: "there are no products") }
        return product
    }

    /// Performs the steps of the hosted page when the buyer presses its button.
    private func pay(for product: ProductItem, guest: String, _ client: AppCoinsClient) async throws -> String {
        let created = try await client.checkout.createTransaction(
            body: CheckoutTransactionRequest(
                domain: domain,
                priceValue: product.price.value,
                priceCurrency: product.price.currency,
                product: product.sku,
                type: .inApp,
                channel: .ios,
                platform: .ios,
                guestID: guest,
                metadata: "player-1"
            )
        )
        var transaction = try await client.checkout.transaction(uid: created.uid)
        while transaction.purchaseResult == nil {
            sandbox.pass(seconds: 1)
            transaction = try await client.checkout.transaction(uid: created.uid)
        }
        guard let result = transaction.purchaseResult else { throw DemoFailure(description: "nothing was bought") }
        Transcript.line("Paid for \(product.title).")
        return result.purchaseData.purchaseToken
    }

    private func settle(_ uid: String, _ client: AppCoinsClient, _ open: AppCoinsClient) async throws {
        let purchase = try await client.purchases.get(domain: domain, uid: uid)
        let pem = try await open.applications.publicKey(domain: domain, platform: .ios)
        try DemoFailure.unless(try isGenuine(purchase.verification, pem), "the signature does not fit")
        Transcript.line("The purchase is signed by the service; checked here, with its public key.")
        try await client.purchases.acknowledge(domain: domain, uid: uid)
        try await client.purchases.consume(domain: domain, uid: uid)
        let consumed = try await client.purchases.get(domain: domain, uid: uid)
        try DemoFailure.unless(consumed.state == .consumed, "the purchase is \(consumed.state.rawValue)")
        Transcript.line("Acknowledged and consumed.")
    }

    private func isGenuine(_ signed: SignedPurchaseData, _ pem: String) throws -> Bool {
        guard let bytes = Data(base64Encoded: signed.signature) else { return false }
        let key = try _RSA.Signing.PublicKey(pemRepresentation: pem)
        let signature = _RSA.Signing.RSASignature(rawRepresentation: bytes)
        let digest = Insecure.SHA1.hash(data: Data(signed.data.utf8))
        return key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5)
    }
}
