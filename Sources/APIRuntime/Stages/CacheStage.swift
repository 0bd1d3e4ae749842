import HTTPTypes

/// Returns a stored response, or sends the call and stores its response.
struct CacheStage: CallMiddleware {
    private let configuration: ClientConfiguration
    private let log: CallLog

    /// Addresses that are being renewed in the background.
    private let renewals = LockedState<Set<CacheKey>>([])

    /// Whether a middleware behind this stage has sent an operation as another user than that of the call, by operation.
    ///
    /// An operation that has not been sent yet is absent.
    private let isForeign = LockedState<[String: Bool]>([:])

    /// Whether the client has a middleware behind this stage.
    private let hasMiddlewareBehind: Bool

    /// Whether one of these middlewares may change the user of a request.
    private let mayChangeUser: Bool

    init(_ configuration: ClientConfiguration, _ log: CallLog) {
        self.configuration = configuration
        self.log = log
        hasMiddlewareBehind = configuration.middleware.contains { $0.isBehind(.cache) }
        mayChangeUser = configuration.middleware.contains { $0.mayChangeUser(behind: .cache) }
    }

    /// Asks the cache, and passes the request on unless a stored response can be used.
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        var context = context
        if context.isStreamed { return try await sendStreamed(request, context, next) }
        guard let cache = configuration.cache, !context.plan.hasOwnCredentials, !context.plan.hasOwnRedirects,
            let partition = await context.callOwner.named().cachePartition
        else {
            return try await sendUncached(request, context, next)
        }
        guard !Task.isCancelled else { throw CallFailure.cancelled }
        context.isCached = true
        context.sent = SentRequest()
        let visit = CacheVisit(
            cache: cache,
            request: request,
            context: context,
            partition: partition,
            next: next,
            deletions: cache.evictionCount
        )
        let plan = await plan(visit)
        try context.callOwner.check()
        switch plan {
        case .serve(let response, let freshness) where isUnknown(visit):
            return try await checked(response, freshness, visit)
        case .serve(let response, .fresh):
            return served(response, as: .hit, visit)
        case .serve(let response, .stale):
            return served(response, as: .stale, visit)
        case .serve(let response, .revalidating):
            renewInBackground(visit)
            return served(response, as: .stale, visit)
        case .unsatisfiable:
            throw CallFailure.transport(Self.notCached)
        case .validate, .fetch:
            if visit.plan.cacheMode == .cacheOnly { throw CallFailure.transport(Self.notCached) }
            return try await fetch(visit, plan)
        }
    }

    private static let notCached = TransportError(
        .notCached,
        "The cache has no usable response, and nothing may be sent."
    )

    /// Sends a call whose responses the cache cannot assign to an owner, and removes the responses that it changes.
    private func sendUncached(
        _ request: MiddlewareRequest,
        _ context: MiddlewareContext,
        _ next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        if context.plan.cacheMode == .cacheOnly { throw CallFailure.transport(Self.notCached) }
        return try await sendInvalidating(request, context, next)
    }

    /// Sends a streamed call, whose response is never stored, and removes the responses that it changes.
    private func sendStreamed(
        _ request: MiddlewareRequest,
        _ context: MiddlewareContext,
        _ next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        if context.plan.cacheMode == .cacheOnly {
            let message = "A response that is read while it arrives is never cached."
            throw CallFailure.transport(TransportError(.notCached, message))
        }
        return try await sendInvalidating(request, context, next)
    }

    /// Sends a call whose response is not stored, and removes the responses that it changes.
    private func sendInvalidating(
        _ request: MiddlewareRequest,
        _ context: MiddlewareContext,
        _ next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        var context = context
        context.sent = context.sent ?? SentRequest()
        let response: MiddlewareResponse
        do {
            response = try await next(request, context)
        } catch {
            await invalidate(after: error, of: request, context)
            throw error
        }
        await configuration.cache?.invalidate(after: response.head, to: request.head)
        await invalidateTargets(of: response, to: request)
        await invalidate(afterRefusal: response, of: request, context)
        return response
    }

    /// Removes the responses of the URLs to which a write was redirected, also when the last one has refused it.
    private func invalidateTargets(of response: MiddlewareResponse, to request: MiddlewareRequest) async {
        let targets = response.redirects.targets
        guard !request.head.method.isSafe, !targets.isEmpty, !response.redirects.leavesOrigin else { return }
        let isRefused = response.head.status.code >= 400
        if isRefused { await configuration.cache?.invalidate(afterLostResponseTo: request.head) }
        for var target in targets {
            // GET of the last URL, with which a client follows a redirected POST, shows the state after the write.
            target.method = request.head.method
            if isRefused {
                await configuration.cache?.invalidate(afterLostResponseTo: target)
            } else {
                await configuration.cache?.invalidate(after: response.head, to: target)
            }
        }
    }

    /// Removes the responses that a write may have changed whose response was lost.
    private func invalidate(
        after error: any Error,
        of request: MiddlewareRequest,
        _ context: MiddlewareContext
    ) async {
        let hasNoEffect = context.sent?.effects == 0
        switch CallFailure(stageError: error) {
        case .transport(let error) where error.sent == .nothing && hasNoEffect: return
        case .unauthenticated where hasNoEffect: return
        default: await configuration.cache?.invalidate(afterLostResponseTo: request.head)
        }
    }

    /// Removes the responses that a write may have changed although its last response reports a failure.
    ///
    /// An earlier attempt may have had its effect, as when a repeated deletion finds nothing. A server or a gateway may
    /// fail, or stop waiting, when the effect has already occurred.
    private func invalidate(
        afterRefusal response: MiddlewareResponse,
        of request: MiddlewareRequest,
        _ context: MiddlewareContext
    ) async {
        let status = response.head.status.code
        guard let effects = context.sent?.effects, !(200..<400).contains(status) else { return }
        let isUncertain = status >= 500 || status == 408
        guard effects > (isUncertain ? 0 : 1) else { return }
        await configuration.cache?.invalidate(afterLostResponseTo: request.head)
    }
}

