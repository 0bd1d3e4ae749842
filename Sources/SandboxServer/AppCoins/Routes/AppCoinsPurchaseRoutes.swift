import AppCoinsAPI
import APIRuntime
import APIServer
import HTTPTypes

/// Routes of purchases.
struct AppCoinsPurchaseRoutes {
    let world: AppCoinsWorld

    func addRoutes(to router: MappedRouter) {
        addReading(to: router)
        let purchases = SandboxPurchases(world: world)
        let purchase = "/productv2/{version}/applications/{domain}/inapp/purchases/{uid}"
        router.onVersioned(.post, "\(purchase)/acknowledge", "acknowledgePurchase") { input in
            try await purchases.acknowledge(
                domain: input.path("domain"),
                uid: input.path("uid"),
                payload: input.query("payload"),
                request: input.request
            ).raw
        }
        router.onVersioned(.post, "\(purchase)/consume", "consumePurchase") { input in
            try await purchases.consume(
                domain: input.path("domain"),
                uid: input.path("uid"),
                payload: input.query("payload"),
                request: input.request
            ).raw
        }
    }

    private func addReading(to router: MappedRouter) {
        let purchases = SandboxPurchases(world: world)
        let list = "/productv2/{version}/applications/{domain}/inapp/consumable/purchases"
        router.onVersioned(.get, list, "listPurchases") { input in
            try await purchases.list(
                domain: input.path("domain"),
                sku: input.query("sku"),
                state: input.commaList("state")?.map { PurchaseState(rawValue: $0) },
                platform: input.queryEnum("platform"),
                limit: try input.wholeNumber("limit"),
                cursor: input.query("cursor"),
                request: input.request
            ).raw
        }
        router.onVersioned(.get, "\(list)/{uid}", "getPurchase") { input in
            try await purchases.get(
                domain: input.path("domain"),
                uid: input.path("uid"),
                request: input.request
            ).raw
        }
    }
}
