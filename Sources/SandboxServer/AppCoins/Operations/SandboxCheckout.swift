import AppCoinsAPI
import APIServer
import Foundation

/// The operations of the tag `checkout`.
struct SandboxCheckout: AppCoinsCheckoutService {
    let world: AppCoinsWorld

    /// Returns the page on which the buyer pays.
    func page(
        origin: CheckoutOrigin,
        type: ProductType,
        domain: String,
        product: String,
        country: String,
        reference: String,
        version: String,
        languageCode: String,
        paymentChannel: CheckoutChannel,
        platform: ClientPlatform,
        isBrowserCheckout: Bool,
        oemID: String,
        installationOrigin: String,
        metadata: String?,
        guestUID: String?,
        discountPolicy: DiscountPolicy?,
        request: ServerRequest
    ) async throws(GetCheckoutPageError) -> ServerResponse<String> {
        guard let app = world.app(domain), let sold = app.product(product) else {
            throw .notFound(CheckoutPage.notice("This product is not available."))
        }
        let order = CheckoutOrder(
            domain: domain,
            sku: product,
            payload: metadata,
            reference: reference,
            guestUID: guestUID,
            country: country,
            discountPolicy: discountPolicy
        )
        let price = world.prices.price(of: sold, in: world.userCurrency, policy: discountPolicy)
        return ServerResponse(CheckoutPage(order: order, product: sold, price: price, language: languageCode).html)
    }

    /// Starts a test payment.
    func createTransaction(
        body: CheckoutTransactionRequest,
        request: ServerRequest
    ) async throws(CreateCheckoutTransactionError) -> ServerResponse<CreatedTransaction> {
        let owner = try world.owner(of: request, failing: CreateCheckoutTransactionError.self)
        try Self.checkFields(of: body, world, request)
        let order = CheckoutOrder(
            domain: body.domain,
            sku: body.product,
            payload: body.metadata,
            reference: body.reference,
            guestUID: body.guestID,
            discountPolicy: body.discountPolicy
        )
        guard let started = world.start(order, wallet: owner) else {
            throw .notFound(.notFound(request, "The product does not exist."))
        }
        return ServerResponse(CreatedTransaction(uid: started.uid, status: started.status))
    }

    /// Returns the state of a payment, for the wallet that started it.
    ///
    /// Each call advances the payment.
    func transaction(uid: String, request: ServerRequest) async throws(GetCheckoutTransactionError) -> ServerResponse<
        CheckoutTransaction
    > {
        let owner = try world.owner(of: request, failing: GetCheckoutTransactionError.self)
        let now = world.now
        let found = world.withState { state in
            state.transactions[uid]?.wallet == owner ? state.poll(uid, now: now) : nil
        }
        guard let found else { throw .notFound(.notFound(request, "The transaction does not exist.")) }
        do {
            return ServerResponse(try world.response(found, request))
        } catch {
            throw .internalServerError(.failed(request))
        }
    }

    private static func checkFields(
        of body: CheckoutTransactionRequest,
        _ world: AppCoinsWorld,
        _ request: ServerRequest
    ) throws(CreateCheckoutTransactionError) {
        guard let price = SandboxCurrencies.number(body.priceValue) else {
            throw .badRequest(
                .invalid(request, "price.value", value: body.priceValue, "price.value is decimal text with a dot.")
            )
        }
        guard price > 0 else {
            let text = "price.value is below the lower bound."
            throw .badRequest(.invalid(request, "price.value", type: "LOWER_BOUND", value: "0.01", text))
        }
        guard world.prices.currency(body.priceCurrency) != nil else {
            throw .badRequest(
                .invalid(request, "price.currency", value: body.priceCurrency, "price.currency is not known.")
            )
        }
    }
}
