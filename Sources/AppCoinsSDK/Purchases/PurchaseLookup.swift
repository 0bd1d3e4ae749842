import APIRuntime
import AppCoinsAPI
import Foundation

/// A reader that asks the service whether an order was paid, and verifies the purchase.
struct PurchaseLookup: Sendable {
    /// The calls that read purchases.
    let calls: PurchaseCalls
    /// The public keys of apps.
    let keys: PublicKeys
    /// The environment, with the clock and the time limit.
    let environment: AppcEnvironment
    /// The orders, of which each purchase belongs to at most one.
    let ledger: LedgerStore

    /// The response of the service about an order.
    enum Finding: Sendable {
        /// The purchase paid for the order and was not consumed yet.
        case paid(Purchase, WalletAccount, VerificationFailure?)
        /// The purchase paid for the order and was already consumed.
        case consumed(Purchase, WalletAccount, VerificationFailure?)
        /// The named purchase belongs to another order.
        case foreign
        /// The service has no such purchase.
        case absent
        /// The service could not decide, or sent no usable response.
        case unclear

        /// Whether the order was not paid, as far as this response shows.
        var isNegative: Bool {
            switch self {
            case .foreign, .absent: true
            case .paid, .consumed, .unclear: false
            }
        }

        /// Returns this negative response, unless another one is not negative.
        func unless(_ other: Finding) -> Finding { other.isNegative ? self : other }
    }

    /// Returns the purchases that were named for an order, the latest first.
    func claims(of entry: LedgerEntry) -> [String] {
        // The entry has no room for the claims of all links with a wallet.
        let others = ((try? calls.wallets.suspects.purchases(of: entry.id)) ?? []).filter { uid in
            !entry.claims.contains(uid) && !entry.rejected.contains(uid)
        }
        return entry.claims.reversed() + others
    }

    /// Looks for the purchase that a result names.
    ///
    /// - Parameters:
    ///   - uid: The identifier of the purchase.
    ///   - entry: The order.
    ///   - suspect: The wallet that a link names; used for this search only.
    ///   - isPatient: Whether to wait for a purchase that cannot be read yet.
    ///   - billing: The instance that the purchase belongs to.
    /// - Returns: The response of the service.
    func claimed(
        _ uid: String,
        of entry: LedgerEntry,
        suspect: StoredWallet? = nil,
        isPatient: Bool,
        billing: AppcBilling?
    ) async -> Finding {
        var pause = Duration.seconds(1)
        var waited = Duration.zero
        while true {
            var finding = Finding.absent
            do {
                if let found = try await calls.find(uid, domain: entry.domain, of: entry, suspect: suspect) {
                    return await evaluate(found, of: entry, billing)
                }
            } catch {
                finding = .unclear
                let mayPass = (error as? GetPurchaseError).map(Self.mayPass) ?? false
                if !mayPass { return .unclear }
            }
            guard isPatient, waited + pause <= environment.patience,
                (try? await environment.configuration.clock.sleep(for: pause)) != nil
            else { return finding }
            waited += pause
            pause = min(pause * 2, .seconds(8))
        }
    }

    /// Looks for the purchase of an order among the unfinished purchases of all wallets.
    func listed(_ entry: LedgerEntry, billing: AppcBilling?) async -> Finding {
        guard
            let listing = try? await calls.list(
                domain: entry.domain,
                sku: entry.sku,
                state: [.pending, .acknowledged]
            ), let taken = try? ledger.taken(besides: entry.id)
        else { return .unclear }
        var isUnclear = listing.mayHidePurchase(of: entry)
        // The oldest candidate first: a later one may belong to a later order.
        for found in listing.found.reversed() {
            guard let data = PurchaseVerificationData(signedText: found.record.verification.data),
                OrderMatch.isCandidate(found.record, data, of: entry, taken: taken)
            else { continue }
            switch await evaluate(found, of: entry, billing) {
            case .foreign, .absent: continue
            case .unclear: isUnclear = true
            case let finding: return finding
            }
        }
        return isUnclear ? .unclear : .absent
    }

    /// The largest number of recent purchases that one search compares with an order.
    private static let recentLimit = 5

