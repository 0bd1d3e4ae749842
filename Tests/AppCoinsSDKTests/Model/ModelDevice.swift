import APIRuntime
import AppCoinsAPI
import AppCoinsTesting
import Foundation

@testable import AppCoinsSDK

/// A device with an app that follows the documentation: it delivers verified and unfinished purchases and finishes them.
final class ModelDevice: Sendable {
    private struct State: Sendable {
        var life: ModelLife
        var billing: AppcBilling?
        var skew: TimeInterval = 0
    }

    let name: String
    private let service: ModelService
    private let account: ModelAccount
    private let wallets = MemorySecretStore()
    private let settings = MemorySecretStore()
    private let presenter = ModelPresenter()
    private let tokens: ModelTokens
    private let state: LockedState<State>

    init(name: String, service: ModelService, account: ModelAccount) {
        self.name = name
        self.service = service
        self.account = account
        tokens = ModelTokens(name: name)
        state = LockedState(State(life: ModelLife(seed: 0, faultRate: 0, stepsLeft: nil)))
    }

    var billing: AppcBilling? { state.withLock { $0.billing } }
    var life: ModelLife { state.withLock { $0.life } }
    var sheet: PlayedSheet? { presenter.shown.withLock { $0?.sheet } }
    var request: CheckoutRequest? { presenter.shown.withLock { $0?.request } }

    /// Sets the clock of the device.
    func setClock(_ skew: TimeInterval) { state.withLock { $0.skew = skew } }

    /// Ends the process, if there is one, and starts the app again.
    func start(_ life: ModelLife) async {
        state.withLock { $0.life.kill() }
        presenter.shown.withLock { $0 = nil }
        let configuration = ClientConfiguration(
            transport: ModelTransport(service: service, life: life),
            retry: .never,
            clock: ModelClock(),
            now: { [state, service] in
                let skew = state.withLock { $0.skew }
                return service.state.withLock { $0.now }.addingTimeInterval(skew)
            }
        )
        let domain = ModelSigner.domain
        let environment = AppcEnvironment(
            domain: domain,
            servers: .custom(
                productBase: "http://m/productv2",
                attributionBase: "http://m/\(name)",
                walletBase: "http://m/appc",
                brokerBase: "http://m/broker",
                reportsBase: "http://m/sdk-ios",
                checkoutBase: "http://m",
                serverToServerBase: "http://m"
            ),
            configuration: configuration,
            wallets: ModelStore(disk: wallets, life: life),
            settings: ModelStore(disk: settings, life: life),
            presenter: presenter,
            device: { DeviceFacts(system: .init(26), region: "PT") },
            purchaseTokens: tokens,
            patience: .zero
        )
        // The guest of the device, as if attribution had succeeded before.
        settings.set(Data("guest-\(name)".utf8), for: AppcSettings.Name.guestUID.rawValue)
        let billing = AppcBilling(environment)
        state.withLock { state in
            state.life = life
            state.billing = billing
        }
        billing.initialize()
        await deliverUnfinished()
    }

    /// Delivers and finishes what is unfinished, as the documentation demands at every start.
    func deliverUnfinished() async {
        guard let billing, let unfinished = try? await billing.unfinishedPurchases() else { return }
        for purchase in unfinished { await deliver(purchase) }
    }

    /// Buys a product and delivers it if the result is a verified purchase.
    func buy(_ sku: String, payload: String, reference: String) async {
        guard let billing else { return }
        let life = self.life
        let item = ProductItem(
            sku: sku,
            title: sku,
            price: ProductPrice(currency: "EUR", value: "1", label: "1", symbol: "€")
        )
        let result = await Product(item, billing: billing).purchase(payload: payload, orderID: reference)
        guard !life.isDead else { return }
        presenter.shown.withLock { $0 = nil }
        account.heard(result, reference: reference, sales: service.sales)
        if case .success(.verified(let purchase)) = result { await deliver(purchase) }
    }

    private func deliver(_ purchase: Purchase) async {
        guard !life.isDead else { return }
        account.deliver(purchase.uid)
        try? await purchase.finish()
    }
}

/// The buyer's account, which all devices share, with its deliveries.
final class ModelAccount: Sendable {
    /// The deliveries and the broken rules.
    struct State: Sendable {
        var delivered: [String: Int] = [:]
        var results: [String: Int] = [:]
        var violations: [String] = []
        /// The orders that were paid before their checkout ended.
        var paidInTime: Set<String> = []
    }

    let state = LockedState(State())

    /// Records the result of a purchase.
    func heard(_ result: PurchaseResult, reference: String, sales: [ModelService.Sale]) {
        switch result {
        case .success(let verification):
            guard case .verified(let purchase) = verification else {
                return violate("order \(reference): unverified")
            }
            let sale = sales.first { $0.uid == purchase.uid }
            if sale?.reference != reference {
                violate("order \(reference): success names the purchase of \(sale?.reference ?? "nobody")")
            }
            let count = state.withLock { state in
                state.results[purchase.uid, default: 0] += 1
                return state.results[purchase.uid] ?? 0
            }
            if count > 1 { violate("purchase \(purchase.uid): \(count) successes") }
        case .failed(let error):
            if isPaidInTime(reference) {
                violate("order \(reference): paid, but failed with \(error.debugInfo.description)")
            }
        case .userCancelled:
            if isPaidInTime(reference) {
                violate("order \(reference): paid, but cancelled")
            }
        case .pending: break
        }
    }

    /// Records that an order was paid before its checkout ends, so that the result must not be a failure.
    func mustNotFail(_ reference: String) { state.withLock { _ = $0.paidInTime.insert(reference) } }

    private func isPaidInTime(_ reference: String) -> Bool { state.withLock { $0.paidInTime.contains(reference) } }

    /// Delivers a purchase, once by its identifier.
    func deliver(_ uid: String) {
        state.withLock { state in
            if state.delivered[uid] == nil { state.delivered[uid] = 1 }
        }
    }

    func violate(_ text: String) { state.withLock { $0.violations.append(text) } }
}

/// A presenter whose sheets the model plays.
final class ModelPresenter: CheckoutPresenter {
    /// A presented checkout.
    struct Shown: Sendable {
        let request: CheckoutRequest
        let sheet: PlayedSheet
    }

    let shown = LockedState<Shown?>(nil)

    func open(_ request: CheckoutRequest) async -> any CheckoutSheet {
        let sheet = PlayedSheet()
        shown.withLock { $0 = Shown(request: request, sheet: sheet) }
        return sheet
    }
}

/// The system's tokens of one device.
final class ModelTokens: ExternalPurchaseTokenSource {
    private let name: String
    private let count = LockedState(0)

    init(name: String) { self.name = name }

    func token() async throws -> ExternalPurchaseToken? {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return ExternalPurchaseToken(
            appAppleID: 1,
            bundleID: ModelSigner.domain,
            externalPurchaseID: "\(name)-\(number)",
            tokenType: "CORE_TECHNOLOGY"
        )
    }
}
