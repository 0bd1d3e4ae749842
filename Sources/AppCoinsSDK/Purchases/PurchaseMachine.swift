import APIRuntime
import AppCoinsAPI

/// A state machine for one purchase, without side effects.
///
/// The machine receives events and returns actions; a driver performs the actions and reports their results. Repeated
/// results of a page, and all events after the end, change nothing.
struct PurchaseMachine: Sendable {
    /// The state of a purchase.
    enum State: Sendable, Hashable {
        /// The checkout is open.
        case open
        /// The checkout reported success; the purchase is being read and checked.
        case verifying
        /// The purchase is genuine and is being acknowledged.
        case acknowledging
        /// The result is known.
        case ended
    }

    /// An event of a purchase.
    enum Event: Sendable {
        /// The page posted a message.
        case message(BridgeMessage)
        /// The page could not be loaded.
        case loadFailed(status: Int?)
        /// The payment continues without the page.
        case leftUnsettled
        /// The buyer closed the sheet.
        case closed
        /// The purchase was read and verified, or could not be.
        case verified(Reading)
        /// The acknowledgement ended, with an error if it failed.
        case acknowledged(AppCoinsSDKError?)
    }

    /// The result of reading and verifying a purchase.
    enum Reading: Sendable {
        /// The purchase is genuine.
        case genuine(Purchase)
        /// The purchase is not genuine.
        case unverified(Purchase, VerificationFailure)
        /// The purchase could not be read in time.
        case unreadable
        /// The purchase could not be verified.
        case failed(AppCoinsSDKError)
    }

    /// An action for the driver.
    enum Action: Sendable {
        /// Store a wallet as the active one.
        case activate(StoredWalletChange)
        /// Redirect the buyer.
        case follow(CheckoutRedirection)
        /// Report the order, then read and verify the purchase.
        case verify(CheckoutPurchaseData)
        /// Acknowledge the purchase.
        case acknowledge(Purchase)
        /// Close the sheet and return the result.
        case end(PurchaseResult)
    }

    /// The current state.
    private(set) var state = State.open

    private var purchase: Purchase?

    /// Processes an event.
    ///
    /// - Returns: The actions to perform, in this order.
    mutating func on(_ event: Event) -> [Action] {
        switch (state, event) {
        case (.open, .message(let message)): told(message)
        case (.open, .closed): end(.userCancelled)
        case (.open, .leftUnsettled): end(.pending)
        case (.open, .loadFailed(let status)): end(.failed(Self.loadError(status)))
        case (.verifying, .verified(let reading)): read(reading)
        case (.acknowledging, .acknowledged(let error)): acknowledged(error)
        // A page may still change the wallet while its result is being verified.
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
            // 0 means purchased and 1 cancelled; any other value is a payment that has not been settled.
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
            // A purchase that is already acknowledged or consumed is not acknowledged again.
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
        case 404: AppCoinsSDKError(.productUnavailable, "The checkout page for this product does not exist.")
        case .some(let status): AppCoinsSDKError(.system, "The checkout page responded with status \(status).")
        }
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
