/// Settings of a response that is read while it arrives.
public struct StreamOptions: Hashable, Sendable {
    /// Longest element, line or event in bytes.
    public var maximumElementBytes: Int

    /// Longest response in bytes after decompression; `nil` for no limit.
    ///
    /// Each connection is counted separately.
    public var maximumBytes: Int?

    /// Longest time without a byte; `nil` for no limit.
    public var idleTimeout: Duration?

    /// Whether an invalid element is skipped and reported instead of ending the sequence.
    public var skipsInvalidElements: Bool

    /// Reconnection of a stream of events; `nil` ends the stream with its connection.
    public var reconnection: Reconnection?

    /// The ``ServerSentEvent/id`` after which a stream of events resumes; `nil` for new events only.
    public var lastEventID: String?

    /// Creates options: by default elements up to 1 MiB, no other limit and no reconnection.
    public init(
        maximumElementBytes: Int = 1 << 20,
        maximumBytes: Int? = nil,
        idleTimeout: Duration? = nil,
        skipsInvalidElements: Bool = false,
        reconnection: Reconnection? = nil,
        lastEventID: String? = nil
    ) {
        self.maximumElementBytes = maximumElementBytes
        self.maximumBytes = maximumBytes
        self.idleTimeout = idleTimeout
        self.skipsInvalidElements = skipsInvalidElements
        self.reconnection = reconnection
        self.lastEventID = lastEventID
    }

    /// Settings for the reconnection of a stream of events.
    ///
    /// The stream ends when the server responds with 204 or with a status that another attempt would not change. Each
    /// connection is a separate request: operations that must not be sent twice do not reconnect, and all connections of
    /// an iteration carry the same idempotency key.
    public struct Reconnection: Hashable, Sendable {
        /// Consecutive failures after which the last one is thrown; `nil` for no limit.
        ///
        /// A connection that delivers bytes resets the count.
        public var maximumFailures: Int?

        /// The delay before reconnecting; the server can request a different one of at least 0.1 seconds.
        public var delay: Duration

        /// The maximum delay, even if an event requests a longer one.
        ///
        /// The delay doubles with consecutive failures up to this limit. A server that refuses a connection can demand up to
        /// an hour with `Retry-After`; if it demands more than both, the stream ends with the error of that response.
        public var maximumDelay: Duration

        /// Creates settings like a browser's: by default 3 seconds, doubled up to a minute.
        public init(
            maximumFailures: Int? = nil,
            delay: Duration = .seconds(3),
            maximumDelay: Duration = .seconds(60)
        ) {
            self.maximumFailures = maximumFailures
            self.delay = delay
            self.maximumDelay = maximumDelay
        }

        /// Returns the wait before the next connection.
        ///
        /// - Parameters:
        ///   - failures: Number of consecutive failures.
        ///   - asked: The wait that the server asks for; `nil` for none.
        ///   - random: A number from 0 to 1 that spreads the clients which failed together.
        /// - Returns: The wait.
        func wait(after failures: Int, asked: Duration?, random: Double) -> Duration {
            // Without a minimum, a server that asks for no wait and ends every connection causes a busy loop.
            var wait = min(asked.map { max($0, .milliseconds(100)) } ?? delay, maximumDelay)
            guard failures > 1 else { return wait }
            for _ in 1..<failures where wait < maximumDelay { wait = wait * 2 }
            return min(wait, maximumDelay) * (0.5 + min(max(random, 0), 1) / 2)
        }
    }
}
