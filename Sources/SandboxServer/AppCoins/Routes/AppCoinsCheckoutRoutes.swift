import AppCoinsAPI
import APIRuntime
import APIServer
import HTTPTypes

/// Routes of the checkout and its transactions.
struct AppCoinsCheckoutRoutes {
    let world: AppCoinsWorld

    func addRoutes(to router: MappedRouter) {
        addPage(to: router)
        let checkout = SandboxCheckout(world: world)
        let create = "/broker/{version}/gateways/sandbox/transactions"
        router.onVersioned(.post, create, "createCheckoutTransaction") { input in
            try await checkout.createTransaction(body: try input.json(), request: input.request).raw
        }
        router.onVersioned(.get, "/broker/{version}/transactions/{uid}", "getCheckoutTransaction") { input in
            try await checkout.transaction(uid: input.path("uid"), request: input.request).raw
        }
        // The look-up by servers has the same path at a version of its own, and no token. Clients of any version send
        // one, so that the token tells the two apart there.
        let server = SandboxServerPurchases(world: world)
        router.on(.get, "/broker/8.20250505/transactions/{uid}", "getServerTransaction") { input in
            guard input.request.bearer == nil else {
                return try await checkout.transaction(uid: input.path("uid"), request: input.request).raw
            }
            return try await server.transaction(uid: input.path("uid"), request: input.request).raw
        }
    }

    private func addPage(to router: MappedRouter) {
        let checkout = SandboxCheckout(world: world)
        router.on(.get, "/iap/sdk", "getCheckoutPage") { input in
            let reply = try await checkout.page(
                origin: CheckoutOrigin(rawValue: try input.needed("origin")),
                type: ProductType(rawValue: try input.needed("type")),
                domain: try input.needed("domain"),
                product: try input.needed("product"),
                country: try input.needed("country"),
                reference: try input.needed("reference"),
                version: try input.needed("version"),
                languageCode: try input.needed("lang_code"),
                paymentChannel: CheckoutChannel(rawValue: try input.needed("payment_channel")),
                platform: ClientPlatform(rawValue: try input.needed("platform")),
                isBrowserCheckout: try input.needed("is_browser_checkout") == "true",
                oemID: try input.needed("oem_id"),
                installationOrigin: try input.needed("installation_origin"),
                metadata: input.query("metadata"),
                guestUID: input.query("guest_uid"),
                discountPolicy: input.queryEnum("discount_policy"),
                request: input.request
            )
            return AppCoinsRefusal.html(reply.status ?? 200, reply.body)
        }
    }
}

extension RouteInput {
    /// A parameter of the checkout page.
    ///
    /// - Throws: The page for status 400 when it is absent or empty.
    fileprivate func needed(_ name: String) throws -> String {
        guard let value = query(name), !value.isEmpty else {
            throw GetCheckoutPageError.badRequest(CheckoutPage.notice("This link is incomplete: \(name) is missing."))
        }
        return value
    }
}
