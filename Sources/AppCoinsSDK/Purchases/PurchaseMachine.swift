import APIRuntime
import AppCoinsAPI

/// A state machine for one purchase, without side effects.
///
/// The machine receives events and returns actions; a driver performs the actions and reports their results. Every
/// ending is resolved by asking the service, and the service alone decides whether the order was paid.
///
/// A link is not trusted, because any web page can open it: it never ends the checkout before the service confirms it. A
/// link that reports a failure only determines the error if the buyer then closes the sheet.
struct PurchaseMachine: Sendable {
    /// The state of a purchase.
    enum State: Sendable {
        /// The checkout is open.
        case open
        /// The checkout is open, and a link that reports success is being checked.
        case checking
        /// The checkout ended, and the service is asked about the order.
        case resolving(Ending)
        /// The purchase is genuine and is being acknowledged.
        case acknowledging
        /// The result is known.
        case ended
    }

    /// The end of a checkout, which determines the result if the service has no purchase for the order.
    enum Ending: Sendable {
        /// The page reported success.
        case paid
        /// The payment continues without the page.
        case unsettled
        /// The buyer closed the sheet.
        case closed
        /// The page failed.
        case failed(AppCoinsSDKError)
    }

    /// An event of a purchase.
    enum Event: Sendable {
        /// The page posted a message.
        case message(BridgeMessage)
        /// A link reports success.
        case link(CheckoutPurchaseResult)
        /// A link reports a failure of a kind.
        case linkFailed(CheckoutFailureKind)
        /// The page could not be loaded.
        case loadFailed(status: Int?)
        /// The payment continues without the page.
        case leftUnsettled
        /// The buyer closed the sheet.
        case closed
        /// The service was asked about the order.
        case verified(Reading)
        /// The acknowledgement ended, with an error if it failed.
        case acknowledged(AppCoinsSDKError?)
    }

    /// The response of the service about the order.
    enum Reading: Sendable {
        /// The purchase paid for the order and is genuine.
        case genuine(Purchase)
        /// The purchase paid for the order and is not genuine.
        case unverified(Purchase, VerificationFailure)
        /// The app has already delivered the purchase that paid for the order, or must not deliver it after a refund.
        case delivered
        /// The named purchase belongs to another order.
        case foreign
        /// The service has no purchase for the order.
        case absent
        /// The service did not respond, or the purchase cannot be verified yet.
        case unreadable
    }

    /// An action for the driver.
    enum Action: Sendable {
        /// Store a wallet as the active one.
        case activate(StoredWalletChange)
        /// Redirect the buyer.
        case follow(CheckoutRedirection)
        /// Ask the service about the purchase that a link names.
        case check(CheckoutPurchaseResult)
        /// Ask the service about the order, or about the purchase that the page names.
        case resolve(CheckoutPurchaseData?)
        /// Acknowledge the purchase.
        case acknowledge(Purchase)
        /// Close the sheet and return the result.
        case end(PurchaseResult)
    }

    /// The current state.
    private(set) var state = State.open

    private var purchase: Purchase?
    // The buyer was sent away to pay, so a closed sheet does not mean that the payment was cancelled.
    private var hasLeftPage = false
    // The error of a link, which the buyer confirms by closing the sheet.
    private var linkError: AppCoinsSDKError?

    /// Processes an event.
    ///
    /// - Returns: The actions to perform, in this order.
    mutating func on(_ event: Event) -> [Action] {
        switch (state, event) {
        case (.open, .message(let message)): return received(message)
        case (.open, .link(let result)):
            state = .checking
            return [.check(result)]
        case (.open, .linkFailed(let kind)):
            linkError = Self.linkError(kind)
            return []
        case (.open, .closed): return resolve(ending(linkError.map { .failed($0) } ?? .closed))
        case (.open, .leftUnsettled): return resolve(.unsettled)
        case (.open, .loadFailed(let status)): return resolve(ending(.failed(Self.loadError(status))))
        case (.checking, .verified(let reading)): return checked(reading)
        case (.resolving(let ending), .verified(let reading)): return resolved(reading, ending)
        // A failed acknowledgement is repeated in the background: the purchase was paid for and is genuine.
        case (.acknowledging, .acknowledged): return purchase.map { end(.success(.verified($0))) } ?? []
        // A page may still change the wallet while its result is being verified.
        case (.checking, .message(.activeWallet(let wallet))), (.resolving, .message(.activeWallet(let wallet))),
            (.acknowledging, .message(.activeWallet(let wallet))):
            return [.activate(wallet)]
        default: return []
        }
    }

    /// Returns the ending of a checkout, which is no failure if the payment may continue elsewhere.
    private func ending(_ ending: Ending) -> Ending { hasLeftPage ? .unsettled : ending }