extension CacheStage {
    private func plan(_ visit: CacheVisit) async -> CachePlan {
        await visit.cache.plan(
            for: visit.request.head,
            partition: visit.partition,
            policy: visit.plan.call.cache,
            mode: readingMode(visit),
            isolating: configuration.isolatesCredentials,
            now: configuration.now()
        )
    }

    /// The use of the cache for reading: none where a middleware behind this stage may send the call as another user.
    private func readingMode(_ visit: CacheVisit) -> CacheMode {
        let mode = visit.plan.cacheMode
        let isForeign =
            visit.plan.mayChangeUserBehindCache || isForeign.withLock { $0[visit.context.operation] ?? false }
        guard isForeign else { return mode }
        return mode == .networkOnly ? .networkOnly : .reload
    }

    private func fetch(_ visit: CacheVisit, _ plan: CachePlan) async throws -> MiddlewareResponse {
        var request = visit.request
        if case .validate(let fields, _) = plan {
            for field in fields { request.head.headerFields[field.name] = field.value }
        }
        let requestedAt = configuration.now()
        var context = visit.context
        context.deletions = visit.cache.evictionCount
        let response: MiddlewareResponse
        do {
            response = try await visit.next(request, context)
        } catch {
            noteForeign(visit)
            await invalidate(after: error, of: request, context)
            guard let outcome = outcome(of: error), let stale = plan.fallback(after: outcome), visit.admits(stale)
            else { throw error }
            return served(stale, as: .stale, visit)
        }
        noteForeign(visit)
        await invalidateTargets(of: response, to: request)
        await invalidate(afterRefusal: response, of: request, context)
        var timing = CacheTiming(
            requestedAt: requestedAt,
            receivedAt: configuration.now(),
            evictionsBefore: context.deletions
        )
        // A 304 confirms a response that may have been deleted since the visit has read it.
        if case .validate = plan { timing.evictionsBefore = visit.deletions }
        if response.head.status == .notModified, case .validate(_, let known) = plan {
            // Behind a redirect, another resource has compared the validators with its own.
            if response.redirects.count == 0, let confirmed = await confirmed(known, by: response, visit, timing) {
                return confirmed
            }
            return try await fetch(visit, .fetch)
        }
        if let stale = plan.fallback(after: .status(response.head.status.code)), visit.admits(stale) {
            return served(stale, as: .stale, visit)
        }
        return try await recorded(response, visit, timing)
    }

    /// Remembers whether a middleware has sent the operation of a request as another user.
    private func noteForeign(_ visit: CacheVisit) {
        guard hasMiddlewareBehind, visit.context.sent?.head != nil, !visit.plan.mayChangeUserBehindCache else {
            return
        }
        let isForeignNow = visit.isOwnerChanged
        isForeign.withLock { known in
            known[visit.context.operation] = isForeignNow || known[visit.context.operation] == true
        }
    }

    /// Whether a middleware of the client may send the call as another user, which only its first request shows.
    ///
    /// The stored response may be from another client, or from a former launch of the app.
    private func isUnknown(_ visit: CacheVisit) -> Bool {
        mayChangeUser && visit.plan.cacheMode != .cacheOnly
            && !CacheControl(visit.request.head.headerFields).contains("only-if-cached")
            && isForeign.withLock { $0[visit.context.operation] == nil }
    }

    /// Sends a call whose stored response may belong to another user, and serves that response if the request had the
    /// user of the call, but found no server or one that fails.
    private func checked(
        _ stored: CachedResponse,
        _ freshness: CachePlan.Freshness,
        _ visit: CacheVisit
    ) async throws -> MiddlewareResponse {
        do {
            let response = try await fetch(visit, .fetch(fallback: stored))
            guard visit.context.sent?.head != nil, visit.admits(stored),
                CachePlan.isServerFailure(response.head.status.code)
            else { return response }
            return served(stored, as: freshness == .fresh ? .hit : .stale, visit)
        } catch {
            guard visit.context.sent?.head != nil, visit.admits(stored), outcome(of: error) != nil else { throw error }
            return served(stored, as: freshness == .fresh ? .hit : .stale, visit)
        }
    }

