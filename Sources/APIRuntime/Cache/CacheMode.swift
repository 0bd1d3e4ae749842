/// How one call uses the cache.
public enum CacheMode: Hashable, Sendable, CaseIterable {
    /// As HTTP says: what is fresh is served, what is stale is validated.
    case standard
    /// Never uses the network: serves what is stored, stale too unless the server forbade that.
    case cacheOnly
    /// Prefers what is stored, stale too unless the server forbade that; fetches only what is missing.
    case cacheFirst
    /// Leaves the cache alone: neither reads nor stores.
    case networkOnly
    /// Fetches in any case, and stores the response.
    case reload

    /// Whether a stored response may be used.
    var reads: Bool { self != .networkOnly && self != .reload }

    /// Whether the response may be stored.
    var stores: Bool { self != .networkOnly && self != .cacheOnly }

    /// Whether the mode itself accepts stale responses.
    var acceptsStale: Bool { self == .cacheOnly || self == .cacheFirst }
}
