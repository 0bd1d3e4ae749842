/// What a specification says about caching one operation, beyond what the server's responses say.
public struct CachePolicy: Hashable, Sendable {
    /// Whose responses may be served to whom.
    public enum Partition: Hashable, Sendable {
        /// Each credential's owner has a cache of their own.
        case credential
        /// One cache for all, as for a public catalogue; responses marked `private` are left out.
        case shared
    }

    /// How long a success or redirection counts as fresh, in place of what the response says; `nil` follows the response.
    ///
    /// A response's `no-store` and `no-cache` still hold.
    public var lifetime: Duration?

    /// How long after its end a response may be served while a newer one is fetched; `nil` follows the response.
    public var staleWhileRevalidate: Duration?

    /// How long after its end a response may be served when no newer one can be had; `nil` follows the response.
    public var staleIfError: Duration?

    /// Whose responses may be served to whom.
    public var partition: Partition

    /// Whether responses may be stored and served at all.
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

    /// Nothing is stored or served from the cache.
    public static let never = CachePolicy(isEnabled: false)
}
