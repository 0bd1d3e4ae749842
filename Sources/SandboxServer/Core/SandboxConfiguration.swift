public import APIRuntime
public import Foundation

/// How a sandbox starts: what it listens on, how long tokens live, and what it holds at first.
public struct SandboxConfiguration: Sendable {
    /// Address to listen on; loopback unless changed.
    public var host: String

    /// Port to listen on; 0 lets the system pick a free one.
    public var port: Int

    /// Life of access tokens in seconds; 1 or more.
    public var tokenLifetime: TimeInterval

    /// Life of refresh tokens in seconds; 1 or more.
    public var refreshTokenLifetime: TimeInterval

    /// Start of every random choice: equal seeds give equal data.
    public var seed: UInt64

    /// How many receipts the demonstration user of Anybill has; 0 or more.
    public var receipts: Int

    /// Time that asynchronous work takes on the sandbox's clock, such as reading a document; seconds, 0 or more.
    public var processingDelay: TimeInterval

    /// Loopback address that hears of new receipts; `nil` tells nobody.
    public var webhookURL: URL?

    /// Key sent with every message to the webhook.
    public var webhookKey: String

    /// What sends the messages to the webhook.
    public var webhookTransport: any HTTPTransport

    /// Clock for the pauses before a message is sent again.
    public var webhookClock: any Clock<Duration>

    /// Time of the sandbox's clock at the start; `nil` follows the machine's clock.
    public var startDate: Date?

    /// How AppCoins behaves at the start; control calls change it later.
    public var appCoins: AppCoinsSandboxSettings

    /// Creates a configuration: a free port of loopback, tokens for a day and for 90 days, 231 receipts.
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
        webhookTransport: any HTTPTransport = URLSessionTransport.shared,
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