    /// The outcome that a failure means to the cache: a credential that cannot be renewed now is like a lost connection.
    private func outcome(of error: any Error) -> AttemptOutcome? {
        let failure = CallFailure(stageError: error)
        if case .unauthenticated(let error) = failure, error.code == .unreachable { return .notSent }
        return AttemptOutcome(failure)
    }

    private func confirmed(
        _ known: CachedResponse,
        by response: MiddlewareResponse,
        _ visit: CacheVisit,
        _ timing: CacheTiming
    ) async -> MiddlewareResponse? {
        // When another user has signed in since, the 304 confirms that user's response.
        guard response.partition(or: visit.partition) == visit.partition else { return nil }
        let confirmed = await visit.cache.confirm(
            known,
            by: response.head,
            for: visit.request.head,
            policy: visit.plan.call.cache,
            mode: visit.plan.cacheMode,
            timing: timing
        )
        return confirmed.map { served($0, as: .revalidated, visit) }
    }

    /// Stores a response if it may be stored.
    private func recorded(
        _ response: MiddlewareResponse,
        _ visit: CacheVisit,
        _ timing: CacheTiming
    ) async throws -> MiddlewareResponse {
        let head = visit.request.head
        guard let partition = response.partition(or: visit.partition) else {
            await visit.cache.invalidate(after: response.head, to: head)
            return response
        }
        var response = response
        let body = try await response.body.complete(upTo: configuration.limits.maximumResponseBytes)
        response.body = .bytes(body)
        await visit.cache.record(
            response.redirects.count == 0 ? response.head : response.head.unstorable,
            body: body,
            for: visit.selecting(response.head),
            partition: partition,
            policy: visit.plan.call.cache,
            mode: visit.plan.cacheMode,
            isolating: configuration.isolatesCredentials,
            timing: timing
        )
        return response
    }

    /// Renews a stale response that has been served; calls for the same address share one request.
    private func renewInBackground(_ visit: CacheVisit) {
        guard let key = CacheKey(visit.request.head, partition: visit.partition),
            renewals.withLock({ $0.insert(key).inserted })
        else { return }
        var visit = visit
        visit.context.isRaced = false
        visit.deletions = visit.cache.evictionCount
        Task { [visit] in
            _ = try? await visit.context.callOwner.run {
                // Another renewal may have ended in the meantime, so the cache is asked again.
                if case .serve(let response, .revalidating(let fields)) = await plan(visit) {
                    _ = try await fetch(visit, .validate(fields, response))
                }
            }
            renewals.withLock { _ = $0.remove(key) }
        }
    }

    private func served(
        _ cached: CachedResponse,
        as result: CallEvent.CacheResult,
        _ visit: CacheVisit
    ) -> MiddlewareResponse {
        let head = HTTPResponse(status: .init(code: cached.status), headerFields: cached.headers)
        let response = MiddlewareResponse(head: head, body: .bytes(cached.body), source: .cache, owners: nil)
        log.note(visit.context, cached: response, as: result)
        return response
    }
}

/// One use of the cache by one call.
private struct CacheVisit: Sendable {
    let cache: ResponseCache
    let request: MiddlewareRequest
    var context: MiddlewareContext
    let partition: String
    let next: MiddlewareNext

    /// The number of deletions in the cache before the visit has read from it.
    var deletions: Int

    var plan: CallPlan { context.plan }

    /// Whether a middleware behind the cache has sent the call as another user.
    var isOwnerChanged: Bool { context.sent?.isOwnerChanged ?? false }

    /// Whether a response that the visit has read may be served now: to the same user, and not after a write that has made
    /// it invalid.
    func admits(_ stored: CachedResponse) -> Bool {
        !isOwnerChanged && !cache.isDeleted(stored.entry.key, since: deletions)
    }

    /// Returns the request that selects a response: with the values that the server received for the fields in `Vary`.
    ///
    /// The fields of the call's sources are not included, because their owner is the partition.
    func selecting(_ response: HTTPResponse) -> HTTPRequest {
        guard plan.hasMiddleware, let sent = context.sent?.head,
            let names = CacheVariant.names(in: response.headerFields)
        else { return request.head }
        let own = plan.credentials.compactMap(\.scheme.placement.fieldName) + ["if-none-match", "if-modified-since"]
        var head = request.head
        for name in names where !own.contains(name) {
            guard let field = HTTPField.Name(name) else { continue }
            head.headerFields[fields: field] = sent.headerFields[fields: field]
        }
        return head
    }
}

extension HTTPResponse {
    /// The head of a response that replaces a stored one, and is not stored itself.
    ///
    /// Behind a redirect, the response is one of another URL, and the redirect itself says how long it leads there.
    fileprivate var unstorable: HTTPResponse {
        var head = self
        head.headerFields[.cacheControl] = "no-store"
        return head
    }
}
