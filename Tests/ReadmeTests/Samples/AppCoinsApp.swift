import APIRuntime
import AppCoinsAPI
import AppCoinsSDK
import AppCoinsTesting
import Foundation

// region buy
func buyFirst(for userID: String, deliver: (Purchase) throws -> Void) async throws {
    guard await AppcSDK.isAvailable() else { return }
    guard let product = try await Product.products().first else { return }
    switch await product.purchase(payload: userID) {
    case .success(.verified(let purchase)):
        try deliver(purchase)
        try await purchase.finish()
    case .success(.unverified(let purchase, let error)):
        print("not genuine: \(purchase.sku), \(error.debugInfo.message)")
    case .pending:
        break  // When the service has the payment, it is in Purchase.unfinished().
    case .userCancelled:
        break
    case .failed(let error):
        print(error.debugInfo.message)
    }
}
// endregion

// region unfinished
func deliverUnfinished(
    _ deliverOnce: (_ sku: String, _ uid: String) throws -> Void
) async throws {
    for purchase in try await Purchase.unfinished() {
        try deliverOnce(purchase.sku, purchase.uid)
        try await purchase.finish()
    }
}
// endregion

// region entry
func open(_ url: URL) {
    AppcSDK.initialize()
    if AppcSDK.handle(redirectURL: url) { return }
    print("a link of the app: \(url.path)")
}
// endregion

// region sandbox
/// Connects the SDK with a sandbox, whose control panel shows the servers.
func useSandbox(_ servers: AppCoinsServers, domain: String) {
    var environment = AppcEnvironment(domain: domain, servers: servers)
    environment.presenter = SandboxCheckoutPresenter(servers: environment.servers)
    AppcSDK.use(environment)
}
// endregion
