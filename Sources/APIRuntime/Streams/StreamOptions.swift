/// Bounds and habits of a response that is read while it arrives.
public struct StreamOptions: Hashable, Sendable {
    /// Longest element, line or event in bytes.
    public var maximumElementBytes: Int

    /// Longest whole response in bytes after decompression; `nil` sets no bound.
    ///
    /// A reconnection starts anew.
    public var maximumBytes: Int?

    /// Longest time without a byte; `nil` waits without end.
    public var idleTimeout: Duration?

    /// Whether an element that cannot be decoded is left out and reported, in place of ending the sequence.
    public var skipsInvalidElements: Bool

    /// How a stream of events goes on after its connection has ended; `nil` ends with it.
    public var reconnection: Reconnection?

    /// The identifier behind which a stream of events begins, as ``ServerSentEvent/id`` gave it; `nil` begins now.
    public var lastEventID: String?

    /// Creates options: elements up to 1 MiB, no other bound, no reconnection.
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

    /// How a stream of events is connected again.
    ///
    /// It ends for good when the server responds 204, or with a status that another attempt would not change.
    public struct Reconnection: Hashable, Sendable {
        /// Failures in a row after which the last one is thrown; `nil` never gives up.
        ///
        /// A connection that delivered something starts the count anew.
        public var maximumFailures: Int?

        /// Wait before a connection, unless the server asks for another one, of a tenth of a second at least.
        public var delay: Duration

        /// Longest wait, whatever the server asks for.
        ///
        /// After failures in a row the wait doubles up to this.
        public var maximumDelay: Duration

        /// Creates the habits of a browser: 3 seconds, doubled up to a minute.
        public init(
            maximumFailures: Int? = nil,
            delay: Duration = .seconds(3),
            maximumDelay: Duration = .seconds(60)
        ) {
            self.maximumFailures = maximumFailures
            self.delay = delay
            self.maximumDelay = maximumDelay
        }

        /// The wait before the next connection.
        ///
        /// - Parameters:
        ///   - failures: Failures in a row.
        ///   - asked: What the server asked for; `nil` for nothing.
        ///   - random: Chance from 0 up to 1, which spreads clients that failed together.
        /// - Returns: The wait.
        func wait(after failures: Int, asked: Duration?, random: Double) -> Duration {
            // A server that asks for no wait and ends every connection would be asked without a pause.
            var wait = min(asked.map { max($0, .milliseconds(100)) } ?? delay, maximumDelay)
            guard failures > 1 else { return wait }
            for _ in 1..<failures where wait < maximumDelay { wait = wait * 2 }
            return min(wait, maximumDelay) * (0.5 + min(max(random, 0), 1) / 2)
        }
    }
}
