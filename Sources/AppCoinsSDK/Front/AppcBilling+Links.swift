import APIRuntime
import AppCoinsAPI
public import Foundation

extension AppcBilling {
    /// Handles a link into the app.
    ///
    /// No link ends an open checkout unless the service confirms that the order was paid. After a failure link, the result
    /// is an error of its kind if the buyer closes the sheet and the service has no purchase for the order; if the page had
    /// already sent the buyer to pay elsewhere, it is ``PurchaseResult/pending``. The SDK ignores any text in the link.
    ///
    /// - Parameter redirectURL: The link; `nil` if there is none.
    /// - Returns: Whether the SDK recognized and processed the link; `false` also for a link to purchase a product while
    ///   ``intentUpdates()`` has too many unread intents.
    public func handle(redirectURL: URL?) -> Bool {
        guard let redirectURL, let link = RedirectLink(redirectURL, domain: environment.domain) else { return false }
        switch link {
        case .toggle(let isOn): return (try? settings.set(isOn ? "true" : "false", .toggle)) != nil
        case .storefront(let locale, let marketplace):
            configure(locale: locale, marketplace: marketplace)
            return environment.areDevToolsEnabled
        case .purchase(let sku, let oemID, let policy):
            return begin(sku, oemID: oemID, discountPolicy: policy)
        case .paid(let result): return settle(result)
        case .failed(let failure): return active.tell(.linkFailed(failure.checkoutError))
        case .malformedCheckout: return active.tell(.linkFailed(.failed))
        case .forward(let text): return forward(text)
        }
    }

    /// Compares the purchase of a link with the order that the link names, or with every unpaid order of the product.
    ///
    /// - Returns: Whether there is such an order, or an open checkout, or the orders cannot be read now.
    private func settle(_ result: CheckoutPurchaseResult) -> Bool {
        guard let match = paidLinks.keep(result) else {
            _ = active.tell(.link(result))
            Task { await keeper.storeUnreadLinks() }
            return true
        }
        let open = active.order
        let isForOpen = !match.isNamed || match.orders.contains { $0.id == open }
        let isTold = isForOpen && active.tell(.link(result))
        let isForOthers = match.orders.contains { !isTold || $0.id != open }
        if isForOthers { resume() }
        return isTold || isForOthers
    }

    /// Resumes orders whose checkout is not open, for example because it continued in the browser.
    private func resume() {
        Task {
            await keeper.pass(all: true, only: [.look, .acknowledge, .reportToken, .reportOrder])
            await keeper.kick()
        }
    }

    private func forward(_ text: String) -> Bool {
        guard let sheet = active.sheet else { return false }
        Task { await sheet.forward(text) }
        return true
    }

    /// Stores a link to purchase a product, and reads the product in the background.
    ///
    /// - Returns: `false` if too many links wait for the app.
    private func begin(_ sku: String, oemID: String?, discountPolicy: DiscountPolicy?) -> Bool {
        let link = IntentLink(
            sku: sku,
            oemID: oemID,
            discountPolicy: discountPolicy?.rawValue,
            timestamp: environment.now
        )
        do {
            // Stored first: without a connection, or after the end of the process, the product is read later.
            let stored = try intents.keep(link)
            // Read at once if others wait for their next attempt, because one of them may be of an unknown product.
            if !resolveLinks() { Task { await resolve(stored) } }
        } catch let error as TooManyIntents {
            environment.log("A purchase link was refused: \(error)")
            return false
        } catch {
            environment.log("A purchase link could not be stored: \(error)")
            Task { await resolve(link) }
        }
        return true
    }

    /// Reads the products of stored links in the background, with pauses of 1 s, 2 s, 4 s up to 60 s.
    ///
    /// - Returns: `false` if that is in progress, so that the next attempt may be later.
    @discardableResult
    func resolveLinks() -> Bool {
        guard !intents.links.isEmpty else { return true }
        guard intents.beginResolving() else { return false }
        let (intents, clock) = (intents, environment.configuration.clock)
        Task { [weak self] in
            var pause = Duration.seconds(1)
            while true {
                for link in intents.links { await self?.resolve(link) }
                // A link that was stored after this look has found the reading in progress.
                guard self != nil, !intents.links.isEmpty else { break }
                guard (try? await clock.sleep(for: pause)) != nil else { return intents.endResolving() }
                pause = min(pause * 2, .seconds(60))
            }
            intents.endResolving()
            self?.resolveLinks()
        }
        return true
    }

    private func resolve(_ link: IntentLink) async {
        let policy = link.discountPolicy.map { DiscountPolicy(rawValue: $0) }
        do {
            let product = try await product(link.sku, discountPolicy: policy)
            // The link may have been repeated since, which extends its time.
            let latest = intents.links.first { $0.id == link.id } ?? link
            try intents.arrive(
                PurchaseIntent(
                    id: link.id,
                    product: product,
                    timestamp: latest.timestamp,
                    discountPolicy: policy,
                    oemID: link.oemID,
                    billing: self
                )
            )
        } catch {
            if case .productUnavailable? = error as? AppCoinsSDKError, link.isProductUnknown != true {
                intents.markUnknown(link)
            }
            environment.log("A purchase link could not be processed: \(error.localizedDescription)")
        }
    }
}
