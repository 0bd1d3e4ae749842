import AppCoinsAPI
import SandboxServer
import Testing

@testable import AppCoinsSDK

@Suite("Sandbox settings")
struct SandboxSettingsTests {
    @Test("sandbox settings apply from the first call")
    func settings() async throws {
        let settings = AppCoinsSandboxSettings(userCurrency: "PLN", pageSize: 2, checkout: .failed)
        let sandbox = try await SandboxServer.start(SandboxConfiguration(receipts: 0, appCoins: settings))
        let billing = AppcBilling(Bench.environment(sandbox))
        billing.initialize()
        let products = try await billing.products()
        #expect(Set(products.map(\.priceCurrency)) == ["PLN"])
        #expect(sandbox.counter.count("listProducts") == (products.count + 1) / 2)
        #expect(await products.first { $0.sku == "honey_jar" }?.purchase().outline == "failed systemError")
        #expect(
            await products.first { $0.sku == "honey_jar" }?.purchase(payload: "sandbox:success").outline == "verified"
        )
    }
}
