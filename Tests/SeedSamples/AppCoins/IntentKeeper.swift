import AppCoinsSDK

/// Buys what links ask for, once the player is signed in.
actor IntentKeeper {
    /// Whether the player is signed in.
    var isSignedIn: Bool

    /// Products that were bought.
    private(set) var bought: [String] = []

    private var observing: Task<Void, Never>?

    init(isSignedIn: Bool) {
        self.isSignedIn = isSignedIn
    }

    /// Begins to listen.
    func start() {
        observing = Task { await observePurchases() }
    }

    /// Ends listening, and waits until nothing is heard any more.
    func stop() async {
        observing?.cancel()
        await observing?.value
    }

    /// Signs the player in, and buys what has been waiting for it.
    func signIn() async {
        isSignedIn = true
        if let intent = Purchase.intent {
            await handle(result: intent.confirm(payload: "player", orderID: nil))
        }
    }

    private func observePurchases() async {
        for await intent in Purchase.updates {
            if isSignedIn {
                let result = await intent.confirm()
                await handle(result: result)
            }
        }
    }

    private func handle(result: PurchaseResult) async {
        switch result {
        case .success(let verificationResult):
            switch verificationResult {
            case .verified(let purchase):
                bought.append(purchase.sku)
                try? await purchase.finish()
            case .unverified(_, _): break
            }
        case .pending: break
        case .userCancelled: break
        case .failed(_): break
        }
    }
}
