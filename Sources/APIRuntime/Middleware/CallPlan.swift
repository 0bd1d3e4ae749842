import HTTPTypes

/// The facts about a call that stay the same in all stages and attempts.
final class CallPlan: Sendable {
    /// The operation with its parameters.
    let call: OperationCall

    /// The operation's tags.
    let tags: [String]

    /// The schemes to send, with the sources of their credentials.
    let credentials: [BoundScheme]

    /// Longest time for the whole call; `nil` without a bound.
    let deadline: Duration?

    /// Longest time for one attempt; `nil` without a bound.
    let timeout: Duration?

    /// The conditions under which the call is sent again.
    let retry: RetryPolicy

    /// The use of the cache.
    let cacheMode: CacheMode

    /// Receives the progress of both bodies; `nil` for no reports.
    let progress: (@Sendable (TransferProgress) -> Void)?

    /// The bounds of a streamed response; `nil` for a response that is read whole.
    let stream: StreamOptions?

    /// The statuses of redirects that are not followed.
    let finalRedirects: [Int]

    /// Whether the caller decides about redirects, so that the response may differ from that to an equal call.
    let hasOwnRedirects: Bool

    /// Whether the caller replaced the client's retry policy.
    let hasOwnRetry: Bool

    /// Whether the caller replaced the client's credentials.
    let hasOwnCredentials: Bool

    /// Whether the caller added middlewares to this call.
    let hasOwnMiddleware: Bool

    /// Whether any middleware may change the call.
    let hasMiddleware: Bool

    /// Whether all middlewares state that they preserve the user.
    let preservesUser: Bool

    /// Whether the caller added a middleware behind the cache that may send the call as another user.
    let mayChangeUserBehindCache: Bool

    /// The servers that may receive the call's credentials.
    let trusted: Set<ServerBase>

    init(
        _ call: OperationCall,
        _ options: CallOptions,
        _ configuration: ClientConfiguration,
        tags: [String],
        credentials: [BoundScheme],
        trusted: Set<ServerBase> = [],
        stream: StreamOptions?
    ) {
        self.call = call
        self.tags = tags
        self.credentials = credentials
        self.stream = stream
        deadline = options.deadline ?? configuration.deadline
        timeout = options.timeout ?? call.timeout ?? configuration.timeout
        retry = options.retry ?? configuration.retry
        cacheMode = options.cache ?? .standard
        progress = options.progress
        finalRedirects =
            switch options.followsRedirects {
            case .some(true): []
            case .some(false): RedirectPolicy.statuses
            case nil: call.finalRedirects
            }
        hasOwnRedirects = options.followsRedirects != nil
        hasOwnCredentials = options.credentials != nil
        hasOwnRetry = options.retry != nil
        hasOwnMiddleware = !options.middleware.isEmpty
        hasMiddleware = hasOwnMiddleware || !configuration.middleware.isEmpty
        preservesUser =
            options.middleware.allSatisfy(\.middleware.preservesUser)
            && configuration.middleware.allSatisfy(\.middleware.preservesUser)
        mayChangeUserBehindCache = options.middleware.contains { $0.mayChangeUser(behind: .cache) }
        self.trusted = trusted
    }

    /// Returns whether a request may carry the call's credentials.
    ///
    /// - Parameter head: The request, whose server a middleware may have changed.
    /// - Returns: Whether the server is one of the client's.
    func isTrusted(_ head: HTTPRequest) -> Bool {
        guard hasMiddleware else { return true }
        guard let base = ServerBase(origin: head) else { return false }
        return trusted.contains { $0.isSameOrigin(as: base) }
    }
}

/// A security scheme with the source of its credentials.
struct BoundScheme: Sendable {
    let scheme: SecurityScheme
    let source: any CredentialSource
}

extension CallPlan {
    /// Returns the wait before the next attempt.
    ///
    /// - Parameters:
    ///   - outcome: The end of the last attempt.
    ///   - attempt: Number of that attempt, from 1.
    ///   - request: The request, whose method a middleware may have changed.
    ///   - fields: Header fields of the response; empty when none arrived.
    ///   - configuration: The client's clock and random source.
    /// - Returns: The wait; `nil` when the outcome is final.
    func retryDelay(
        after outcome: AttemptOutcome,
        attempt: Int,
        request: MiddlewareRequest,
        _ fields: HTTPFields,
        _ configuration: ClientConfiguration
    ) -> Duration? {
        retry.delay(
            after: outcome,
            attempt: attempt,
            replayable: isReplayable(request.head),
            bodyRewinds: request.body?.isReplayable ?? true,
            retryAfter: fields[.retryAfter],
            now: fields.serverTime(configuration.now()) ?? configuration.now(),
            random: configuration.random()
        )
    }

    /// Whether a request may be sent again when its effect is unknown.
    ///
    /// - Parameter head: The request, whose method and idempotency key a middleware may have changed.
    /// - Returns: Whether the method, or a key in the request, makes the repetition safe.
    func isReplayable(_ head: HTTPRequest) -> Bool {
        let isIdempotent = ReplaySafety.standard(for: head.method).isReplayable
        guard call.replay.isReplayable, head.method == call.method || isIdempotent else { return false }
        guard let header = call.replay.keyHeader, let name = HTTPField.Name(header) else { return true }
        return isIdempotent || head.headerFields[name]?.isEmpty == false
    }
}
