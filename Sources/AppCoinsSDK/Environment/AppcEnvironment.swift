public import APIRuntime
public import AppCoinsAPI
public import Foundation

/// Everything that the SDK takes from outside: addresses, stores, the device, the checkout and time.
///
/// An app needs none of it; ``live(domain:)`` has what the system gives. Tests and servers make their own:
///
/// ```swift
/// var environment = AppcEnvironment(domain: "com.example.app", servers: .custom())
/// environment.presenter = SandboxCheckoutPresenter(servers: environment.servers)   // import AppCoinsTesting
/// AppcSDK.use(environment)
/// ```
public struct AppcEnvironment: Sendable {
    /// Bundle identifier of the app.
    public var domain: String

    /// Where the services are.
    public var servers: AppCoinsServers

    /// Transport, clock, time and the rest of how calls are sent.
    public var configuration: ClientConfiguration

    /// Where wallets are kept.
    public var wallets: any SecretStore

    /// Where everything else that outlives the process is kept, small values by name.
    public var settings: any SecretStore

    /// Folder of the queue of reports; `nil` keeps it in memory.
    public var folder: URL?

    /// What shows the checkout.
    public var presenter: any CheckoutPresenter

    /// The device and where the app came from, asked each time.
    public var device: @Sendable () async -> DeviceFacts

    /// What is known of the app's project.
    public var setUp: @Sendable () -> SetUpFacts

    /// Source of the system's tokens for external purchases.
    public var purchaseTokens: any ExternalPurchaseTokenSource

    /// Where and from which system on purchases are reported.
    public var reportingRules: ReportingRules

    /// Whether the storefront can be overridden, which only development builds should allow.
    public var areDevToolsEnabled: Bool

    /// How long the SDK waits for a purchase to become readable after the checkout reported success.
    public var patience: Duration

    /// Hears what a developer should know, such as a missing step of the integration.
    ///
    /// Never a secret.
    public var log: @Sendable (String) -> Void

    /// Creates an environment in memory; every part can be replaced.
    public init(
        domain: String,
        servers: AppCoinsServers = .production,
        configuration: ClientConfiguration = ClientConfiguration(),
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

    /// Bundle identifier of the vendor's own test app, which alone talks to the development system.
    static let developmentDomain = "com.appcoins.trivialdrivesample.test"

    /// The current time.
    var now: Date { configuration.now() }
}
