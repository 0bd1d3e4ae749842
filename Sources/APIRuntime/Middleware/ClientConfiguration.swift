#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes
public import Logging

/// The settings of a client that are not in the spec.
public struct ClientConfiguration: Sendable {
    /// The transport that sends the requests.
    public var transport: any HTTPTransport

    /// Conditions under which calls are sent again.
    public var retry: RetryPolicy

    /// The cache for responses; `nil` for none.
    public var cache: ResponseCache?

    /// Whether equal `GET` calls of one user that are made at the same time share one request.
    ///
    /// Calls are equal when their URL, header fields and timeout are. Each ends at its own deadline. Cancelling one of them
    /// does not affect the others; the request is cancelled with the last one. A client with a middleware after
    /// ``CallStage/sharing``, or with a cache and one after ``CallStage/cache``, shares no requests, because the middleware
    /// can send equal requests for different users.
    /// After a write, calls share no request from before its end.
    public var sharesEqualRequests: Bool

    /// Limits on responses.
    public var limits: Limits

    /// Longest time for one attempt; `nil` for no limit.
    public var timeout: Duration?

    /// Longest time for a whole call, including its waits and attempts; `nil` for no limit.
    public var deadline: Duration?

    /// Logger for attempts; `nil` for none.
    ///
    /// The log contains no bodies, header fields or parameter values.
    public var logger: Logger?

    /// Observer of attempts and of responses from the cache; `nil` for none.
    public var observer: (any CallObserver)?

    /// Clock for waits, deadlines and durations.
    public var clock: any Clock<Duration>

    /// Returns the current date, for expiry and `Retry-After`.
    package var now: @Sendable () -> Date

    /// Returns a random number in `0..<1`, for waits between attempts.
    package var random: @Sendable () -> Double

    /// Value of the `User-Agent` field; `nil` uses the transport's.
    public var userAgent: String?

    /// Header fields of every call.
    ///
    /// Fields of a call replace those of the same name.
    public var headers: HTTPFields

    /// Middlewares that every call of the client passes, with their positions among the built-in stages.
    ///
    /// ```swift
    /// configuration.middleware.append(.after(.credentials, SigningMiddleware(key: key)))
    /// ```
    public var middleware: [PlacedMiddleware] = []

    /// Whether a cached response belongs to the credentials that its request has in header fields.
    ///
    /// `false` for a proxy, which follows `Vary` alone.
    package var isolatesCredentials = true

    /// Codecs for bodies that are not JSON, such as XML; the first one that supports a media type is used.
    public var bodyCodecs: [any BodyCodec] = []

    /// Creates a configuration with defaults that suit an app.
    ///
    /// The products `URLSessionTransport` and `AsyncHTTPTransport` each declare a transport:
    ///
    /// ```swift
    /// let configuration = ClientConfiguration(transport: .urlSession, timeout: .seconds(20))
    /// ```
    public init(
        transport: any HTTPTransport,
        retry: RetryPolicy = .standard,
        cache: ResponseCache? = nil,
        sharesEqualRequests: Bool = false,
        limits: Limits = Limits(),
        timeout: Duration? = .seconds(60),
        deadline: Duration? = nil,
        logger: Logger? = nil,
        observer: (any CallObserver)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        userAgent: String? = nil,
        headers: HTTPFields = [:]
    ) {
        self.transport = transport
        self.retry = retry
        self.cache = cache
        self.sharesEqualRequests = sharesEqualRequests
        self.limits = limits
        self.timeout = timeout
        self.deadline = deadline
        self.logger = logger
        self.observer = observer
        self.clock = clock
        self.now = now
        self.random = random
        self.userAgent = userAgent
        self.headers = headers
    }

    /// Limits on responses.
    public struct Limits: Sendable, Hashable {
        /// Longest response in bytes after decompression.
        public var maximumResponseBytes: Int

        /// Deepest nesting of arrays and objects in JSON.
        public var maximumJSONDepth: Int

        /// Whether JSON that differs from the spec is an error, for tests.
        public var isStrict: Bool

        /// Creates limits: by default 64 MiB and 512 levels.
        public init(maximumResponseBytes: Int = 64 << 20, maximumJSONDepth: Int = 512, isStrict: Bool = false) {
            self.maximumResponseBytes = maximumResponseBytes
            self.maximumJSONDepth = maximumJSONDepth
            self.isStrict = isStrict
        }
    }
}

extension ClientConfiguration: RedactedReflectable {}