    private mutating func received(_ message: BridgeMessage) -> [Action] {
        switch message {
        case .redirect(let redirect):
            if redirect.isPayment { hasLeftPage = true }
            return [.follow(redirect)]
        case .activeWallet(let wallet): return [.activate(wallet)]
        case .failed(let failure): return resolve(ending(.failed(AppCoinsSDKError(failure))))
        case .paid(let result):
            let wallet = StoredWalletChange(result.wallet).map { [Action.activate($0)] } ?? []
            // 0 means purchased and 1 cancelled; any other value is a payment that has not been settled.
            let isSettled = [0, 1].contains(result.purchaseData.purchaseState)
            return wallet + resolve(isSettled ? .paid : .unsettled, result.purchaseData)
        }
    }

    private mutating func resolve(_ ending: Ending, _ claim: CheckoutPurchaseData? = nil) -> [Action] {
        state = .resolving(ending)
        return [.resolve(claim)]
    }

    private mutating func checked(_ reading: Reading) -> [Action] {
        switch reading {
        case .genuine, .unverified, .delivered: return resolved(reading, .paid)
        case .unreadable:
            // The link may be honest, so closing the sheet is no cancellation.
            hasLeftPage = true
            state = .open
            return []
        case .foreign, .absent:
            // The link is forged, repeated or early; the buyer may still pay.
            state = .open
            return []
        }
    }

    private mutating func resolved(_ reading: Reading, _ ending: Ending) -> [Action] {
        switch (reading, ending) {
        case (.genuine(let purchase), _):
            self.purchase = purchase
            switch purchase.state {
            case PurchaseState.pending.rawValue:
                state = .acknowledging
                return [.acknowledge(purchase)]
            // A consumed purchase was delivered on another path, and must not be delivered again.
            case PurchaseState.consumed.rawValue: return end(.pending)
            default: return end(.success(.verified(purchase)))
            }
        case (.unverified(let purchase, _), _) where purchase.state == PurchaseState.consumed.rawValue:
            return end(.pending)
        case (.unverified(let purchase, let failure), _):
            return end(.success(.unverified(purchase, AppCoinsSDKError(failure))))
        // The app has received the purchase on another path.
        case (.delivered, _), (.unreadable, _), (_, .unsettled), (.absent, .paid): return end(.pending)
        // The page may name a wrong purchase while the buyer pays elsewhere.
        case (.foreign, .paid) where hasLeftPage: return end(.pending)
        case (.foreign, .paid):
            return end(.failed(AppCoinsSDKError(.system, "The reported purchase belongs to another order.")))
        case (_, .closed): return end(.userCancelled)
        case (_, .failed(let error)): return end(.failed(error))
        }
    }

    private mutating func end(_ result: PurchaseResult) -> [Action] {
        state = .ended
        return [.end(result)]
    }

    /// Returns the error for a failure link, without any text of the link, which any web page may have written.
    private static func linkError(_ kind: CheckoutFailureKind) -> AppCoinsSDKError {
        AppCoinsSDKError(ErrorMapping.kind(of: kind), "A link reported that the checkout has failed.")
    }

    private static func loadError(_ status: Int?) -> AppCoinsSDKError {
        switch status {
        case nil: AppCoinsSDKError(.network, "The checkout page could not be loaded.")
        case 404: AppCoinsSDKError(.productUnavailable, "The checkout page for this product does not exist.")
        case .some(let status): AppCoinsSDKError(.system, "The checkout page responded with status \(status).")
        }
    }
}

extension CheckoutRedirection {
    /// Whether the buyer leaves the page to pay elsewhere; a sign-in is not a payment.
    fileprivate var isPayment: Bool {
        if case .authentication = self { false } else { true }
    }
}

extension AppCoinsSDKError {
    /// Creates the error for a failure that a checkout page reports.
    init(_ failure: CheckoutFailure) {
        let request = failure.request.map { request in
            DebugRequestInfo(
                url: SecretMask.url(request.url),
                method: RequestMethod(request.method),
                body: SecretMask.text(Array(request.body.utf8)),
                responseData: SecretMask.text(Array(request.responseData.utf8)),
                statusCode: request.statusCode
            )
        }
        let info = DebugInfo(message: failure.message, description: failure.description, request: request)
        self.init(ErrorMapping.kind(of: failure.checkoutError), info)
    }

    /// Creates the error for an unverified purchase.
    init(_ failure: VerificationFailure) {
        self = .systemError(
            DebugInfo(
                message: "Failed to verify purchase",
                description: failure.reason,
                verificationFailure: failure
            )
        )
    }
}
