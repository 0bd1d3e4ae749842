import APIRuntime
import AppCoinsAPI
import Foundation

/// A driver that performs one purchase: it passes events to the machine and performs the machine's actions.
struct PurchaseDriver: Sendable {
    /// The instance that makes the purchase.
    let billing: AppcBilling
    /// The stored order.
    let entry: LedgerEntry
    /// The open checkout.
    let sheet: any CheckoutSheet
    /// The events of the sheet and of links.
    let inbox: AsyncStream<PurchaseMachine.Event>

    /// Performs the purchase until its end.
    func run() async -> PurchaseResult {
        var machine = PurchaseMachine()
        var account: WalletAccount?
        for await event in inbox {
            var actions = machine.on(event)
            while !actions.isEmpty {
                let action = actions.removeFirst()
                if case .end(let result) = action {
                    await sheet.close()
                    return result
                }
                if let next = await perform(action, &account) { actions += machine.on(next) }
            }
        }
        // The stream ended without an event, so the service alone knows.
        return .pending
    }

    private func perform(
        _ action: PurchaseMachine.Action,
        _ account: inout WalletAccount?
    ) async -> PurchaseMachine.Event? {
        switch action {
        case .activate(let change):
            await billing.activate(change)
            return nil
        case .follow(let redirect):
            await sheet.follow(redirect)
            return nil
        case .check(let result): return .verified(await check(result, &account))
        case .resolve(let claim): return .verified(await resolve(claim, &account))
        case .acknowledge(let purchase): return .acknowledged(await acknowledge(purchase, account))
        case .end: return nil
        }
    }

    private func check(
        _ result: CheckoutPurchaseResult,
        _ account: inout WalletAccount?
    ) async -> PurchaseMachine.Reading {
        let uid = result.purchaseData.purchaseToken
        let suspect = StoredWalletChange(result.wallet)?.stored(at: billing.environment.now)
        record(.claimed(uid))
        if let suspect { try? await billing.wallets.suspect(suspect, of: entry.id) }
        let finding = await billing.lookup.claimed(
            uid,
            of: entry,
            suspect: suspect,
            isPatient: false,
            billing: billing
        )
        return await reading(of: finding, &account)
    }

    private func resolve(
        _ claim: CheckoutPurchaseData?,
        _ account: inout WalletAccount?
    ) async -> PurchaseMachine.Reading {
        var finding = PurchaseLookup.Finding.absent
        if let uid = claim?.purchaseToken, !uid.isEmpty {
            record(.claimed(uid))
            finding = await billing.lookup.claimed(uid, of: entry, isPatient: true, billing: billing)
        }
        switch finding {
        case .foreign, .absent:
            // The order may have been paid by another purchase than the named one.
            let listed = await billing.lookup.listed(entry, billing: billing)
            if !listed.isAbsent { finding = listed }
        case .paid, .consumed, .unclear: break
        }
        let reading = await reading(of: finding, &account)
        switch reading {
        case .genuine, .unverified: break
        case .absent, .foreign: record(.absent)
        case .unreadable: record(.failed(.look))
        }
        return reading
    }

    private func reading(
        of finding: PurchaseLookup.Finding,
        _ account: inout WalletAccount?
    ) async -> PurchaseMachine.Reading {
        switch finding {
        case .paid(let purchase, let owner, let failure), .consumed(let purchase, let owner, let failure):
            let event = await billing.keeper.found(purchase, owner, failure, of: entry)
            // An unstored finding could be given to another order, so it counts as unread.
            guard let stored = record(event), stored.payment?.uid == purchase.uid else { return .unreadable }
            account = owner
            // Queued before the app gets the result, so that no end of the process loses the report.
            if let token = stored.token { await billing.reporter.queue(.order(purchase.orderUid), with: token) }
            return failure.map { .unverified(purchase, $0) } ?? .genuine(purchase)
        case .foreign: return .foreign
        case .absent: return .absent
        case .unclear: return .unreadable
        }
    }

    private func acknowledge(_ purchase: Purchase, _ account: WalletAccount?) async -> AppCoinsSDKError? {
        guard let account else { return AppCoinsSDKError(.unknown, "The purchase has no wallet.") }
        do {
            let holder = UUID().uuidString
            let now = billing.environment.now
            guard try billing.ledger.begin(.acknowledge, of: entry.id, by: holder, at: now) else { return nil }
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
