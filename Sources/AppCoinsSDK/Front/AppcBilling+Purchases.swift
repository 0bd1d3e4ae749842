import APIRuntime
import AppCoinsAPI

extension AppcBilling {
    /// Returns all purchases that can be read, newest first.
    ///
    /// ``purchaseList(domain:sku:unfinishedOnly:)`` also returns the failures that may hide others; they are logged.
    ///
    /// - Throws: ``AppCoinsSDKError`` if no wallet can be read.
    public func purchases(domain: String? = nil) async throws -> [Purchase] {
        try await purchaseList(domain: domain).purchases
    }

    /// Returns the latest purchase of a product; `nil` if there is none.
    ///
    /// - Throws: ``AppCoinsSDKError`` if no wallet can be read.
    public func latestPurchase(domain: String? = nil, sku: String) async throws -> Purchase? {
        try await purchaseList(domain: domain, sku: sku).purchases.first
    }

    /// Returns the purchases that can be read and have not been consumed, newest first.
    ///
    /// Deliveries that the app has finished are confirmed with the service first.
    ///
    /// Each purchase is verified like the result of a checkout. One that is not genuine, or whose key cannot be fetched
    /// or used now, is not returned but named in ``PurchaseList/failures``; the next call verifies it again.
    ///
    /// A purchase that the app has finished is not returned again, even before the service confirms it;
    /// ``PurchaseList/finishing`` contains it. A purchase that an open checkout is about to return is omitted until
    /// then; if this method was faster, the checkout returns ``PurchaseResult/pending``.
    ///
    /// - Throws: ``AppCoinsSDKError`` if no wallet can be read.
    public func unfinishedPurchases(domain: String? = nil) async throws -> [Purchase] {
        try await purchaseList(domain: domain, unfinishedOnly: true).purchases
    }

    /// Returns the purchases that can be read, newest first, and the failures that may hide others.
    ///
    /// A wallet that cannot be read, or a purchase that cannot be decoded, does not hide the others. Among the unfinished
    /// purchases, the failures also name each one that is not genuine or cannot be verified now;
    /// ``AppCoinsSDKError/verificationFailure`` of the error has the reason, and is `nil` if the app's key could not be
    /// fetched or is unusable.
    ///
    /// - Parameters:
    ///   - domain: The bundle identifier of the app; `nil` uses that of the environment.
    ///   - sku: The product; `nil` for all.
    ///   - unfinishedOnly: Whether to return only verified purchases that have not been consumed.
    /// - Returns: The purchases and the failures.
    /// - Throws: ``AppCoinsSDKError`` if no wallet can be read.
    public func purchaseList(
        domain: String? = nil,
        sku: String? = nil,
        unfinishedOnly: Bool = false
    ) async throws -> PurchaseList {
        let domain = domain ?? environment.domain
        guard unfinishedOnly else { return try await readPurchases(domain, sku, unfinishedOnly: false) }
        return try await handover.list {
            _ = try? paidLinks.keepUnread()
            try? ledger.storeAll()
            if isInitialized { await keeper.finishPass(all: true) }
            return try await readPurchases(domain, sku, unfinishedOnly: true)
        }
    }

    private func readPurchases(_ domain: String, _ sku: String?, unfinishedOnly: Bool) async throws -> PurchaseList {
        let (list, refunded) = try await documented("The purchases could not be read") {
            var listing = try await calls.list(
                domain: domain,
                sku: sku,
                state: unfinishedOnly ? [.pending, .acknowledged] : nil
            )
            if listing.walletsRead == 0, let error = listing.firstError { throw error }
            let records = unfinishedOnly ? listing.found.map(\.record) : []
            let unverified = await verificationErrors(of: records, domain: domain)
            // Read after the list, which may be older than a delivery.
            let delivered = unfinishedOnly ? try ledger.delivered() : []
            var purchases: [Purchase] = []
            for found in listing.found {
                do {
                    purchases.append(
                        try Purchase(found.record, walletAddress: found.account.address, billing: self)
                    )
                } catch let error as AppCoinsSDKError {
                    listing.add(malformed: found.record.uid, error.debugInfo)
                }
            }
            let refunded = purchases.filter(\.isRefunded)
            // Such a purchase must not be delivered, even if the service lists it among the unfinished ones.
            if unfinishedOnly { purchases.removeAll { $0.isRefunded || $0.isConsumed } }
            let finishing = purchases.filter { delivered.contains($0.uid) }
            purchases.removeAll { delivered.contains($0.uid) }
            for purchase in purchases { listing.add(unverified: purchase.uid, unverified[purchase.uid]) }
            purchases.removeAll { unverified[$0.uid] != nil }
            return (PurchaseList(purchases: purchases, finishing: finishing, failures: listing.failures), refunded)
        }
        notice(list.purchases, domain: domain)
        for failure in list.failures { environment.log("AppCoinsSDK: \(failure)") }
        for purchase in refunded { await reporter.cancelled(order: purchase.orderUid) }
        return list
    }

