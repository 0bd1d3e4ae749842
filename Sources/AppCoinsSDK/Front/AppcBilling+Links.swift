import APIRuntime
import AppCoinsAPI
public import Foundation

extension AppcBilling {
    /// Handles a link into the app.
    ///
    /// No link ends an open checkout unless the service confirms that the order was paid. The error of a failure link is
    /// the result if the buyer closes the sheet and the service has no purchase for the order.
    ///
    /// - Parameter redirectURL: The link; `nil` if there is none.
    /// - Returns: Whether the SDK recognized and processed the link.
    public func handle(redirectURL: URL?) -> Bool {
        guard let redirectURL, let link = RedirectLink(redirectURL, domain: environment.domain) else { return false }
        switch link {
        case .toggle(let isOn): return (try? settings.set(isOn ? "true" : "false", .toggle)) != nil
        case .storefront(let locale, let marketplace):
            configure(locale: locale, marketplace: marketplace)
            return environment.areDevToolsEnabled
        case .purchase(let sku, let oemID, let policy):
            begin(sku, oemID: oemID, discountPolicy: policy)
            return true
        case .paid(let result): return active.tell(.link(result)) || resume(result)
        case .failed(let failure): return active.tell(.linkFailed(failure))
        case .malformedCheckout: return active.tell(.linkFailed(Self.malformed))
        case .forward(let text): return forward(text)
        }
    }

    /// Resumes the order of an earlier process whose checkout continued in the browser.
    ///
    /// - Returns: Whether there is such an order.
    private func resume(_ result: CheckoutPurchaseResult) -> Bool {
        let data = result.purchaseData
        let open = (try? ledger.entries())?.last { $0.payment == nil && $0.sku == data.productId }
        guard let open else { return false }
        let suspect = StoredWalletChange(result.wallet)?.stored(at: environment.now)
        Task {
            _ = try? ledger.record(.claimed(data.purchaseToken), of: open.id, at: environment.now)
            if let suspect { try? await wallets.suspect(suspect, of: open.id) }
            await keeper.pass(all: true, only: [.look, .acknowledge, .reportToken, .reportOrder])
            await keeper.kick()
        }
        return true
    }

    private static var malformed: CheckoutFailure {
        CheckoutFailure(
            checkoutError: .failed,
            message: "Service Failed",
            description: "The checkout returned a link that cannot be read."
        )
    }

    private func forward(_ text: String) -> Bool {
        guard let sheet = active.sheet else { return false }
        Task { await sheet.forward(text) }
        return true
    }

    private func begin(_ sku: String, oemID: String?, discountPolicy: DiscountPolicy?) {
        let link = IntentLink(
            sku: sku,
            oemID: oemID,
            discountPolicy: discountPolicy?.rawValue,
            timestamp: environment.now
        )
        do {
            // Stored first: without a connection, or after the end of the process, the product is read later.
            try intents.keep(link)
            resolveLinks()
        } catch {
            environment.log("A purchase link could not be stored: \(error)")
            Task { _ = await resolve(link) }
        }
    }

    /// Reads the products of stored links in the background, with pauses of 1 s, 2 s, 4 s up to 60 s.
    func resolveLinks() {
        guard !intents.links.isEmpty, intents.beginResolving() else { return }
        let (intents, clock) = (intents, environment.configuration.clock)
        Task { [weak self] in
            defer { intents.endResolving() }
            var pause = Duration.seconds(1)
            while true {
                for link in intents.links {
                    guard let self else { return }
                    await self.resolve(link)
                }
                guard !intents.links.isEmpty, (try? await clock.sleep(for: pause)) != nil else { return }
                pause = min(pause * 2, .seconds(60))
            }
        }
    }

    private func resolve(_ link: IntentLink) async {
        let policy = link.discountPolicy.map { DiscountPolicy(rawValue: $0) }
        do {
            let product = try await product(link.sku, discountPolicy: policy)
            try intents.arrive(
                PurchaseIntent(
                    id: link.id,
                    product: product,
                    timestamp: link.timestamp,
                    discountPolicy: policy,
                    oemID: link.oemID,
                    billing: self
                )
            )
        } catch {
            environment.log("A purchase link could not be processed: \(error.localizedDescription)")
        }
    }
}
