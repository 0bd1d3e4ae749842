import APIRuntime
import AppCoinsAPI

extension AppcBilling {
    /// Returns all purchases, newest first.
    ///
    /// - Throws: ``AppCoinsSDKError``, even if only some of the purchases cannot be read.
    public func purchases(domain: String? = nil) async throws -> [Purchase] {
        try await list(domain: domain)
    }

    /// Returns the latest purchase of a product; `nil` if there is none.
    ///
    /// - Throws: ``AppCoinsSDKError`` if the purchases cannot be read.
    public func latestPurchase(domain: String? = nil, sku: String) async throws -> Purchase? {
        try await list(domain: domain, sku: sku).first
    }

    /// Returns the purchases that have not been consumed, newest first.
    ///
    /// - Throws: ``AppCoinsSDKError``, even if only some of the purchases cannot be read.
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

    /// Returns the error for a list; an error of decoding names the purchase that causes it.
    private static func naming(_ error: ListPurchasesError) -> any Error {
        guard case .decoding(let failure) = error, let exchange = CallTrace.current?.exchange,
            let uid = MalformedPurchase.uid(in: exchange.response)
        else { return error }
        return AppCoinsSDKError.systemError(
            DebugInfo(
                message: ErrorMapping.title(of: .system),
                description: "The purchase \(uid) cannot be decoded: \(failure).",
                request: DebugRequestInfo(exchange)
            )
        )
    }

    /// Consumes a purchase; does nothing if it is already consumed.
    ///
    /// - Throws: ``AppCoinsSDKError`` if the purchase cannot be consumed.
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
            throw AppCoinsSDKError(.unknown, "The purchase is in no wallet.", title: "Failed to complete the purchase")
        }
        if found.record.state == .consumed { return .consumed }
        return try await calls.take(.consume, uid: purchase.uid, domain: domain, account: found.account)
    }
}

/// A search for the purchase that prevents a page from being decoded.
enum MalformedPurchase {
    /// Returns the identifier of the first item that is not a purchase, or its index in the list if it has none.
    ///
    /// - Returns: `nil` if the page is not a list or all of its items are purchases.
    static func uid(in page: [UInt8]) -> String? {
        let items = (try? JSONCoding.decode(JSONValue.self, from: page))?[PurchasePage.keys.names[0]]?.array
        guard let items, let index = items.firstIndex(where: { (try? $0.decode(PurchaseRecord.self)) == nil }) else {
            return nil
        }
        return items[index][PurchaseRecord.keys.names[0]]?.string ?? "at position \(index + 1)"
    }
}