    /// Verifies purchases like the result of a checkout, because the app gives the goods for what the list contains.
    ///
    /// - Returns: The reason why a purchase is not genuine, or cannot be verified now, by the identifier of the purchase.
    private func verificationErrors(of records: [PurchaseRecord], domain: String) async -> [String: AppCoinsSDKError] {
        var reasons: [String: AppCoinsSDKError] = [:]
        var keyError: AppCoinsSDKError?
        let pass = PublicKeys.Pass()
        for record in records {
            // While there is no usable key, the list does not wait for it once for each purchase.
            if let keyError {
                reasons[record.uid] = keyError
                continue
            }
            do {
                let failure = try await lookup.keys.failure(
                    of: record.verification,
                    expecting: ExpectedPurchase(record, domain: domain, sku: record.sku),
                    in: pass
                )
                if failure == .unusableKey {
                    // Says nothing about the purchase, as in a search, and applies to all purchases of the app.
                    keyError = AppCoinsSDKError(.system, "The app's key cannot be used to verify the purchase.")
                    reasons[record.uid] = keyError
                } else {
                    reasons[record.uid] = failure.map { AppCoinsSDKError($0) }
                }
            } catch {
                keyError = AppCoinsSDKError(error, while: "The purchase could not be verified")
                reasons[record.uid] = keyError
            }
        }
        return reasons
    }

    /// Compares purchases with old orders, whose payment may have been settled after days.
    private func notice(_ purchases: [Purchase], domain: String) {
        let noticed = purchases.map { NoticedPurchase(uid: $0.uid, domain: domain, sku: $0.sku, payload: $0.payload) }
        guard (try? ledger.notice(noticed, at: environment.now)) == true else { return }
        settle()
    }

    /// Consumes a purchase; does nothing if it is already consumed.
    ///
    /// - Throws: ``AppCoinsSDKError`` if the purchase cannot be consumed.
    func finish(_ purchase: Purchase, domain: String?) async throws {
        guard purchase.state != PurchaseState.consumed.rawValue else { return }
        let entry = requestFinish(purchase, domain: domain ?? environment.domain)
        do {
            try await documented("The purchase could not be consumed") {
                let trace = CallTrace.current
                try await finishing.once(purchase.uid) {
                    try await CallTrace.$current.withValue(trace) { try await self.consume(purchase, domain: domain) }
                }
                purchase.move(to: .consumed)
            }
            if let entry { _ = try? ledger.record(.confirmed(.finish), of: entry, at: environment.now) }
        } catch {
            if let entry { _ = try? ledger.record(.failed(.finish), of: entry, at: environment.now) }
            await keeper.kick()
            throw error
        }
    }

    private func consume(_ purchase: Purchase, domain: String?) async throws -> PurchaseState {
        let domain = domain ?? environment.domain
        let (accounts, _) = try await wallets.reachable()
        if let account = accounts.first(where: { $0.address == purchase.walletAddress }) {
            return try await calls.take(.consume, uid: purchase.uid, domain: domain, account: account)
        }
        guard let found = try await calls.find(purchase.uid, domain: domain) else {
            throw AppCoinsSDKError(.unknown, "The purchase is in no wallet.", title: "Failed to complete the purchase")
        }
        if found.record.state == .consumed { return .consumed }
        return try await calls.take(.consume, uid: purchase.uid, domain: domain, account: found.account)
    }

    private func requestFinish(_ purchase: Purchase, domain: String) -> String? {
        let now = environment.now
        let payment = LedgerEntry.Payment(
            uid: purchase.uid,
            orderUID: purchase.orderUid,
            address: purchase.walletAddress ?? "",
            isVerified: false,
            found: now,
            state: purchase.state
        )
        let delivery = LedgerEntry(
            domain: domain,
            sku: purchase.sku,
            payload: purchase.payload,
            reference: "",
            guestUID: nil,
            opened: now
        )
        do {
            return try ledger.requestFinish(delivery, payment, at: now)
        } catch {
            environment.log("The delivery of a purchase could not be stored yet: \(error)")
            return nil
        }
    }
}
