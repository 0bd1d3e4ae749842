import AppCoinsAPI
import APIRuntime
import APIServer
import HTTPTypes
import Foundation

/// The sandbox's own calls for AppCoins, below `/sandbox/appcoins`.
///
/// Scripts and settles payments, signs users in, pays purchases back, and shows what was counted.
struct AppCoinsControlRoutes {
    let world: AppCoinsWorld

    private static let root = "/sandbox/appcoins"

    func addRoutes(to router: MappedRouter) {
        addScript(to: router)
        addPayments(to: router)
        addPurchases(to: router)
        addAccounts(to: router)
        let world = self.world
        router.on(.get, "\(Self.root)/reports", "sandbox.appcoins.reports") { _ in
            let reports = world.withState { $0.reports }.map { stored in
                ["count": .number(JSONNumber(stored.count)), "report": JSONValue(stored.report)] as JSONValue
            }
            return Reply(["reports": .array(reports)] as JSONValue).raw
        }
        router.on(.post, "\(Self.root)/settings", "sandbox.appcoins.settings") { input in
            let change = try AppCoinsSettingsChange(try input.json(), in: world, input.request)
            world.withState { change.apply(to: &$0.settings) }
            return Reply.empty().raw
        }
    }

    private func addScript(to router: MappedRouter) {
        let world = self.world
        router.on(.post, "\(Self.root)/checkout", "sandbox.appcoins.script") { input in
            let body: JSONValue = try input.json()
            guard let outcome = try input.outcome(in: body) else { throw input.lacking("outcome") }
            let rule = CheckoutScript.Rule(
                outcome: outcome,
                domain: body["domain"]?.string,
                sku: body["sku"]?.string,
                remaining: body["times"]?.number.flatMap { Int($0.description) }
            )
            world.withState { $0.script.add(rule) }
            return Reply.empty().raw
        }
        router.on(.delete, "\(Self.root)/checkout", "sandbox.appcoins.clearScript") { _ in
            world.withState { $0.script.clear() }
            return Reply.empty().raw
        }
    }

    private func addPayments(to router: MappedRouter) {
        let world = self.world
        router.on(.post, "\(Self.root)/payments", "sandbox.appcoins.pay") { input in
            let body: JSONValue = try input.json()
            guard let order = CheckoutOrder(body, outcome: try input.outcome(in: body)) else {
                throw input.lacking("domain, product")
            }
            guard let started = world.start(order, wallet: world.payingWallet(order, address: body["address"]?.string))
            else { throw input.absent }
            return Reply(["uid": .string(started.uid)] as JSONValue).raw
        }
        router.on(.post, "\(Self.root)/transactions/{uid}", "sandbox.appcoins.settle") { input in
            guard let outcome = try input.outcome(in: try input.json()) else { throw input.lacking("outcome") }
            let (uid, now) = (input.path("uid"), world.now)
            let (isKnown, settled) = world.withState { state in
                (state.transactions[uid] != nil, state.settle(uid, outcome, now: now))
            }
            guard isKnown else { throw input.absent }
            guard settled != nil else {
                throw AppCoinsRefusal.problem(409, .conflict(input.request, "The transaction has ended."))
            }
            return Reply.empty().raw
        }
        router.on(.get, "\(Self.root)/transactions/{uid}/messages", "sandbox.appcoins.messages") { input in
            let now = world.now
            guard let found = world.withState({ $0.poll(input.path("uid"), now: now) }) else { throw input.absent }
            let messages = try world.messages(of: found, input.request).map { JSONValue($0) }
            return Reply(
                [
                    "final": .bool(found.status.isFinal), "status": .string(found.status.rawValue),
                    "messages": .array(messages),
                ] as JSONValue
            ).raw
        }
    }

    private func addPurchases(to router: MappedRouter) {
        let world = self.world
        router.on(.get, "\(Self.root)/purchases", "sandbox.appcoins.purchases") { _ in
            let uids = world.withState { $0.purchases }.map { JSONValue.string($0.uid) }
            return Reply(["purchases": .array(uids)] as JSONValue).raw
        }
        router.on(.post, "\(Self.root)/purchases/{uid}/refund", "sandbox.appcoins.refund") { input in
            guard world.withState({ $0.change(input.path("uid")) { $0.isVoided = true } }) != nil else {
                throw input.absent
            }
            return Reply.empty().raw
        }
        router.on(.get, "\(Self.root)/purchases/{uid}", "sandbox.appcoins.purchase") { input in
            guard let purchase = world.withState({ $0.purchase(input.path("uid")) }) else { throw input.absent }
            return Reply(
                [
                    "uid": .string(purchase.uid), "state": .string(purchase.state.rawValue),
                    "refunded": .bool(purchase.isVoided),
                    "acknowledgements": .number(JSONNumber(purchase.acknowledgements)),
                    "consumptions": .number(JSONNumber(purchase.consumptions)),
                ] as JSONValue
            ).raw
        }
    }

    private func addAccounts(to router: MappedRouter) {
        let world = self.world
        router.on(.post, "\(Self.root)/users", "sandbox.appcoins.signIn") { input in
            let name = try input.json(JSONValue.self)["name"]?.string ?? "sample"
            return Reply(world.wallets.user(WalletTokens.address(of: "user:\(name)"))).raw
        }
        router.on(.get, "\(Self.root)/landing", "sandbox.appcoins.landing") { _ in
            AppCoinsRefusal.html(200, CheckoutPage.notice("You were sent here by the checkout."))
        }
        router.on(.get, "\(Self.root)/flags/{code}", "sandbox.appcoins.flag") { input in
            let code = CheckoutPage.escaped(input.path("code"))
            let height = max(16, min(input.queryInt("height") ?? 64, 512))
            let svg = """
                <svg xmlns="http://www.w3.org/2000/svg" width="\(height)" height="\(height)" viewBox="0 0 8 8">\
                <circle cx="4" cy="4" r="4" fill="#246"/><text x="4" y="5" font-size="2.4" text-anchor="middle" \
                fill="#fff">\(code)</text></svg>
                """
            return RawReply(status: 200, contentType: "image/svg+xml", bytes: Array(svg.utf8))
        }
    }
}

extension AppCoinsWorld {
    /// The wallet that a page pays with: a signed-in user's, or else the guest's.
    fileprivate func payingWallet(_ order: CheckoutOrder, address: String?) -> String {
        if let address { return address }
        let guest = order.guestUID ?? "guest-of-the-page"
        let wallet = WalletTokens.guestAddress(guest)
        withState { $0.guests[wallet] = guest }
        return wallet
    }
}

extension CheckoutOrder {
    /// Reads what the page sends; `nil` without an app and a product.
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

extension RouteInput {
    /// The outcome that a body names; `nil` when it names none.
    ///
    /// - Throws: 400 for one that does not exist.
    fileprivate func outcome(in body: JSONValue) throws -> CheckoutOutcome? {
        guard let text = body["outcome"]?.string else { return nil }
        guard let outcome = CheckoutOutcome(rawValue: text) else {
            let known = CheckoutOutcome.allCases.map(\.rawValue).joined(separator: ", ")
            throw AppCoinsRefusal.problem(400, .invalid(request, "outcome", value: text, "Known: \(known)."))
        }
        return outcome
    }

    /// 400 for a body that lacks something.
    fileprivate func lacking(_ name: String) -> RawReply { AppCoinsRefusal.problem(400, .missing(request, name)) }

    /// 404.
    fileprivate var absent: RawReply {
        AppCoinsRefusal.problem(404, .notFound(request, "The resource does not exist."))
    }
}
