/// What a specification says about caching one operation, beyond what the server's answers say.
public struct CachePolicy: Hashable, Sendable {
    /// Whose answers may be served to whom.
    public enum Partition: Hashable, Sendable {
        /// Each credential's owner has a cache of their own.
        case credential
        /// One cache for all, as for a public catalogue; answers marked `private` are left out.
        case shared
    }

    /// How long a success or redirection counts as fresh, in place of what the answer says; `nil` follows the answer.
    ///
    /// An answer's `no-store` and `no-cache` still hold.
    public var lifetime: Duration?

    /// How long after its end an answer may be served while a newer one is fetched; `nil` follows the answer.
    public var staleWhileRevalidate: Duration?

    /// How long after its end an answer may be served when no newer one can be had; `nil` follows the answer.
    public var staleIfError: Duration?

    /// Whose answers may be served to whom.
    public var partition: Partition

    /// Whether answers may be stored and served at all.
    public var isEnabled: Bool

    /// Creates a policy; without arguments it follows the answers.
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
