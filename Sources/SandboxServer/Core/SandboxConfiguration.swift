public import APIRuntime
public import AsyncHTTPTransport
public import Foundation

/// The configuration of a sandbox: its address, token lifetimes and initial data.
public struct SandboxConfiguration: Sendable {
    /// The address to listen on; loopback by default.
    public var host: String

    /// The port to listen on; 0 lets the system choose a free one.
    public var port: Int

    /// The lifetime of access tokens in seconds; 1 or more.
    public var tokenLifetime: TimeInterval

    /// The lifetime of refresh tokens in seconds; 1 or more.
    public var refreshTokenLifetime: TimeInterval

    /// The seed of all random choices.
    ///
    /// Equal seeds produce equal data.
    public var seed: UInt64

    /// The number of receipts of Anybill's demonstration user; 0 or more.
    public var receipts: Int

    /// The duration of asynchronous work on the sandbox's clock, such as reading a document, in seconds; 0 or more.
    public var processingDelay: TimeInterval

    /// The loopback address that receives messages about new receipts; `nil` sends none.
    public var webhookURL: URL?

    /// The key in every message to the webhook.
    public var webhookKey: String

    /// The transport that sends the messages to the webhook.
    public var webhookTransport: any HTTPTransport

    /// The clock for the delays before a message is sent again.
    public var webhookClock: any Clock<Duration>

    /// The initial time of the sandbox's clock; `nil` follows the system clock.
    public var startDate: Date?

    /// The initial settings of AppCoins, which control operations can change later.
    public var appCoins: AppCoinsSandboxSettings

    /// Creates a configuration, by default with a free loopback port, tokens for a day and for 90 days, and 231
    /// receipts.
    public init(
        host: String = "127.0.0.1",
        port: Int = 0,
        tokenLifetime: TimeInterval = 86_400,
        refreshTokenLifetime: TimeInterval = 90 * 86_400,
        seed: UInt64 = 1,
        receipts: Int = 231,
        processingDelay: TimeInterval = 0,
        webhookURL: URL? = nil,
        webhookKey: String = "sandbox-webhook-key",
        webhookTransport: any HTTPTransport = AsyncHTTPTransport.shared,
        webhookClock: any Clock<Duration> = ContinuousClock(),
        startDate: Date? = nil,
        appCoins: AppCoinsSandboxSettings = AppCoinsSandboxSettings()
    ) {
        precondition(receipts >= 0, "A sandbox holds 0 receipts or more.")
        self.host = host
        self.port = port
        self.tokenLifetime = tokenLifetime
        self.refreshTokenLifetime = refreshTokenLifetime
        self.seed = seed
        self.receipts = receipts
        self.processingDelay = processingDelay
        self.webhookURL = webhookURL
        self.webhookKey = webhookKey
        self.webhookTransport = webhookTransport
        self.webhookClock = webhookClock
        self.startDate = startDate
        self.appCoins = appCoins
    }
}
