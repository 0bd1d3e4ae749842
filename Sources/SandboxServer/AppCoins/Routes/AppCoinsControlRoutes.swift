import AppCoinsAPI
import APIRuntime
import APIServer
import Foundation

/// The sandbox's control operations for AppCoins, below `/sandbox/appcoins`.
///
/// They script and settle payments, sign users in, refund purchases, and return counts.
struct AppCoinsControlRoutes {
    let world: AppCoinsWorld

    private static let root = "/sandbox/appcoins"

    func addRoutes(to routes: ServerRoutes) {
        addScript(to: routes)
        addPayments(to: routes)
        addPurchases(to: routes)
        addAccounts(to: routes)
        let world = self.world
        routes.raw("sandbox.appcoins.reports", .get, "\(Self.root)/reports") { _ in
            let reports = world.withState { $0.reports }.map { stored in
                ["count": .number(JSONNumber(stored.count)), "report": JSONValue(stored.report)] as JSONValue
            }
            return RawServerResponse.json(["reports": .array(reports)] as JSONValue)
        }
        routes.raw("sandbox.appcoins.settings", .post, "\(Self.root)/settings") { input in
            let change = try AppCoinsSettingsChange(try input.json(), in: world, input.about)
            world.withState { change.apply(to: &$0.settings) }
            return RawServerResponse.empty(204)
        }
    }

    private func addScript(to routes: ServerRoutes) {
        let world = self.world
        routes.raw("sandbox.appcoins.script", .post, "\(Self.root)/checkout") { input in
            let body: JSONValue = try input.json()
            guard let outcome = try input.outcome(in: body) else { throw input.lacking("outcome") }
            let rule = CheckoutScript.Rule(
                outcome: outcome,
                domain: body["domain"]?.string,
                sku: body["sku"]?.string,
                remaining: body["times"]?.number.flatMap { Int($0.description) }
            )
            world.withState { $0.script.add(rule) }
            return RawServerResponse.empty(204)
        }
        routes.raw("sandbox.appcoins.clearScript", .delete, "\(Self.root)/checkout") { _ in
            world.withState { $0.script.clear() }
            return RawServerResponse.empty(204)
        }
    }

    private func addPayments(to routes: ServerRoutes) {
        let world = self.world
        routes.raw("sandbox.appcoins.pay", .post, "\(Self.root)/payments") { input in
            let body: JSONValue = try input.json()
            guard let order = CheckoutOrder(body, outcome: try input.outcome(in: body)) else {
                throw input.lacking("domain, product")
            }
            guard let started = world.start(order, wallet: world.payingWallet(order, address: body["address"]?.string))
            else { throw input.absent }
            return RawServerResponse.json(["uid": .string(started.uid)] as JSONValue)
        }
        routes.raw("sandbox.appcoins.settle", .post, "\(Self.root)/transactions/{uid}") { input in
            guard let outcome = try input.outcome(in: input.json()) else { throw input.lacking("outcome") }
            let (uid, now) = (input.pathValue("uid"), world.now)
            let (isKnown, settled) = world.withState { state in
                (state.transactions[uid] != nil, state.settle(uid, outcome, now: now))
            }
            guard isKnown else { throw input.absent }
            guard settled != nil else {
                throw AppCoinsRefusal.problem(409, .conflict(input.about, "The transaction has ended."))
            }
            return RawServerResponse.empty(204)
        }
        routes.raw("sandbox.appcoins.messages", .get, "\(Self.root)/transactions/{uid}/messages") { input in
            let now = world.now
            guard let found = world.withState({ $0.poll(input.pathValue("uid"), now: now) }) else { throw input.absent }
            let messages = try world.messages(of: found, input.about).map { JSONValue($0) }
            return RawServerResponse.json(
                [
                    "final": .bool(found.status.isFinal), "status": .string(found.status.rawValue),
                    "messages": .array(messages),
                ] as JSONValue
            )
        }
    }

