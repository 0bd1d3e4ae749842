import APIRuntime
import APIServer
import AppCoinsAPI
import Foundation

extension AppCoinsService: PanelSource {
    var panelName: String { "appcoins" }

    /// The newest purchases and payments, and the outcome of the next payments.
    var panelState: JSONValue {
        let (purchases, transactions, rules, outcome) = world.withState {
            ($0.purchases, $0.transactions, $0.script.rules, $0.settings.checkout)
        }
        let payments = transactions.values.sorted { ($0.added, $0.uid) > ($1.added, $1.uid) }
        return [
            "count": .number(JSONNumber(purchases.count)),
            "next": .string(rules.first?.outcome.rawValue ?? outcome.rawValue),
            "purchases": .array(
                purchases.suffix(10).reversed().map { purchase in
                    [
                        "uid": .string(purchase.uid), "sku": .string(purchase.sku),
                        "state": .string(purchase.state.rawValue), "refunded": .bool(purchase.isVoided),
                        "date": .string(purchase.created.ISO8601Format()),
                    ] as JSONValue
                }
            ),
            "payments": .array(
                payments.prefix(10).map { payment in
                    [
                        "uid": .string(payment.uid), "sku": .string(payment.order.sku),
                        "status": .string(payment.status.rawValue), "final": .bool(payment.status.isFinal),
                    ] as JSONValue
                }
            ),
        ]
    }

    /// Adds the checkout page of a product, for a buyer without an app.
    func addPanelRoutes(to routes: ServerRoutes) {
        let world = self.world
        routes.raw("sandbox.appcoins.checkoutPage", .get, "/sandbox/appcoins/checkout-page") { input in
            let domain = input.queryValue("domain") ?? SandboxApp.samples[0].domain
            let sku = input.queryValue("product") ?? SandboxApp.samples[0].products.first?.sku ?? ""
            guard let product = world.app(domain)?.product(sku) else {
                throw AppCoinsRefusal.html(404, CheckoutPage.notice("This product is not available."))
            }
            let order = CheckoutOrder(domain: domain, sku: sku)
            let price = world.prices.price(of: product, in: world.userCurrency, policy: nil)
            return AppCoinsRefusal.html(
                200,
                CheckoutPage(order: order, product: product, price: price, language: "en").html
            )
        }
    }
}
