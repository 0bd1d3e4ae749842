import AppCoinsAPI
import APIRuntime
import APIServer

/// The operations of the tag `serverPurchases`, which require no token.
struct SandboxServerPurchases: AppCoinsServerPurchasesService {
    let world: AppCoinsWorld

    /// Verifies that a purchase is genuine.
    func verify(
        packageName: String,
        sku: String,
        purchaseToken: String,
        request: ServerRequest
    ) async throws(VerifyServerPurchaseError) -> ServerResponse<ServerPurchaseVerification> {
        let purchase = try purchase(purchaseToken, request, failing: VerifyServerPurchaseError.self)
        guard purchase.domain == packageName, purchase.sku == sku else {
            throw Self.missing(request, VerifyServerPurchaseError.self)
        }
        return ServerResponse(
            ServerPurchaseVerification(
                kind: "androidpublisher#inappPurchase",
                purchaseTimeMillis: "\(purchase.milliseconds)",
                purchaseState: purchase.isVoided ? 1 : 0,
                consumptionState: purchase.state == .consumed ? 1 : 0,
                acknowledgementState: purchase.state == .pending ? 0 : 1,
                developerPayload: purchase.payload ?? "",
                orderId: purchase.orderUID,
                purchaseToken: purchase.uid,
                productId: purchase.sku,
                regionCode: purchase.country
            )
        )
    }

    /// Returns the details of a purchase.
    func get(purchaseToken: String, request: ServerRequest) async throws(GetServerPurchaseError) -> ServerResponse<
        ServerPurchase
    > {
        let purchase = try purchase(purchaseToken, request, failing: GetServerPurchaseError.self)
        let status: ServerPurchaseStatus = purchase.isVoided ? .voided : .completed
        return ServerResponse(
            ServerPurchase(
                uid: purchase.uid,
                sku: purchase.sku,
                domain: purchase.domain,
                type: .consumable,
                status: status,
                state: purchase.state,
                payload: purchase.payload,
                created: purchase.created,
                buyer: ServerPurchaseBuyer(type: "WALLET", reference: purchase.wallet),
                order: ServerPurchaseOrder(
                    uid: purchase.orderUID,
                    gateway: "broker",
                    reference: purchase.transactionUID,
                    status: status.rawValue,
                    created: purchase.ordered
                )
            )
        )
    }

    /// Returns the details of a purchase's transaction.
    ///
    /// Does not advance the transaction. The checkout has an operation with the same path at another version, which
    /// requires a token. A request with a token is therefore meant for the checkout, regardless of the version, and is
    /// refused.
    func transaction(uid: String, request: ServerRequest) async throws -> ServerResponse<ServerTransaction> {
        guard request.bearer == nil else {
            throw RawServerResponse.json(
                try await SandboxCheckout(world: world).transaction(uid: uid, request: request).body
            )
        }
        guard let found = world.withState({ $0.transactions[uid] }) else {
            throw Self.missing(request, GetServerTransactionError.self)
        }
        return ServerResponse(
            ServerTransaction(
                uid: found.uid,
                status: found.status,
                domain: found.order.domain,
                product: found.order.sku,
                type: .inApp,
                method: "sandbox",
                channel: "IOS",
                walletFrom: found.wallet,
                country: found.order.country ?? world.settings.country,
                reference: found.order.reference,
                hash: found.hash,
                origin: "BDS",
                gateway: TransactionGateway(name: "sandbox"),
                metadata: TransactionMetadata(
                    developerPayload: found.order.payload,
                    purchaseUID: found.purchaseUID
                ),
                price: found.price,
                added: found.added,
                modified: found.modified
            )
        )
    }

    private func purchase<Failure: MissingResourceError>(
        _ uid: String,
        _ request: ServerRequest,
        failing: Failure.Type
    ) throws(Failure) -> StoredPurchase {
        guard let purchase = world.withState({ $0.purchase(uid) }) else { throw Self.missing(request, failing) }
        return purchase
    }

    private static func missing<Failure: MissingResourceError>(_ request: ServerRequest, _: Failure.Type) -> Failure {
        .notFound(.notFound(request, "The resource does not exist."))
    }
}