    private func addPurchases(to routes: ServerRoutes) {
        let world = self.world
        routes.raw("sandbox.appcoins.purchases", .get, "\(Self.root)/purchases") { _ in
            let uids = world.withState { $0.purchases }.map { JSONValue.string($0.uid) }
            return RawServerResponse.json(["purchases": .array(uids)] as JSONValue)
        }
        routes.raw("sandbox.appcoins.refund", .post, "\(Self.root)/purchases/{uid}/refund") { input in
            guard world.withState({ $0.change(input.pathValue("uid")) { $0.isVoided = true } }) != nil else {
                throw input.absent
            }
            return RawServerResponse.empty(204)
        }
        routes.raw("sandbox.appcoins.purchase", .get, "\(Self.root)/purchases/{uid}") { input in
            guard let purchase = world.withState({ $0.purchase(input.pathValue("uid")) }) else { throw input.absent }
            return RawServerResponse.json(
                [
                    "uid": .string(purchase.uid), "state": .string(purchase.state.rawValue),
                    "refunded": .bool(purchase.isVoided),
                    "acknowledgements": .number(JSONNumber(purchase.acknowledgements)),
                    "consumptions": .number(JSONNumber(purchase.consumptions)),
                ] as JSONValue
            )
        }
    }

    private func addAccounts(to routes: ServerRoutes) {
        let world = self.world
        routes.raw("sandbox.appcoins.signIn", .post, "\(Self.root)/users") { input in
            let name = try input.json(JSONValue.self)["name"]?.string ?? "sample"
            return RawServerResponse.json(world.wallets.user(WalletTokens.address(of: "user:\(name)")))
        }
        routes.raw("sandbox.appcoins.landing", .get, "\(Self.root)/landing") { _ in
            AppCoinsRefusal.html(200, CheckoutPage.notice("You were sent here by the checkout."))
        }
        routes.raw("sandbox.appcoins.flag", .get, "\(Self.root)/flags/{code}") { input in
            let code = CheckoutPage.escaped(input.pathValue("code"))
            let height = max(16, min(input.queryValue("height").flatMap { Int($0) } ?? 64, 512))
            let svg = """
                <svg xmlns="http://www.w3.org/2000/svg" width="\(height)" height="\(height)" viewBox="0 0 8 8">\
                <circle cx="4" cy="4" r="4" fill="#246"/><text x="4" y="5" font-size="2.4" text-anchor="middle" \
                fill="#fff">\(code)</text></svg>
                """
            return RawServerResponse(status: 200, contentType: "image/svg+xml", bytes: Array(svg.utf8))
        }
    }
}

extension AppCoinsWorld {
    /// Returns the wallet that a page pays with: a signed-in user's wallet, or the guest's if no user is signed in.
    fileprivate func payingWallet(_ order: CheckoutOrder, address: String?) -> String {
        if let address { return address }
        let guest = order.guestUID ?? "guest-of-the-page"
        let wallet = WalletTokens.guestAddress(guest)
        withState { $0.guests[wallet] = guest }
        return wallet
    }
}

extension CheckoutOrder {
    /// Creates an order from the page's JSON, or returns `nil` if the app or the product is missing.
    fileprivate init?(_ json: JSONValue, outcome: CheckoutOutcome?) {
        guard let domain = json["domain"]?.string, let product = json["product"]?.string else { return nil }
        self.init(
            domain: domain,
            sku: product,
            payload: json["metadata"]?.string,
            reference: json["reference"]?.string,
            guestUID: json["guest_uid"]?.string,
            country: json["country"]?.string,
            discountPolicy: json["discount_policy"]?.string.map { DiscountPolicy(rawValue: $0) },
            outcome: outcome
        )
    }
}

extension ServerInput {
    /// Returns the outcome in a body, or `nil` if the body contains none.
    ///
    /// - Throws: The response with status 400 for an unknown outcome.
    fileprivate func outcome(in body: JSONValue) throws -> CheckoutOutcome? {
        guard let text = body["outcome"]?.string else { return nil }
        guard let outcome = CheckoutOutcome(rawValue: text) else {
            let known = CheckoutOutcome.allCases.map(\.rawValue).joined(separator: ", ")
            throw AppCoinsRefusal.problem(400, .invalid(about, "outcome", value: text, "Known: \(known)."))
        }
        return outcome
    }

    /// Returns the response with status 400 for a body with a missing property.
    fileprivate func lacking(_ name: String) -> RawServerResponse {
        AppCoinsRefusal.problem(400, .missing(about, name))
    }

    /// The response with status 404.
    fileprivate var absent: RawServerResponse {
        AppCoinsRefusal.problem(404, .notFound(about, "The resource does not exist."))
    }
}
