/// The use of the cache by one call.
///
/// A middleware after ``CallStage/cache`` that may change the user limits the use of stored responses.
public enum CacheMode: Hashable, Sendable, CaseIterable {
    /// Follows HTTP: serves fresh responses and validates stale ones.
    case standard
    /// Never uses the network: serves a stored response, including a stale one unless the server forbids that.
    case cacheOnly
    /// Prefers a stored response, including a stale one unless the server forbids that; sends a request only if none is
    /// stored.
    case cacheFirst
    /// Neither reads from the cache nor stores in it.
    case networkOnly
    /// Always sends a request, and stores the response.
    case reload

    /// Whether a stored response may be used.
    var reads: Bool { self != .networkOnly && self != .reload }

    /// Whether the response may be stored.
    var stores: Bool { self != .networkOnly && self != .cacheOnly }

    /// Whether the mode accepts stale responses.
    var acceptsStale: Bool { self == .cacheOnly || self == .cacheFirst }
}
