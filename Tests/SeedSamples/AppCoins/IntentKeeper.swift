import AppCoinsSDK

/// An actor that purchases the products of links once the player is signed in.
actor IntentKeeper {
    /// Whether the player is signed in.
    var isSignedIn: Bool

    /// The products that were purchased.
    private(set) var bought: [String] = []

    private var observing: Task<Void, Never>?

    init(isSignedIn: Bool) {
        self.isSignedIn = isSignedIn
    }

    /// Starts to observe intents.
    func start() {
        observing = Task { await observePurchases() }
    }

    /// Stops observing, and waits until no further intent is processed.
    func stop() async {
        observing?.cancel()
        await observing?.value
    }

    /// Signs the player in, and purchases the products of waiting intents.
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
