public import Foundation
public import HTTPTypes
public import Logging

/// How a client sends calls: everything that is not in the spec.
public struct ClientConfiguration: Sendable {
    /// What sends the requests.
    public var transport: any HTTPTransport

    /// When a call is sent again.
    public var retry: RetryPolicy

    /// Where responses are kept; `nil` keeps none.
    public var cache: ResponseCache?

    /// Whether equal `GET` calls of one user that are made at the same time share one request.
    ///
    /// Calls are equal when address, header fields, timeout and deadline are. One that is cancelled leaves the request
    /// to the others; it is cancelled with the last one.
    public var sharesEqualRequests: Bool

    /// Bounds on what a server can make the client do.
    public var limits: Limits

    /// Time for one attempt; `nil` waits without end.
    public var timeout: Duration?

    /// Longest time for a whole call with its waits and attempts; `nil` sets no bound.
    public var deadline: Duration?

    /// Logger for attempts; `nil` logs nothing.
    ///
    /// Bodies, header fields and values are never logged.
    public var logger: Logger?

    /// Listener for attempts and responses from the cache.
    public var observer: (any CallObserver)?

    /// Clock for waits, deadlines and durations.
    public var clock: any Clock<Duration>

    /// The time of day, for expiry and `Retry-After`.
    public var now: @Sendable () -> Date

    /// Chance, from 0 up to but not including 1, for waits between attempts.
    public var random: @Sendable () -> Double

    /// Value of the `User-Agent` field; `nil` leaves it to the transport.
    public var userAgent: String?

    /// Header fields that every call carries.
    ///
    /// A call's own fields replace them.
    public var headers: HTTPFields

    /// What reads and writes bodies that are not JSON, such as XML; the first that handles a media type counts.
    public var bodyCodecs: [any BodyCodec] = []

    /// Creates a configuration; what is not given has a value that suits an app.
    public init(
        transport: any HTTPTransport = URLSessionTransport.shared,
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

    /// Bounds on what a server can make the client do.
    public struct Limits: Sendable, Hashable {
        /// Longest response that is read, in bytes after decompression.
        public var maximumResponseBytes: Int

        /// Deepest nesting of lists and objects that is read from JSON.
        public var maximumJSONDepth: Int

        /// Whether JSON that differs from the spec is refused instead of kept; for tests.
        public var isStrict: Bool

        /// Creates bounds: 64 MiB and 512 levels.
        public init(maximumResponseBytes: Int = 64 << 20, maximumJSONDepth: Int = 512, isStrict: Bool = false) {
            self.maximumResponseBytes = maximumResponseBytes
            self.maximumJSONDepth = maximumJSONDepth
            self.isStrict = isStrict
        }
    }
}
