import APIRuntime
public import AppCoinsAPI
import Foundation

/// An instance of the SDK with its environment.
///
/// ``AppcSDK`` and the static methods of the other types use a shared instance.
///
/// Tests and servers can create any number of instances:
///
/// ```swift
/// let billing = AppcBilling(environment)
/// billing.initialize()
/// let products = try await billing.products()
/// ```
public final class AppcBilling: Sendable {
    /// The environment that the instance was created with.
    public let environment: AppcEnvironment

    /// The underlying generated client, without credentials.
    public let client: AppCoinsClient

    let settings: AppcSettings
    let wallets: WalletBook
    let attribution: Attribution
    let intents: IntentCenter
    let reporter: PurchaseReporter
    let calls: PurchaseCalls
    let holder: LeaseHolder
    let ledger: LedgerStore
    let lookup: PurchaseLookup
    let paidLinks: PaidLinks
    let keeper: LedgerKeeper
    let serviceClock: ServiceClock
    let finishing = Finishing()
    let active = ActivePurchase()
    let handover = PurchaseHandover()
    let currency = LockedState<String?>(nil)
    private let started = LockedState(false)

    /// Creates an instance that is not initialized.
    public init(_ environment: AppcEnvironment) {
        var environment = environment
        serviceClock = ServiceClock(servers: environment.servers)
        environment.configuration.transport = TracingTransport(
            next: environment.configuration.transport,
            clock: serviceClock
        )
        environment.configuration.userAgent = environment.configuration.userAgent ?? BuildFacts.userAgent
        self.environment = environment
        client = AppCoinsClient(servers: environment.servers, configuration: environment.configuration)
        settings = AppcSettings(store: environment.settings)
        // What decides about a purchase is always read from the service.
        environment.configuration.cache = nil
        let current = AppCoinsClient(servers: environment.servers, configuration: environment.configuration)
        wallets = WalletBook(environment: environment, client: current)
        attribution = Attribution(environment: environment, client: current, settings: settings)
        intents = IntentCenter(settings: settings, now: environment.configuration.now)
        reporter = PurchaseReporter(environment: environment, client: current, settings: settings)
        calls = PurchaseCalls(environment: environment, wallets: wallets)
        holder = LeaseHolder(folder: environment.folder)
        ledger = LedgerStore(store: environment.settings, holder: holder)
        lookup = PurchaseLookup(
            calls: calls,
            keys: PublicKeys(client: current),
            environment: environment,
            ledger: ledger
        )
        paidLinks = PaidLinks(ledger: ledger, wallets: wallets, environment: environment)
        keeper = LedgerKeeper(
            ledger: ledger,
            links: paidLinks,
            lookup: lookup,
            reporter: reporter,
            finishing: finishing,
            wallets: wallets,
            environment: environment
        )
    }

    // MARK: - The shared instance

    private static let shared = LockedState<AppcBilling?>(nil)

    /// The instance that static methods use in this task instead of the shared one.
    @TaskLocal static var scoped: AppcBilling?

    /// The instance that static methods use.
    public static var current: AppcBilling {
        if let scoped { return scoped }
        return shared.withLock { shared in
            if let shared { return shared }
            let billing = AppcBilling(.live())
            shared = billing
            return billing
        }
    }

    /// Runs a closure whose static calls use this instance.
    ///
    /// - Throws: The error of `body`.
    public func asCurrent<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$scoped.withValue(self, operation: body)
    }

    /// Makes an instance the shared one.
    static func share(_ billing: AppcBilling) {
        shared.withLock { $0 = billing }
    }

    // MARK: - Life cycle

    /// Whether ``initialize()`` has been called.
    public var isInitialized: Bool { started.withLock { $0 } }

    /// Starts attribution, resumes work that an earlier process left unfinished, and logs missing steps of the
    /// integration.
    ///
    /// Further calls only check for a pending intent.
    public func initialize() {
        let isFirst = started.withLock { started in
            defer { started = true }
            return !started
        }
        intents.restore(bindTo: self)
        resolveLinks()
        guard isFirst else { return }
        for step in missingSetUp { environment.log("AppCoinsSDK: \(step.advice)") }
        Task { [weak self] in
            guard let self, await self.isAvailable() else { return }
            await self.attribution.start()
            await self.reporter.flush()
        }
        // Orders are settled even if the SDK is no longer available: they may have been paid.
        Task { [keeper] in
            await keeper.pass(all: true)
            await keeper.kick()
        }
        startSweeping()
    }

    /// The steps of the integration that the app's project is known to lack.
    public var missingSetUp: [MissingSetUpStep] { environment.setUp().missing(domain: environment.domain) }

    private func startSweeping() {
        let clock = environment.configuration.clock
        Task { [weak self] in
            while (try? await clock.sleep(for: .seconds(300))) != nil {
                guard let self else { return }
                self.intents.sweep()
                self.resolveLinks()
                await self.reporter.flush()
                await self.keeper.pass()
                await self.keeper.kick()
            }
        }
    }

    /// Returns whether the SDK may be used on this device.
    public func isAvailable() async -> Bool {
        let override = environment.areDevToolsEnabled ? storefront : nil
        return AvailabilityRules(
            domain: environment.domain,
            toggle: settings.text(.toggle).map { $0 == "true" },
            storefront: override,
            device: await environment.device()
        ).isAvailable
    }

    /// Overrides the storefront in development builds; arguments that are `nil` change nothing.
    public func configure(locale: String? = nil, marketplace: AppcStorefront.Marketplace? = nil) {
        guard environment.areDevToolsEnabled else { return }
        if let locale { try? settings.set(locale, .storefrontLocale) }
        if let marketplace { try? settings.set(marketplace.rawValue, .storefrontMarketplace) }
    }

    private var storefront: AppcStorefront {
        AppcStorefront(
            locale: settings.text(.storefrontLocale),
            marketplace: settings.text(.storefrontMarketplace).flatMap { AppcStorefront.Marketplace(rawValue: $0) }
        )
    }

    /// Sends the reports that are due, without waiting for them.
    func flushReports() {
        Task { await self.reporter.flush() }
    }

    /// Runs a closure and converts its errors to the documented error.
    ///
    /// - Throws: ``AppCoinsSDKError``, also if the SDK is not initialized.
    func documented<Result>(
        _ action: String,
        _ body: () async throws -> Result
    ) async throws -> Result {
        guard isInitialized else {
            throw AppCoinsSDKError(.system, "\(action): call AppcSDK.initialize() first.", title: "Not Initialized")
        }
        let trace = CallTrace()
        do {
            return try await CallTrace.$current.withValue(trace, operation: body)
        } catch {
            throw AppCoinsSDKError(error, while: action, trace: trace)
        }
    }
}

extension AppcBilling: Hashable {
    /// Returns whether both are the same instance.
    public static func == (first: AppcBilling, second: AppcBilling) -> Bool { first === second }

    /// Hashes the identity of the instance.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
