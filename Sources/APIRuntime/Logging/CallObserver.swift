/// An observer of all attempts and all responses from the cache, for metrics and traces.
///
/// ```swift
/// struct SlowCalls: CallObserver {
///     func observe(_ event: CallEvent) {
///         if event.duration > .seconds(2) { print("\(event.operation) took \(event.duration)") }
///     }
/// }
/// ```
public protocol CallObserver: Sendable {
    /// Receives an event. The call waits for this method, so it should return quickly.
    func observe(_ event: CallEvent)

    /// Receives the invalid array elements that were skipped in a response.
    func observe(skipped: [DecodingFailure], operation: String)
}

extension CallObserver {
    /// Ignores the elements.
    public func observe(skipped: [DecodingFailure], operation: String) {}
}

/// One attempt of a call, or one response from the cache.
///
/// It contains no private values.
public struct CallEvent: Sendable, Hashable {
    /// The use of the cache or of another call's response.
    public enum CacheResult: String, Sendable, Hashable {
        /// A stored response, without a request.
        case hit
        /// A stored response that the server has confirmed.
        case revalidated
        /// A response from the server.
        case miss
        /// A stored response that is no longer fresh.
        case stale
        /// The response to an equal call's request.
        case shared
    }

    /// The operation's name in the OpenAPI document.
    public let operation: String

    /// The HTTP method, for example `GET`.
    public let method: String

    /// The path of the operation in the spec, for example `/notes/{noteId}`.
    public let path: String

    /// The number of the attempt, from 1; 0 for a response from the cache.
    public let attempt: Int

    /// The status of the response; `nil` without one.
    public let status: Int?

    /// The length of the response's body in bytes after decompression; 0 without one.
    public let bytes: Int

    /// The duration of the attempt; zero for a response from the cache.
    public let duration: Duration

    /// The use of the cache; `nil` for a call that is not cached.
    public let cache: CacheResult?

    /// The reason why no complete response arrived; `nil` for a complete one.
    public let failure: TransportError.Code?
}
