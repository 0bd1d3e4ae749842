import AppCoinsAPI
import APIRuntime
import APIServer

extension AppCoinsWorld {
    /// Starts a payment, or returns `nil` if the app or the product is unknown.
    func start(_ order: CheckoutOrder, wallet: String) -> StoredTransaction? {
        guard let product = app(order.domain)?.product(order.sku) else { return nil }
        let listed = prices.price(of: product, in: userCurrency, policy: order.discountPolicy)
        let price = TransactionPrice(currency: listed.currency, value: listed.value, appc: listed.appc?.value)
        let now = self.now
        return withState { $0.start(order, product: product, price: price, wallet: wallet, now: now) }
    }

    /// Returns a payment in the format for its wallet.
    ///
    /// - Throws: An error if there is no key to sign the purchase.
    func response(_ transaction: StoredTransaction, _ request: ServerRequest) throws -> CheckoutTransaction {
        var response = CheckoutTransaction(
            uid: transaction.uid,
            domain: transaction.order.domain,
            product: transaction.order.sku,
            status: transaction.status,
            walletFrom: transaction.wallet,
            country: transaction.order.country ?? settings.country,
            type: .inApp,
            reference: transaction.order.reference,
            hash: transaction.hash,
            origin: "BDS",
            gateway: TransactionGateway(name: "sandbox"),
            metadata: TransactionMetadata(
                developerPayload: transaction.order.payload,
                purchaseUID: transaction.purchaseUID
            ),
            price: transaction.price
        )
        response.purchaseResult = try purchaseResult(of: transaction)
        response.checkoutFailure = failure(of: transaction, request)
        return response
    }

    /// Returns the messages from the page to the app, in order.
    ///
    /// Returns no messages while the payment is not final, or if the buyer left. Does not advance the payment.
    ///
    /// - Throws: An error if there is no key to sign the purchase.
    func messages(of transaction: StoredTransaction, _ request: ServerRequest) throws -> [CheckoutMessage] {
        if let result = try purchaseResult(of: transaction) {
            let message = CheckoutMessage.purchaseResultMessage(
                PurchaseResultMessage(params: result)
            )
            return transaction.outcome == .twice ? [message, message] : [message]
        }
        guard let failure = failure(of: transaction, request) else { return [] }
        return [.checkoutErrorMessage(CheckoutErrorMessage(params: failure))]
    }

    private func purchaseResult(of transaction: StoredTransaction) throws -> CheckoutPurchaseResult? {
        guard let uid = transaction.purchaseUID, let purchase = withState({ $0.purchase(uid) }) else { return nil }
        let data = CheckoutPurchaseData(
            orderId: purchase.orderUID,
            packageName: purchase.domain,
            productId: purchase.sku,
            purchaseTime: purchase.milliseconds,
            purchaseToken: purchase.uid,
            purchaseState: purchase.isVoided ? 1 : 0,
            developerPayload: purchase.payload ?? "",
            productType: .inApp,
            isAutoRenewing: false
        )
        return CheckoutPurchaseResult(
            responseCode: 0,
            purchaseData: data,
            dataSignature: try signature(of: purchase),
            orderReference: transaction.order.reference,
            wallet: payer(of: transaction)
        )
    }

    /// Returns the wallet that paid, as the page represents it: a guest by identifier, a user with new tokens.
    private func payer(of transaction: StoredTransaction) -> PayingWallet {
        if let guest = withState({ $0.guests[transaction.wallet] }) {
            return .payingGuestWallet(PayingGuestWallet(guest: PayingGuest(guestUID: guest)))
        }
        return .payingUserWallet(PayingUserWallet(user: wallets.user(transaction.wallet)))
    }

    private func failure(of transaction: StoredTransaction, _ request: ServerRequest) -> CheckoutFailure? {
        guard transaction.status == .failed else { return nil }
        let isNetwork = transaction.outcome == .network
        return CheckoutFailure(
            checkoutError: isNetwork ? .network : .failed,
            message: isNetwork ? "No connection" : "Payment failed",
            description: "The tester chose this result of the payment.",
            request: CheckoutFailureRequest(
                url: "\(request.baseURL)/broker/8.20240812/transactions/\(transaction.uid)",
                method: "GET",
                body: "",
                responseData: "{\"uid\":\"\(transaction.uid)\",\"status\":\"\(transaction.status.rawValue)\"}",
                statusCode: 200
            )
        )
    }
}
