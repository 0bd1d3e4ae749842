/// The cache policy of an operation, which supplements the directives in the server's responses.
public struct CachePolicy: Hashable, Sendable {
    /// The users who share stored responses.
    public enum Partition: Hashable, Sendable {
        /// Each credential's owner has a separate cache.
        case credential
        /// All users share one cache, as for a public catalog; responses marked `private` are not stored.
        case shared
    }

    /// The time for which a success or redirection is fresh, instead of the time in the response; `nil` follows the
    /// response.
    ///
    /// A response's `no-store` and `no-cache` still apply.
    public var lifetime: Duration?

    /// The time after expiry for which a response may be served while a newer one is fetched; `nil` follows the
    /// response.
    public var staleWhileRevalidate: Duration?

    /// The time after expiry for which a response may be served when no newer one is available; `nil` follows the
    /// response.
    public var staleIfError: Duration?

    /// The users who share stored responses.
    public var partition: Partition

    /// Whether responses may be stored and served.
    public var isEnabled: Bool

    /// Creates a policy; without arguments it follows the responses.
    public init(
        lifetime: Duration? = nil,
        staleWhileRevalidate: Duration? = nil,
        staleIfError: Duration? = nil,
        partition: Partition = .credential,
        isEnabled: Bool = true
    ) {
        self.lifetime = lifetime
        self.staleWhileRevalidate = staleWhileRevalidate
        self.staleIfError = staleIfError
        self.partition = partition
        self.isEnabled = isEnabled
    }

    /// A policy that never stores or serves a response.
    public static let never = CachePolicy(isEnabled: false)
}
