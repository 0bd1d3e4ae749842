import APIRuntime
import AppCoinsAPI

/// The course of one purchase, as decisions without effects.
///
/// Events go in, actions come out; a driver does what they say and reports back. A second result of a page that responds
/// twice, and everything after the end, changes nothing.
struct PurchaseMachine: Sendable {
    /// Where the purchase stands.
    enum State: Sendable, Hashable {
        /// The checkout is shown.
        case open
        /// The checkout reported success; the purchase is being read and checked.
        case verifying
        /// The purchase is genuine and is being acknowledged.
        case acknowledging
        /// The result is known.
        case ended
    }

    /// Something that happened.
    enum Event: Sendable {
        /// The page told something.
        case message(BridgeMessage)
        /// The page could not be loaded.
        case loadFailed(status: Int?)
        /// The payment goes on without the page.
        case leftUnsettled
        /// The buyer closed the sheet.
        case closed
        /// The purchase was read and checked, or could not be.
        case verified(Reading)
        /// The acknowledgement ended.
        case acknowledged(AppCoinsSDKError?)
    }

    /// What reading and checking a purchase ended with.
    enum Reading: Sendable {
        /// It is genuine.
        case genuine(Purchase)
        /// It is not.
        case unverified(Purchase, VerificationFailure)
        /// It could not be read in time.
        case unreadable
        /// It could not be checked.
        case failed(AppCoinsSDKError)
    }

    /// Something to do.
    enum Action: Sendable {
        /// Keep a wallet as the active one.
        case activate(StoredWalletChange)
        /// Send the buyer elsewhere.
        case follow(CheckoutRedirection)
        /// Report the order, then read and check the purchase.
        case verify(CheckoutPurchaseData)
        /// Acknowledge the purchase.
        case acknowledge(Purchase)
        /// Take the sheet away and give the result.
        case end(PurchaseResult)
    }

    /// Where the purchase stands.
    private(set) var state = State.open

    private var purchase: Purchase?

    /// Takes an event.
    ///
    /// - Returns: What to do, in this order.
    mutating func on(_ event: Event) -> [Action] {
        switch (state, event) {
        case (.open, .message(let message)): told(message)
        case (.open, .closed): end(.userCancelled)
        case (.open, .leftUnsettled): end(.pending)
        case (.open, .loadFailed(let status)): end(.failed(Self.loadError(status)))
        case (.verifying, .verified(let reading)): read(reading)
        case (.acknowledging, .acknowledged(let error)): acknowledged(error)
        // A page may still change the wallet while its result is being checked.
        case (.verifying, .message(.activeWallet(let wallet))): [.activate(wallet)]
        default: []
        }
    }

    private mutating func told(_ message: BridgeMessage) -> [Action] {
        switch message {
        case .redirect(let redirect): return [.follow(redirect)]
        case .activeWallet(let wallet): return [.activate(wallet)]
        case .failed(let failure): return end(.failed(AppCoinsSDKError(failure)))
        case .paid(let result):
            let wallet = StoredWalletChange(result.wallet).map { [Action.activate($0)] } ?? []
            // 0 is purchased and 1 cancelled; anything else is a payment that has not been settled.
            guard result.purchaseData.purchaseState == 0 || result.purchaseData.purchaseState == 1 else {
                return wallet + end(.pending)
            }
            state = .verifying
            return wallet + [.verify(result.purchaseData)]
        }
    }

    private mutating func read(_ reading: Reading) -> [Action] {
        switch reading {
        case .genuine(let purchase):
            self.purchase = purchase
            // What was acknowledged or consumed before needs no second time.
            guard purchase.state == PurchaseState.pending.rawValue else {
                return end(.success(.verified(purchase)))
            }
            state = .acknowledging
            return [.acknowledge(purchase)]
        case .unverified(let purchase, let failure):
            return end(.success(.unverified(purchase, AppCoinsSDKError(failure))))
        case .unreadable: return end(.pending)
        case .failed(let error): return end(.failed(error))
        }
    }

    private mutating func acknowledged(_ error: AppCoinsSDKError?) -> [Action] {
        if let error { return end(.failed(error)) }
        guard let purchase else { return [] }
        return end(.success(.verified(purchase)))
    }

    private mutating func end(_ result: PurchaseResult) -> [Action] {
        state = .ended
        return [.end(result)]
    }

    private static func loadError(_ status: Int?) -> AppCoinsSDKError {
        switch status {
        case nil: AppCoinsSDKError(.network, "The checkout page could not be loaded.")
        case 404: AppCoinsSDKError(.productUnavailable, "The checkout does not know this product.")
        case .some(let status): AppCoinsSDKError(.system, "The checkout page responded with status \(status).")
        }
    }
}

extension AppCoinsSDKError {
    /// The error of a checkout page.
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

    /// The error of an unverified purchase.
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
