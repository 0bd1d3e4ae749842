import AppCoinsAPI
import APIRuntime
import APIServer
import Foundation

/// The operations of the tag `purchases`.
struct SandboxPurchases: AppCoinsPurchasesService {
    let world: AppCoinsWorld

    /// Returns the purchases that a wallet made in an app, newest first.
    ///
    /// Refunded purchases are part of the complete list, but match no state in the parameter `state`.
    func list(
        domain: String,
        sku: String?,
        state: [PurchaseState]?,
        platform: ClientPlatform?,
        limit: Int?,
        cursor: String?,
        request: ServerRequest
    ) async throws(ListPurchasesError) -> ServerResponse<PurchasePage> {
        let owner = try world.owner(of: request, failing: ListPurchasesError.self)
        _ = try world.app(domain, for: request, failing: ListPurchasesError.self)
        if let unknown = state?.first(where: { !PurchaseState.knownValues.contains($0) }) {
            throw .badRequest(.invalid(request, "state", value: unknown.rawValue, "state is not known."))
        }
        let found = world.withState { $0.purchases }.reversed().filter { purchase in
            purchase.wallet == owner && purchase.domain == domain && (sku ?? purchase.sku) == purchase.sku
                && (state.map { !purchase.isVoided && $0.contains(purchase.state) } ?? true)
        }
        let page = try world.page(
            found,
            id: \.uid,
            limit: limit,
            cursor: cursor,
            for: request,
            failing: ListPurchasesError.self
        )
        let states = state?.map(\.rawValue).joined(separator: ",")
        let addresses = PageAddresses(
            request: request,
            query: [
                ("sku", sku), ("state", states), ("platform", platform?.rawValue), ("limit", limit.map(String.init)),
            ]
        )
        var items: [PurchaseRecord] = []
        for purchase in page.items { items.append(try record(purchase, request, failing: ListPurchasesError.self)) }
        return ServerResponse(
            PurchasePage(items: items, next: addresses.link(page.next), previous: addresses.link(page.previous))
        )
    }

    /// Returns one purchase, for the wallet that made it.
    func get(domain: String, uid: String, request: ServerRequest) async throws(GetPurchaseError) -> ServerResponse<
        PurchaseRecord
    > {
        let purchase = try owned(domain: domain, uid: uid, request, failing: GetPurchaseError.self)
        return ServerResponse(try record(purchase, request, failing: GetPurchaseError.self))
    }

    /// Marks a purchase as verified.
    ///
    /// For a purchase that is already acknowledged or consumed, only increments the count.
    func acknowledge(
        domain: String,
        uid: String,
        payload: String?,
        request: ServerRequest
    ) async throws(AcknowledgePurchaseError) -> ServerResponse<Void> {
        try advance(domain: domain, uid: uid, request, failing: AcknowledgePurchaseError.self) { purchase in
            purchase.acknowledgements += 1
            if purchase.state == .pending { purchase.state = .acknowledged }
        }
    }

    /// Marks a purchase as delivered.
    ///
    /// For a purchase that is already consumed, only increments the count.
    func consume(
        domain: String,
        uid: String,
        payload: String?,
        request: ServerRequest
    ) async throws(ConsumePurchaseError) -> ServerResponse<Void> {
        try advance(domain: domain, uid: uid, request, failing: ConsumePurchaseError.self) { purchase in
            purchase.consumptions += 1
            purchase.state = .consumed
        }
    }

    private func advance<Failure: PurchaseStepError>(
        domain: String,
        uid: String,
        _ request: ServerRequest,
        failing: Failure.Type,
        _ step: (inout StoredPurchase) -> Void
    ) throws(Failure) -> ServerResponse<Void> {
        _ = try owned(domain: domain, uid: uid, request, failing: failing)
        let isDone = world.withState { state in
            guard state.purchase(uid)?.isVoided == false else { return false }
            return state.change(uid, step) != nil
        }
        guard isDone else { throw Failure.conflict(.conflict(request, "The purchase has been voided.")) }
        return .empty()
    }

    private func owned<Failure: MissingResourceError & TokenError>(
        domain: String,
        uid: String,
        _ request: ServerRequest,
        failing: Failure.Type
    ) throws(Failure) -> StoredPurchase {
        let owner = try world.owner(of: request, failing: failing)
        guard let purchase = world.withState({ $0.purchase(uid) }), purchase.wallet == owner, purchase.domain == domain
        else { throw Failure.notFound(.notFound(request, "The purchase does not exist.")) }
        return purchase
    }

    private func record<Failure: ServiceProblemError>(
        _ purchase: StoredPurchase,
        _ request: ServerRequest,
        failing: Failure.Type
    ) throws(Failure) -> PurchaseRecord {
        do {
            return try world.record(purchase)
        } catch {
            throw Failure.internalServerError(.failed(request))
        }
    }
}
