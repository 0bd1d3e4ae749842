public import Foundation
public import HTTPTypes

/// What a caller wants otherwise for one call than the client and the spec say.
public struct CallOptions: Sendable {
    /// Time for one attempt; `nil` takes the operation's, then the client's.
    public var timeout: Duration?

    /// Longest time for the whole call with its waits and attempts; `nil` takes the client's.
    public var deadline: Duration?

    /// Header fields to add.
    ///
    /// They replace parameters of the same name, but never a credential. With an `Authorization` among them the call
    /// leaves the cache alone, which knows nobody whose responses these would be; responses to cookies are told apart where
    /// the server says that it varies by them.
    public var headers: HTTPFields

    /// When to send again; `nil` takes the client's policy.
    public var retry: RetryPolicy?

    /// How the cache is used; `nil` is ``CacheMode/standard``.
    public var cache: CacheMode?

    /// How long a success or redirection counts as fresh for this call, in place of what the spec and the response say;
    /// `nil` follows them.
    ///
    /// With `.zero` the server is asked whether the response still holds. A response's `no-store` and `no-cache` still hold.
    public var cacheLifetime: Duration?

    /// Key that lets the server recognise a repeated call; `nil` makes one for operations that want it.
    ///
    /// Give the same key to send a call again whose effect is not known, for example after the app was restarted.
    public var idempotencyKey: String?

    /// Base URL of the server that gets the call, `http` or `https`; `nil` takes the operation's.
    ///
    /// The credentials of the operation go there too: name only a server that may have them.
    public var server: URL?

    /// Base URL of the server that a link of the spec names for the call, `http` or `https`; `nil` takes the
    /// operation's.
    ///
    /// Generated methods of links set it; ``server`` goes before it. A server with the origin of none of the client's
    /// servers gets neither its credentials nor its ``ClientConfiguration/headers``: an operation that needs credentials
    /// fails with ``CallFailure/unauthenticated(_:)`` before anything is sent. Name the server in ``server`` where it may
    /// have them.
    public var linkedServer: URL?

    /// URL of the next page, as the server gave it; replaces the path and the query.
    ///
    /// It must have the origin of the server that gets the call, which is ``server``, else ``linkedServer``, else the
    /// operation's; or the call fails with ``TransportError/Code/invalidRequest``.
    public var following: URL?

    /// Bounds and habits of a response that is read while it arrives; `nil` takes the defaults.
    public var stream: StreamOptions?

    /// Told how far the request's body has come, and the response's body where it is read while it arrives.
    ///
    /// Called by the task or the thread that moves the bytes: return quickly.
    public var progress: (@Sendable (TransferProgress) -> Void)?

    /// Creates options for a call that stays as the client and the spec say.
    public init() {
        // The default of every operation: one call in place of ten for what is not given, in each of them.
        headers = [:]
    }

    /// Creates options; what is not given stays as the client and the spec say.
    public init(
        timeout: Duration? = nil,
        deadline: Duration? = nil,
        headers: HTTPFields = [:],
        retry: RetryPolicy? = nil,
        cache: CacheMode? = nil,
        cacheLifetime: Duration? = nil,
        idempotencyKey: String? = nil,
        server: URL? = nil,
        following: URL? = nil,
        stream: StreamOptions? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) {
        self.timeout = timeout
        self.deadline = deadline
        self.headers = headers
        self.retry = retry
        self.cache = cache
        self.cacheLifetime = cacheLifetime
        self.idempotencyKey = idempotencyKey
        self.server = server
        self.following = following
        self.stream = stream
        self.progress = progress
    }
}
