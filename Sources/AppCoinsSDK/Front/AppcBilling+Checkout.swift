import APIRuntime
import AppCoinsAPI
import Foundation

extension AppcBilling {
    /// Presents the checkout of a product and returns its result.
    func purchase(
        _ product: Product,
        domain: String?,
        payload: String?,
        orderID: String?,
        discountPolicy: DiscountPolicy? = nil,
        oemID: String? = nil,
        entering: (() -> Bool)? = nil
    ) async -> PurchaseResult {
        guard isInitialized else { return Self.refused("AppcSDK.initialize() has not been called.") }
        guard await isAvailable() else { return Self.refused("The SDK is not available on this device.") }
        guard active.enter() else { return Self.refused("Another purchase is in progress.") }
        guard entering?() ?? true else {
            active.leave()
            return Self.refused("The intent was already used or has expired.")
        }
        // Only deliveries have no reference.
        let reference = orderID.flatMap { $0.isEmpty ? nil : $0 }
        let order = CheckoutOrder(
            domain: domain ?? environment.domain,
            product: product,
            payload: payload,
            reference: reference ?? Self.reference(at: environment.now),
            isReferenceUnique: reference == nil,
            oemID: oemID,
            discountPolicy: discountPolicy
        )
        // Not cancelled with the caller, because a payment cannot be revoked.
        let result = await Task {
            await CallTrace.$current.withValue(CallTrace()) {
                let result = await run(order)
                active.leave()
                // With the links that the checkout has received and not processed.
                settle()
                return result
            }
        }.value
        if let purchase = result.purchase { handover.release(purchase.uid) }
        return result
    }

    /// Purchases the product of an intent; consumes the intent unless the purchase may not start.
    func confirm(_ intent: PurchaseIntent, domain: String?, payload: String?, orderID: String?) async -> PurchaseResult
    {
        // A cancelled observer may still receive an intent that another observer should handle.
        guard !Task.isCancelled else { return Self.refused("The task was cancelled before the purchase began.") }
        return await purchase(
            intent.product,
            domain: domain,
            payload: payload,
            orderID: orderID,
            discountPolicy: intent.discountPolicy.map { DiscountPolicy(rawValue: $0) },
            oemID: intent.oemID,
            entering: { self.intents.use(intent) }
        )
    }

    /// Rejects an intent.
    func reject(_ intent: PurchaseIntent) {
        _ = intents.use(intent)
    }

    /// The pending intent; `nil` if there is none or it has expired.
    public var pendingIntent: PurchaseIntent? { intents.pending }

    /// Returns a new stream of intents.
    public func intentUpdates() -> AsyncStream<PurchaseIntent> { intents.updates() }

    /// Makes the wallet of a checkout the active one.
    ///
    /// - Parameters:
    ///   - change: The wallet.
    ///   - order: The order whose checkout is open, which the wallet may pay; `nil` if there is none.
    func activate(_ change: StoredWalletChange, for order: String? = nil) async {
        do {
            if let order, let address = change.stored(at: environment.now).address {
                _ = try? ledger.record(.payer(address), of: order, at: environment.now)
            }
            try await wallets.activate(change.stored(at: environment.now))
        } catch {
            environment.log("A wallet could not be stored yet.")
        }
    }

    private func run(_ order: CheckoutOrder) async -> PurchaseResult {
        do {
            var order = order
            order.guestUID = try await payer()
            let device = await environment.device()
            let link = CheckoutLink(servers: environment.servers)
            let request = try await link.request(for: order, device: device, storedOEM: settings.text(.oemID))
            let entry = try await enter(order)
            let result = await drive(request, entry)
            await keeper.exclude(nil)
            return result
        } catch {
            return .failed(AppCoinsSDKError(error, while: "The checkout could not be opened"))
        }
    }

    /// Stores the order before its checkout opens, so that no end of the process loses the payment.
    private func enter(_ order: CheckoutOrder) async throws -> LedgerEntry {
        let entry = LedgerEntry(
            domain: order.domain,
            sku: order.product.sku,
            payload: order.payload ?? "",
            reference: order.reference,
            isReferenceUnique: order.isReferenceUnique,
            guestUID: order.guestUID,
            opened: environment.now,
            openedAtService: serviceClock.now,
            payers: try await wallets.active().flatMap { $0.address }.map { [$0] } ?? [],
            token: await reporter.newToken().token
        )
        await keeper.exclude(entry.id)
        try ledger.add(entry, now: environment.now)
        if let token = entry.token {
            await reporter.queue(.token, with: token)
            flushReports()
        }
        return entry
    }

    /// Performs in the background what the service has not confirmed, and repeats it until it has.
    func settle() {
        Task { [keeper] in
            await keeper.pass(only: Set(LedgerEntry.Duty.allCases).subtracting([.watch]))
            await keeper.kick()
        }
    }

    /// Returns the guest that pays, and stores it as a wallet before the payment so that its purchases are found after
    /// a crash.
    ///
    /// - Returns: `nil` if attribution is unavailable or the guest cannot be read, but a user is signed in.
    private func payer() async throws -> String? {
        let guest: String
        do {
            guest = try await attribution.guestUID()
        } catch let error where error is GetAttributionError || error is SecretStoreError {
            guard try await wallets.active() != nil else { throw error }
            return nil
        }
        try await wallets.include(.guest(guest))
        return guest
    }

    private func drive(_ request: CheckoutRequest, _ entry: LedgerEntry) async -> PurchaseResult {
        let known = (try? ledger.taken(besides: entry.id)) ?? []
        let sheet = await environment.presenter.open(request)
        let (inbox, continuation) = AsyncStream.makeStream(of: PurchaseMachine.Event.self)
        active.open(continuation, sheet: sheet, order: entry.id)
        let pump = Task {
            for await event in sheet.events {
                if let event = PurchaseMachine.Event(event, page: request.url) { continuation.yield(event) }
            }
            // The end of the events closes the sheet, even if the sheet did not report it.
            continuation.yield(.closed)
        }
        defer { pump.cancel() }
        return await PurchaseDriver(
            billing: self,
            entry: entry,
            known: known,
            sheet: sheet,
            inbox: inbox,
            continuation: continuation
        ).run()
    }

    private static func refused(_ reason: String) -> PurchaseResult {
        .failed(AppCoinsSDKError(.notAllowed, reason))
    }

    /// Returns the reference of an order without one: seconds since 2001.
    static func reference(at date: Date) -> String {
        String(date.timeIntervalSinceReferenceDate)
    }
}

extension PurchaseMachine.Event {
    /// Creates the machine's event for an event of a sheet; `nil` for an unknown message, and for one that another page
    /// than the checkout has posted.
    init?(_ event: CheckoutEvent, page: URL) {
        switch event {
        case .message(let json): self.init(json)
        case .posted(let json, let source):
            guard source.isPage(at: page) else { return nil }
            self.init(json)
        case .leftUnsettled: self = .leftUnsettled
        case .loadFailed(let status): self = .loadFailed(status: status)
        case .closed: self = .closed
        }
    }

    private init?(_ json: Data) {
        guard let message = BridgeMessage(json) else { return nil }
        self = .message(message)
    }
}
