#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// Settings of one call that override those of the client and the spec.
public struct CallOptions: Sendable {
    /// Longest time for one attempt; `nil` uses the operation's, then the client's.
    public var timeout: Duration?

    /// Longest time for the whole call, including its waits and attempts, and all connections of a stream or download;
    /// `nil` uses the client's.
    public var deadline: Duration?

    /// Header fields to add.
    ///
    /// They replace parameters of the same name, but never a credential. The cookies of a `Cookie` field replace cookie
    /// parameters of the same names only. A call with an `Authorization` field bypasses the cache, because the owner of its
    /// response is unknown. A response to a call with another credential, such as a `Cookie` or an `X-Api-Key`, is stored
    /// for that credential alone.
    public var headers: HTTPFields

    /// Conditions under which the call is sent again; `nil` uses the client's policy.
    public var retry: RetryPolicy?

    /// Use of the cache; `nil` means ``CacheMode/standard``.
    public var cache: CacheMode?

    /// Time for which a success or redirection is fresh for this call; `nil` follows the spec and the response.
    ///
    /// With `.zero` the stored response is always revalidated. A response's `no-store` and `no-cache` remain in effect.
    public var cacheLifetime: Duration?

    /// Credentials to send instead of the client's, for example those of another user; `nil` uses the client's.
    ///
    /// An operation whose security requirement they do not satisfy fails with ``CallFailure/unauthenticated(_:)`` before
    /// anything is sent; an empty set sends an anonymous call if the operation allows it. Such a call uses no cache and
    /// shares no request. Credentials that are renewed need a ``TokenSession`` that outlives the call.
    public var credentials: (any CredentialSet)?

    /// Key by which the server recognizes a repeated call; `nil` creates one for operations that use such keys.
    ///
    /// Use the same key to repeat a call whose effect is unknown, for example after a restart of the app. For an operation
    /// that declares no key, it is sent as `Idempotency-Key`, and the client repeats the call no more than without it. An
    /// operation whose key is a property of the body fails with ``TransportError/Code/invalidRequest``: set the property.
    public var idempotencyKey: String?

    /// Base URL of the server that receives the call, `http` or `https`; `nil` uses the operation's.
    ///
    /// The operation's credentials are sent to this server: use only a server that may receive them.
    public var server: URL?

    /// Base URL of the server that a link in the spec names for the call, `http` or `https`; `nil` uses the operation's.
    ///
    /// Generated methods of links set it; ``server`` takes precedence. A server whose origin is none of the client's
    /// receives neither credentials nor ``ClientConfiguration/headers``: an operation that needs credentials fails with
    /// ``CallFailure/unauthenticated(_:)`` before anything is sent. Set ``server`` if it may receive them.
    @_spi(Generated)
    public var linkedServer: URL?

    /// URL of the next page from the server's last response; replaces the path and the query.
    ///
    /// It must have the origin of the server that receives the call, which is ``server``, else the server of a link, else
    /// the operation's. A URL of another origin fails with ``TransportError/Code/invalidRequest``.
    public var following: URL?

    /// Whether the client follows redirects; `nil` follows them unless the redirect is the result of the operation.
    ///
    /// It is the result if the document lists its status, and none from 200 to 299. The call then throws the operation's
    /// error, and ``OperationGroup/withResult(_:)`` returns the field `Location`. With `true` the client follows such a
    /// redirect, and with `false` none. ``RedirectPolicy`` limits all redirects that are followed. A call with a value
    /// uses no cache and shares no request.
    public var followsRedirects: Bool?

    /// Settings of a response that is read while it arrives; `nil` uses the defaults.
    public var stream: StreamOptions?

    /// Receives the progress of the request's body, and of the response's body if that is read while it arrives.
    ///
    /// The task or thread that transfers the bytes calls it, so it should return quickly.
    public var progress: (@Sendable (TransferProgress) -> Void)?

    /// Middlewares that this call passes in addition to the client's, with their positions among the built-in stages.
    ///
    /// Such a call shares no request with equal calls.
    public var middleware: [PlacedMiddleware] = []

    /// Creates options that override nothing.
    public init() {
        // The default argument of every operation. It keeps ten default arguments out of each of them.
        headers = [:]
    }

    /// Creates options; those that are not given follow the client and the spec.
    public init(
        timeout: Duration? = nil,
        deadline: Duration? = nil,
        headers: HTTPFields = [:],
        retry: RetryPolicy? = nil,
        cache: CacheMode? = nil,
        cacheLifetime: Duration? = nil,
        credentials: (any CredentialSet)? = nil,
        idempotencyKey: String? = nil,
        server: URL? = nil,
        following: URL? = nil,
        followsRedirects: Bool? = nil,
        stream: StreamOptions? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        middleware: [PlacedMiddleware] = []
    ) {
        self.timeout = timeout
        self.deadline = deadline
        self.headers = headers
        self.retry = retry
        self.cache = cache
        self.cacheLifetime = cacheLifetime
        self.credentials = credentials
        self.idempotencyKey = idempotencyKey
        self.server = server
        self.following = following
        self.followsRedirects = followsRedirects
        self.stream = stream
        self.progress = progress
        self.middleware = middleware
    }
}

extension CallOptions: RedactedReflectable {}
