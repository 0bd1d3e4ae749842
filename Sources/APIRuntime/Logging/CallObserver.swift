/// Something that is told about every attempt and every response from the cache, for metrics and traces.
///
/// ```swift
/// struct SlowCalls: CallObserver {
///     func observe(_ event: CallEvent) {
///         if event.duration > .seconds(2) { print("\(event.operation) took \(event.duration)") }
///     }
/// }
/// ```
public protocol CallObserver: Sendable {
    /// Takes note of an event. It is called by the task that makes the call, which waits for it: return quickly.
    func observe(_ event: CallEvent)

    /// Takes note of elements that a response's lists left out because they could not be read.
    func observe(skipped: [DecodingFailure], operation: String)
}

extension CallObserver {
    /// Ignores them.
    public func observe(skipped: [DecodingFailure], operation: String) {}
}

/// One attempt of a call, or one response from the cache.
///
/// Holds no private values.
public struct CallEvent: Sendable, Hashable {
    /// What the cache did for the call.
    public enum CacheResult: String, Sendable, Hashable {
        /// Answered by the cache alone.
        case hit
        /// Answered by the cache after the server said that nothing changed.
        case revalidated
        /// Answered by the server.
        case miss
        /// Answered by the cache, although the response is out of date.
        case stale
        /// Answered by the request of an equal call.
        case shared
    }

    /// The operation's name in the spec.
    public let operation: String

    /// The method, for example `GET`.
    public let method: String

    /// Path with `{}` in place of its values.
    public let path: String

    /// Number of the attempt from 1; 0 for a response from the cache.
    public let attempt: Int

    /// Status of the response; `nil` when none came.
    public let status: Int?

    /// Length of the response's body in bytes after decompression; 0 when none came.
    public let bytes: Int

    /// Time that the attempt took; zero for a response from the cache.
    public let duration: Duration

    /// What the cache did; `nil` for a call that is not cached.
    public let cache: CacheResult?

    /// Why no response came; `nil` when one did.
    public let failure: TransportError.Code?
}
