public import APIRuntime
public import AppCoinsAPI
public import Foundation
public import URLSessionTransport

/// The dependencies of the SDK: addresses, stores, the device, the checkout and time.
///
/// An app needs no environment: ``live(domain:)`` returns that of the system. Tests and servers create their own:
///
/// ```swift
/// var environment = AppcEnvironment(domain: "com.example.app", servers: .custom())
/// environment.presenter = SandboxCheckoutPresenter(servers: environment.servers)   // import AppCoinsTesting
/// AppcSDK.use(environment)
/// ```
public struct AppcEnvironment: Sendable {
    /// The bundle identifier of the app.
    public var domain: String

    /// The addresses of the services.
    public var servers: AppCoinsServers

    /// The transport, clock, current time and further settings of the calls.
    ///
    /// The cache is used for products and prices; wallets and purchases are always read from the service.
    public var configuration: ClientConfiguration

    /// The store of the wallets.
    public var wallets: any SecretStore

    /// The store of all other persistent data, small values by name.
    public var settings: any SecretStore

    /// The folder of the queue of reports; `nil` keeps the queue in memory.
    public var folder: URL?

    /// The presenter of the checkout.
    public var presenter: any CheckoutPresenter

    /// A closure that returns the device and the origin of the app; called each time the information is needed.
    public var device: @Sendable () async -> DeviceFacts

    /// A closure that returns the known settings of the app's project.
    public var setUp: @Sendable () -> SetUpFacts

    /// The source of the system's tokens for external purchases.
    public var purchaseTokens: any ExternalPurchaseTokenSource

    /// The regions and the minimum system version for which purchases are reported.
    public var reportingRules: ReportingRules

    /// Whether the storefront can be overridden; enable this only in development builds.
    public var areDevToolsEnabled: Bool

    /// The longest time that the SDK waits for a purchase to become readable after the checkout reported success.
    public var patience: Duration

    /// A closure that receives messages for the developer, such as a missing step of the integration.
    ///
    /// The messages never contain a secret.
    public var log: @Sendable (String) -> Void

    /// Creates an environment in memory; every dependency can be replaced.
    public init(
        domain: String,
        servers: AppCoinsServers = .production,
        configuration: ClientConfiguration = ClientConfiguration(transport: .urlSession),
        wallets: any SecretStore = MemorySecretStore(),
        settings: any SecretStore = MemorySecretStore(),
        folder: URL? = nil,
        presenter: any CheckoutPresenter = NoCheckout(),
        device: @escaping @Sendable () async -> DeviceFacts = { DeviceFacts() },
        setUp: @escaping @Sendable () -> SetUpFacts = { SetUpFacts() },
        purchaseTokens: any ExternalPurchaseTokenSource = NoExternalPurchaseTokens(),
        reportingRules: ReportingRules = .standard,
        areDevToolsEnabled: Bool = false,
        patience: Duration = .seconds(30),
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.domain = domain
        self.servers = servers
        self.configuration = configuration
        self.wallets = wallets
        self.settings = settings
        self.folder = folder
        self.presenter = presenter
        self.device = device
        self.setUp = setUp
        self.purchaseTokens = purchaseTokens
        self.reportingRules = reportingRules
        self.areDevToolsEnabled = areDevToolsEnabled
        self.patience = patience
        self.log = log
    }

    /// The bundle identifier of the vendor's test app, the only app that uses the development system.
    static let developmentDomain = "com.appcoins.trivialdrivesample.test"

    /// The current time.
    var now: Date { configuration.now() }
}
