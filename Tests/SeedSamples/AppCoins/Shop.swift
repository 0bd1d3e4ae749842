import AppCoinsSDK

/// A shop that puts purchased items into a bag.
actor Shop {
    /// The player's items, by the identifier of their purchase.
    private(set) var bag: [String: String] = [:]

    /// The messages of the shop.
    private(set) var notes: [String] = []

    private func give(_ purchase: Purchase) {
        bag[purchase.uid] = purchase.sku
    }

    /// Purchases the first of some products.
    func buyFirst(of products: [Product]?) async throws {
        let result = await products?.first?.purchase()

        switch result {
        case .success(let verificationResult):
            switch verificationResult {
            case .verified(let purchase):
                give(purchase)
                try await purchase.finish()
            case .unverified(let purchase, let verificationError):
                notes.append("not verified: \(purchase.sku), \(verificationError.debugInfo.message)")
            }
        case .pending: notes.append("not finished")
        case .userCancelled: notes.append("cancelled")
        case .failed(let error): note(error)
        case nil: notes.append("nothing to buy")
        }
    }

    /// Records a message for each documented error.
    private func note(_ error: AppCoinsSDKError) {
        switch error {
        case .networkError: notes.append("no network")
        case .systemError: notes.append("system")
        case .notEntitled: notes.append("not entitled")
        case .productUnavailable: notes.append("not on sale")
        case .purchaseNotAllowed: notes.append("not allowed")
        case .unknown: notes.append("unknown")
        }
    }

    /// Delivers items that were paid for earlier but not delivered.
    ///
    /// Call this method at every start of an app.
    func resume() async {
        if await AppcSDK.isAvailable() {
            do {
                let unfinishedPurchases = try await Purchase.unfinished()

                for purchase in unfinishedPurchases {
                    give(purchase)
                    try await purchase.finish()
                }
            } catch {
                notes.append("not resumed: \(error)")
            }
        }
    }
}
