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
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let state: LockedState<State>
    private let delivering = LockedState<Task<Void, Never>?>(nil)

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

    /// Ends the process, as the system does.
    private func end() async {
        let former = state.withLock { state in
            state.life.kill()
            return state.billing
        }
        try? await former?.reporter.close()
    }

    /// Ends the process and deletes the folder of the device.
    func discard() async {
        await end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Ends the process, if there is one, and starts the app again.
    func start(_ life: ModelLife, isDelivering: Bool = true) async {
        await end()
        presenter.shown.withLock { $0 = nil }
        let configuration = ClientConfiguration(
            transport: ModelTransport(service: service, life: life, device: name),
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
            folder: folder,
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
        if isDelivering { await deliverUnfinished() }
    }

    // MARK: - The app

    /// The purchases whose consumption the device has durably requested, or has performed.
    ///
    /// The app must not receive them again: an app that follows the documentation gives the goods each time.
    var requested: Set<String> {
        let entries = (try? LedgerStore(store: settings).entries()) ?? []
        return Set(entries.filter(\.isFinishRequested).compactMap { $0.payment?.uid }).union(account.finished(by: name))
    }

    /// Delivers and finishes what is unfinished, as the sample of the documentation does at every start.
    ///
    /// The app does that once at a time.
    ///
    /// - Parameter isDuringCheckout: Whether to do that only while a checkout is open, which may return a purchase.
    func deliverUnfinished(isDuringCheckout: Bool = false) async {
        let delivery = delivering.withLock { delivering in
            let delivery = Task { [former = delivering] in
                await former?.value
                await deliverNext(isDuringCheckout)
            }
            delivering = delivery
            return delivery
        }
        await delivery.value
    }

    private func deliverNext(_ isDuringCheckout: Bool) async {
        let (life, before, open) = (self.life, requested, service.unfinished)
        if isDuringCheckout, billing?.active.order == nil { return }
        guard let billing, let unfinished = try? await billing.unfinishedPurchases(), !life.isDead else { return }
        if life.isCalm, !isDuringCheckout { await expectAll(open, in: unfinished.map(\.uid), billing) }
        for purchase in unfinished {
            guard !life.isDead else { return }
            if before.contains(purchase.uid) { account.violate("\(name): \(purchase.uid) is handed out again") }
            // The sample ends its loop at the first error; the next start delivers the rest.
            guard await deliver(purchase, life) else { return }
        }
    }

    /// Checks that the unfinished purchases of the device's wallets are complete.
    private func expectAll(_ open: [ModelService.Sale], in listed: [String], _ billing: AppcBilling) async {
        let wallets = ((try? await billing.wallets.reachable().accounts) ?? []).map(\.address)
        let (requested, still) = (requested, Set(service.unfinished.map(\.uid)))
        for sale in open where wallets.contains(sale.wallet) && still.contains(sale.uid) {
            guard !requested.contains(sale.uid), !listed.contains(sale.uid) else { continue }
            account.violate("\(name): \(sale.uid) is missing among the unfinished purchases")
        }
    }

    /// Buys a product and delivers it if the result is a verified purchase.
    ///
    /// An impatient app reads its unfinished purchases while it finishes the new one.
    func buy(_ sku: String, payload: String, reference: String, isImpatient: Bool) async {
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
        guard case .success(.verified(let purchase)) = result else { return }
        if requested.contains(purchase.uid) { account.violate("\(name): \(purchase.uid) is a success again") }
        async let finished = deliver(purchase, life)
        if isImpatient {
            // The request of the consumption may not be stored.
            for _ in 0..<300 where !life.isDead && !requested.contains(purchase.uid) { await Task.yield() }
            await deliverUnfinished()
        }
        _ = await finished
    }

    /// Gives the goods and finishes the purchase.
    private func deliver(_ purchase: Purchase, _ life: ModelLife) async -> Bool {
        guard !life.isDead else { return false }
        account.give(purchase.uid, in: life)
        guard (try? await purchase.finish()) != nil, !life.isDead else { return false }
        account.finish(purchase.uid, by: name)
        return true
    }
}

/// The buyers' account, which all devices share, with its deliveries.
final class ModelAccount: Sendable {
    /// The deliveries and the broken rules.
    struct State: Sendable {
        /// The number of times the goods of a purchase were given, without any check whether they were given before.
        var given: [String: Int] = [:]
        /// The purchases whose goods were given, by life.
        var givenByLife: [UUID: Set<String>] = [:]
        /// The purchases that the devices have finished.
        var finished: [String: Set<String>] = [:]
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
            if isPaidInTime(reference, sales) {
                violate("order \(reference): paid, but failed with \(error.debugInfo.description)")
            }
        case .userCancelled:
            if isPaidInTime(reference, sales) {
                violate("order \(reference): paid, but cancelled")
            }
        case .pending: break
        }
    }

    /// Records that an order was paid before its checkout ends, so that the result must not be a failure.
    func mustNotFail(_ reference: String) { state.withLock { _ = $0.paidInTime.insert(reference) } }

    /// Returns whether an order was paid in time; a purchase that the other device has delivered is no longer listed.
    private func isPaidInTime(_ reference: String, _ sales: [ModelService.Sale]) -> Bool {
        let isOpen = sales.contains { $0.reference == reference && $0.state != .consumed && !$0.isRefunded }
        return isOpen && state.withLock { $0.paidInTime.contains(reference) }
    }

    /// Gives the goods of a purchase, which one life of a process must do only once.
    func give(_ uid: String, in life: ModelLife) {
        let isFirst = state.withLock { state in
            state.given[uid, default: 0] += 1
            return state.givenByLife[life.id, default: []].insert(uid).inserted
        }
        if !isFirst { violate("\(uid): given twice by one process") }
    }

    /// Records that a device has finished a purchase.
    func finish(_ uid: String, by device: String) {
        state.withLock { _ = $0.finished[device, default: []].insert(uid) }
    }

    /// Returns the purchases that a device has finished.
    func finished(by device: String) -> Set<String> { state.withLock { $0.finished[device] ?? [] } }

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
