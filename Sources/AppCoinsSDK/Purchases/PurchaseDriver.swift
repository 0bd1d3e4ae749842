import APIRuntime
import AppCoinsAPI
import Foundation

/// A driver that performs one purchase: it passes events to the machine and performs the machine's actions.
struct PurchaseDriver: Sendable {
    /// The instance that makes the purchase.
    let billing: AppcBilling
    /// The order as it was stored before the checkout opened.
    let entry: LedgerEntry
    /// The purchases that other orders had before the checkout opened.
    let known: Set<String>
    /// The open checkout.
    let sheet: any CheckoutSheet
    /// The events of the sheet and of links, and the results of actions.
    let inbox: AsyncStream<PurchaseMachine.Event>
    /// The end of the inbox for results.
    let continuation: AsyncStream<PurchaseMachine.Event>.Continuation
    /// The wallet of the purchase that was found.
    let account = LockedState<WalletAccount?>(nil)

    /// Performs the purchase until its end.
    ///
    /// While the service is asked, events wait in their order, except for changes of the active wallet.
    func run() async -> PurchaseResult {
        let result = await confirmed(await ended())
        billing.handover.release(keeping: result.purchase?.uid)
        return result
    }

    private func ended() async -> PurchaseResult {
        var machine = PurchaseMachine()
        var waiting: [PurchaseMachine.Event] = []
        var isAsking = false
        for await event in inbox {
            if event.isResult { isAsking = false }
            guard !isAsking || event.isWallet else {
                waiting.append(event)
                continue
            }
            var events = [event]
            while !events.isEmpty {
                for action in machine.on(events.removeFirst()) {
                    if case .end(let result) = action {
                        await sheet.close()
                        return result
                    }
                    if await perform(action) { isAsking = true }
                }
                guard events.isEmpty, !isAsking, !waiting.isEmpty else { continue }
                events.append(waiting.removeFirst())
            }
        }
        // The stream ended without an event, so the service alone knows.
        return .pending
    }

    /// Performs an action.
    ///
    /// - Returns: Whether its result follows as an event.
    private func perform(_ action: PurchaseMachine.Action) async -> Bool {
        switch action {
        case .activate(let change):
            await billing.activate(change, for: entry.id)
            return false
        case .follow(let redirect):
            await sheet.follow(redirect)
            return false
        case .check(let result): ask { .verified(await check(result)) }
        case .resolve(let claim): ask { .verified(await resolve(claim)) }
        case .acknowledge(let purchase): ask { .acknowledged(await acknowledge(purchase)) }
        case .end: return false
        }
        return true
    }

    private func ask(_ question: @escaping @Sendable () async -> PurchaseMachine.Event) {
        Task { continuation.yield(await question()) }
    }

    /// The stored order, with the users who have signed in since the checkout opened.
    private var current: LedgerEntry { ((try? billing.ledger.entry(entry.id)) ?? nil) ?? entry }

    private func check(_ result: CheckoutPurchaseResult) async -> PurchaseMachine.Reading {
        let named = StoredWalletChange(result.wallet)?.stored(at: billing.environment.now)
        return await reading(of: await examine(result.purchaseData.purchaseToken, orWallet: named))
    }

    /// Asks the service about a purchase that was named for the order, and stores if it belongs to another order or is
    /// unknown.
    ///
    /// - Parameters:
    ///   - uid: The identifier of the purchase.
    ///   - named: The wallet to use if none is stored; a stored one may have a newer token.
    /// - Returns: The response of the service.
    private func examine(_ uid: String, orWallet named: StoredWallet? = nil) async -> PurchaseLookup.Finding {
        let stored = try? billing.wallets.suspects.wallet(for: uid, of: entry.id)
        let finding = await billing.lookup.claimed(
            uid,
            of: current,
            suspect: stored ?? named,
            isPatient: false,
            billing: billing
        )
        switch finding {
        case .foreign:
            record(.rejected([uid]))
            try? billing.wallets.suspects.remove(entry.id, uid: uid)
        case .absent:
            record(.missed([uid]))
            try? billing.wallets.suspects.miss([uid], of: entry.id)
        case .paid, .consumed, .unclear: break
        }
        return finding
    }

    private func resolve(_ claim: CheckoutPurchaseData?) async -> PurchaseMachine.Reading {
        var finding = PurchaseLookup.Finding.absent
        let named = claim?.purchaseToken ?? ""
        if !named.isEmpty {
            record(.claimed(named))
            let suspect = try? billing.wallets.suspects.wallet(for: named, of: entry.id)
            finding = await billing.lookup.claimed(
                named,
                of: current,
                suspect: suspect,
                isPatient: true,
                billing: billing
            )
        }
        // The order may have been paid by another purchase than the named one.
        if finding.isNegative {
            finding = finding.unless(await billing.lookup.listed(current, billing: billing))
        }
        // The app or another device may have consumed it while the checkout was open, and then it is not listed.
        if finding.isNegative { finding = finding.unless(await stored(besides: named)) }
        if finding.isNegative { finding = finding.unless(await recent()) }
        if finding.isNegative, await billing.lookup.hasLostPurchase(current, since: known) { finding = .unclear }
        let reading = await reading(of: finding)
        switch reading {
        case .genuine, .unverified, .delivered: break
        case .absent, .foreign: record(.absent)
        case .unreadable: record(.failed(.look))
        }
        return reading
    }