    /// Looks for the purchase of an order among the latest purchases, which another device may have consumed.
    ///
    /// - Parameters:
    ///   - entry: The order.
    ///   - isLatestOnly: Whether the order is so new that its purchase can only be among those that one search compares.
    ///   - billing: The instance that the purchase belongs to.
    /// - Returns: The response of the service, and the purchases that belong to other orders.
    func recent(
        _ entry: LedgerEntry,
        isLatestOnly: Bool = false,
        billing: AppcBilling?
    ) async -> (finding: Finding, rejected: [String]) {
        guard
            let listing = try? await calls.list(domain: entry.domain, sku: entry.sku, isRecentOnly: true),
            let taken = try? ledger.taken(besides: entry.id)
        else { return (.unclear, []) }
        let candidates = listing.found.filter { found in
            guard let data = PurchaseVerificationData(signedText: found.record.verification.data) else { return false }
            return !entry.rejected.contains(found.record.uid)
                && OrderMatch.isCandidate(found.record, data, of: entry, taken: taken)
        }
        var rejected: [String] = []
        let compared = candidates.prefix(Self.recentLimit)
        for found in compared {
            switch await evaluate(found, of: entry, billing) {
            case .foreign: rejected.append(found.record.uid)
            case .absent, .unclear: continue
            case let finding: return (finding, rejected)
            }
        }
        let relevant = isLatestOnly ? compared.count : candidates.count
        let isUnclear = relevant > rejected.count || listing.mayHidePurchase(of: entry)
        return (isUnclear ? .unclear : .absent, rejected)
    }

    /// Compares an order with the purchases that other orders have taken since its checkout opened.
    ///
    /// Another instance over the same store does not know which checkout is open, and orders may have one reference.
    ///
    /// - Parameters:
    ///   - entry: The order.
    ///   - known: The purchases that other orders had before the checkout opened.
    /// - Returns: Whether one of the purchases may have paid for the order.
    func hasLostPurchase(_ entry: LedgerEntry, since known: Set<String>) async -> Bool {
        guard let entries = try? ledger.entries() else { return true }
        for other in entries where other.id != entry.id && !other.isDeliveryOnly && entry.mayBePaid(by: other) {
            guard let uid = other.payment?.uid, !known.contains(uid) else { continue }
            switch try? await calls.reference(of: uid) {
            case .known(let reference)? where reference != entry.reference: continue
            default: return true
            }
        }
        return false
    }

    /// Returns whether another attempt to read may succeed.
    static func mayPass(_ error: GetPurchaseError) -> Bool {
        if let status = error.status { return status >= 500 || status == 408 || status == 429 }
        if case .transport = error.failure { return true }
        return false
    }

    private func evaluate(_ found: PurchaseCalls.Found, of entry: LedgerEntry, _ billing: AppcBilling?) async -> Finding
    {
        let record = found.record
        do {
            let taken = try ledger.taken(besides: entry.id)
            let purchase = try Purchase(record, walletAddress: found.account.address, billing: billing)
            let data = purchase.verification.data
            guard OrderMatch.isCandidate(record, data, of: entry, taken: taken) else { return .foreign }
            let reference = try await calls.reference(of: record.uid)
            let match = OrderMatch(
                record,
                data,
                of: entry,
                taken: taken,
                reference: reference,
                isSuspect: found.account.identities.isEmpty
            )
            switch match {
            case .other: return .foreign
            case .unclear: return .unclear
            case .same: break
            }
            let expected = ExpectedPurchase(record, domain: entry.domain, sku: entry.sku)
            let failure = try await keys.failure(of: record.verification, expecting: expected)
            // A key that cannot be read may be the body of a passing failure, and says nothing about the purchase.
            if failure == .unusableKey { return .unclear }
            let isConsumed = record.state == .consumed
            return isConsumed ? .consumed(purchase, found.account, failure) : .paid(purchase, found.account, failure)
        } catch {
            return .unclear
        }
    }
}

extension ExpectedPurchase {
    /// Creates the values that the signed data of a purchase at the service must have.
    init(_ record: PurchaseRecord, domain: String, sku: String) {
        self.init(
            domain: domain,
            sku: sku,
            uid: record.uid,
            orderUid: record.orderUid,
            payload: record.payload ?? ""
        )
    }
}
