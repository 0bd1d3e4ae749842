import AppCoinsAPI
import APIRuntime
import APIServer
import HTTPTypes

/// Routes of currencies, products and keys.
struct AppCoinsProductRoutes {
    let world: AppCoinsWorld

    func addRoutes(to router: MappedRouter) {
        addCurrencies(to: router)
        let products = SandboxProducts(world: world)
        let app = "/productv2/{version}/applications/{domain}"
        router.onVersioned(.get, "\(app)/inapp/consumables", "listProducts") { input in
            try await products.list(
                domain: input.path("domain"),
                skus: input.commaList("skus"),
                currency: input.query("currency"),
                platform: input.queryEnum("platform"),
                discountPolicy: input.queryEnum("discount_policy"),
                limit: try input.wholeNumber("limit"),
                cursor: input.query("cursor"),
                request: input.request
            ).raw
        }
        let applications = SandboxApplications(world: world)
        router.onVersioned(.get, "\(app)/public-key", "getApplicationPublicKey") { input in
            let reply = try await applications.publicKey(
                domain: input.path("domain"),
                platform: input.queryEnum("platform"),
                request: input.request
            )
            return Self.escapingSlashes(reply.raw)
        }
    }

    private func addCurrencies(to router: MappedRouter) {
        let currencies = SandboxCurrencies(world: world)
        router.onVersioned(.get, "/broker/{version}/exchanges/{from}/convert/{amount}", "convertCurrency") { input in
            try await currencies.convert(
                from: input.path("from"),
                amount: input.path("amount"),
                to: input.query("to"),
                request: input.request
            ).raw
        }
        router.onVersioned(.get, "/broker/{version}/currencies", "listCurrencies") { input in
            try await currencies.list(
                type: input.queryEnum("type"),
                iconHeight: try input.wholeNumber("icon.height"),
                limit: try input.wholeNumber("limit"),
                cursor: input.query("cursor"),
                request: input.request
            ).raw
        }
    }

    /// The same JSON with every slash written as `\/`: the service writes its keys so, and clients undo it by hand.
    private static func escapingSlashes(_ reply: RawReply) -> RawReply {
        var reply = reply
        reply.bytes = reply.bytes.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
        return reply
    }
}