    /// Asks the service about the purchases that links and deliveries have named for the order.
    private func stored(besides named: String) async -> PurchaseLookup.Finding {
        let current = current
        let found = current.payment.map { [$0.uid] } ?? []
        var isUnclear = false
        for uid in found + billing.lookup.claims(of: current) where uid != named {
            switch await examine(uid) {
            case .foreign, .absent: continue
            case .unclear: isUnclear = true
            case let finding: return finding
            }
        }
        return isUnclear ? .unclear : .absent
    }

    /// Asks the service about the latest purchases, consumed ones included.
    private func recent() async -> PurchaseLookup.Finding {
        let (finding, rejected) = await billing.lookup.recent(current, isLatestOnly: true, billing: billing)
        if !rejected.isEmpty { record(.rejected(rejected)) }
        return finding
    }

    private func reading(of finding: PurchaseLookup.Finding) async -> PurchaseMachine.Reading {
        switch finding {
        case .paid(let purchase, let owner, let failure), .consumed(let purchase, let owner, let failure):
            let event = await billing.keeper.found(purchase, owner, failure, of: entry)
            // An unstored finding could be given to another order, so it counts as unread.
            guard let stored = record(event), stored.payment?.uid == purchase.uid else { return .unreadable }
            account.withLock { $0 = owner }
            // Queued before the app gets the result, so that no end of the process loses the report.
            if let token = stored.token { await billing.reporter.queue(.order(purchase.orderUid), with: token) }
            // A refunded purchase must be neither acknowledged nor delivered.
            if stored.payment?.isRefunded == true { return .delivered }
            // The app may have found the purchase among the unfinished ones while the checkout was open.
            guard let delivered = try? billing.ledger.delivered() else { return .unreadable }
            guard !delivered.contains(purchase.uid), billing.handover.claim(purchase.uid) else { return .delivered }
            return failure.map { .unverified(purchase, $0) } ?? .genuine(purchase)
        case .foreign: return .foreign
        case .absent: return .absent
        case .unclear: return .unreadable
        }
    }

    /// Returns the result, or `pending` unless the service confirms that the purchase has not been delivered elsewhere.
    ///
    /// Another process or device may have delivered it while it was acknowledged.
    private func confirmed(_ result: PurchaseResult) async -> PurchaseResult {
        guard let purchase = result.purchase else { return result }
        guard let account = account.withLock({ $0 }),
            let current = try? await billing.calls.read(purchase.uid, domain: entry.domain, account: account)
        else { return .pending }
        let isRefunded = PurchaseVerificationData(signedText: current.verification.data)?.purchaseState == 1
        record(.observed(state: current.state.rawValue, isRefunded: isRefunded))
        guard current.state != .consumed, !isRefunded,
            let delivered = try? billing.ledger.delivered(), !delivered.contains(purchase.uid)
        else { return .pending }
        return result
    }

    private func acknowledge(_ purchase: Purchase) async -> AppCoinsSDKError? {
        guard let account = account.withLock({ $0 }) else {
            return AppCoinsSDKError(.unknown, "The purchase has no wallet.")
        }
        do {
            let now = billing.environment.now
            guard try billing.ledger.begin(.acknowledge, of: entry.id, at: now) else { return nil }
            let state = try await billing.calls.take(
                .acknowledge,
                uid: purchase.uid,
                domain: entry.domain,
                account: account
            )
            purchase.move(to: state)
            record(.confirmed(.acknowledge))
            return nil
        } catch {
            record(.failed(.acknowledge))
            return AppCoinsSDKError(error, while: "The purchase could not be acknowledged")
        }
    }

    @discardableResult
    private func record(_ event: LedgerEntry.Event) -> LedgerEntry? {
        do {
            return try billing.ledger.record(event, of: entry.id, at: billing.environment.now)
        } catch {
            billing.environment.log("The purchase ledger could not be stored: \(error)")
            return nil
        }
    }
}

extension PurchaseMachine.Event {
    /// Whether the event is the result of an action.
    fileprivate var isResult: Bool {
        switch self {
        case .verified, .acknowledged: true
        default: false
        }
    }

    /// Whether the event changes the active wallet.
    fileprivate var isWallet: Bool {
        if case .message(.activeWallet) = self { true } else { false }
    }
}
