import APIRuntime
import AppCoinsAPI

extension AppcBilling {
    /// All purchases, newest first.
    ///
    /// - Throws: ``AppCoinsSDKError``; also when only some could be read.
    public func purchases(domain: String? = nil) async throws -> [Purchase] {
        try await list(domain: domain)
    }

    /// The latest purchase of a product; `nil` when there is none.
    ///
    /// - Throws: ``AppCoinsSDKError``.
    public func latestPurchase(domain: String? = nil, sku: String) async throws -> Purchase? {
        try await list(domain: domain, sku: sku).first
    }

    /// The purchases that have not been consumed, newest first.
    ///
    /// - Throws: ``AppCoinsSDKError``; also when only some could be read.
    public func unfinishedPurchases(domain: String? = nil) async throws -> [Purchase] {
        try await list(domain: domain, state: [.pending, .acknowledged])
    }

    private func list(
        domain: String?,
        sku: String? = nil,
        state: [PurchaseState]? = nil
    ) async throws -> [Purchase] {
        let purchases = try await documented("The purchases could not be read") {
            do {
                return try await calls.list(domain: domain ?? environment.domain, sku: sku, state: state).map {
                    try Purchase($0.record, walletAddress: $0.address, billing: self)
                }
            } catch let error as ListPurchasesError {
                throw Self.naming(error)
            }
        }
        for purchase in purchases where purchase.verification.data.purchaseState == 1 {
            await reporter.cancelled(order: purchase.orderUid)
        }
        return purchases
    }

    /// The error for a list; one that is not understood names the purchase that it fails at.
    private static func naming(_ error: ListPurchasesError) -> any Error {
        guard case .decoding(let failure) = error, let exchange = CallTrace.current?.exchange,
            let uid = MalformedPurchase.uid(in: exchange.response)
        else { return error }
        return AppCoinsSDKError.systemError(
            DebugInfo(
                message: ErrorMapping.title(of: .system),
                description: "The purchase \(uid) is not understood: \(failure).",
                request: DebugRequestInfo(exchange)
            )
        )
    }

    /// Consumes a purchase; nothing happens when it is consumed already.
    func finish(_ purchase: Purchase, domain: String?) async throws {
        guard purchase.state != PurchaseState.consumed.rawValue else { return }
        try await documented("The purchase could not be consumed") {
            let trace = CallTrace.current
            try await finishing.once(purchase.uid) {
                try await CallTrace.$current.withValue(trace) { try await self.consume(purchase, domain: domain) }
            }
            purchase.move(to: .consumed)
        }
    }

    private func consume(_ purchase: Purchase, domain: String?) async throws -> PurchaseState {
        let domain = domain ?? environment.domain
        let accounts = try await wallets.accounts()
        if let account = accounts.first(where: { $0.address == purchase.walletAddress }) {
            return try await calls.take(.consume, uid: purchase.uid, domain: domain, account: account)
        }
        guard let found = try await calls.find(purchase.uid, domain: domain) else {
            throw AppCoinsSDKError(.unknown, "No wallet knows the purchase.", title: "Failed to complete the purchase")
        }
        if found.record.state == .consumed { return .consumed }
        return try await calls.take(.consume, uid: purchase.uid, domain: domain, account: found.account)
    }
}

/// Finds the purchase that keeps a page from being read.
enum MalformedPurchase {
    /// Identifier of the first item that is not a purchase, or its place in the list when it has none.
    ///
    /// - Returns: `nil` when the page is no list, or all of its items are purchases.
    static func uid(in page: [UInt8]) -> String? {
        let items = (try? JSONCoding.decode(JSONValue.self, from: page))?[PurchasePage.keys.names[0]]?.array
        guard let items, let index = items.firstIndex(where: { (try? $0.decode(PurchaseRecord.self)) == nil }) else {
            return nil
        }
        return items[index][PurchaseRecord.keys.names[0]]?.string ?? "at position \(index + 1)"
    }
}
