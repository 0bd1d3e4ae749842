import AppCoinsAPI
import APIRuntime
import APIServer
import HTTPTypes

/// Routes of what a developer's own server looks up.
struct AppCoinsServerRoutes {
    let world: AppCoinsWorld

    func addRoutes(to router: MappedRouter) {
        let purchases = SandboxServerPurchases(world: world)
        let tail = "google/inapp/v3/applications/{packageName}/purchases/products/{sku}/tokens/{purchaseToken}"
        // The second is the call's older address, which the documentation still shows.
        for service in ["productv2", "product"] {
            router.onVersioned(.get, "/\(service)/{version}/\(tail)", "verifyServerPurchase") { input in
                try await purchases.verify(
                    packageName: input.path("packageName"),
                    sku: input.path("sku"),
                    purchaseToken: input.path("purchaseToken"),
                    request: input.request
                ).raw
            }
        }
        router.onVersioned(.get, "/productv2/{version}/inapp/purchases/{purchaseToken}", "getServerPurchase") { input in
            try await purchases.get(purchaseToken: input.path("purchaseToken"), request: input.request).raw
        }
    }
}
