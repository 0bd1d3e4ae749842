import HTTPTypes

extension SenderCore {
    /// Responds to a call from the cache, or sends it and takes note of the response.
    func sendCached(_ prepared: PreparedCall) async throws(CallFailure) -> RawResponse {
        guard let cache = configuration.cache, let partition = await partition(for: prepared) else {
            return try await sendUncached(prepared)
        }
        guard !Task.isCancelled else { throw .cancelled }
        let visit = CacheVisit(cache: cache, prepared: prepared, partition: partition)
        let plan = await plan(visit)
        switch plan {
        case .serve(let response, .fresh):
            return served(response, as: .hit, prepared)
        case .serve(let response, .stale):
            return served(response, as: .stale, prepared)
        case .serve(let response, .revalidating):
            renewInBackground(visit)
            return served(response, as: .stale, prepared)
        case .unsatisfiable:
            throw .transport(Self.notCached)
        case .validate, .fetch:
            return try await fetch(visit, plan)
        }
    }

    /// Sends a call whose responses belong to nobody that the cache knows; what it changes must go from there all the same.
    private func sendUncached(_ prepared: PreparedCall) async throws(CallFailure) -> RawResponse {
        if prepared.cacheMode == .cacheOnly { throw .transport(Self.notCached) }
        let sent = try await sendShared(prepared)
        for owner in sent.owners {
            await configuration.cache?.invalidate(after: sent.response.head, to: prepared.head, partition: owner)
        }
        return sent.response
    }

    private static let notCached = TransportError(
        .notCached,
        "The cache has no usable response, and nothing may be sent."
    )

    /// What the cache says of a call now.
    private func plan(_ visit: CacheVisit) async -> CachePlan {
        await visit.cache.plan(
            for: visit.prepared.head,
            partition: visit.partition,
            policy: visit.prepared.call.cache,
            mode: visit.prepared.cacheMode,
            now: configuration.now()
        )
    }

    /// Owner of the cached responses for a call; `nil` when nobody is signed in, or two users are, which caches nothing:
    /// the responses to both would outlive the sign-out of either.
    func partition(for prepared: PreparedCall) async -> String? {
        guard !prepared.credentials.isEmpty else { return CacheKey.anonymousPartition }
        // A key of the app says nothing about the user: with a user's credential beside it, the user owns the responses.
        let personal = prepared.credentials.filter { !($0.source is StaticCredential) }
        var owners: [String] = []
        for bound in personal.isEmpty ? prepared.credentials : personal {
            guard let owner = await bound.source.partition(), !owner.hasPrefix("*") else { return nil }
            owners.append(owner)
        }
        if personal.isEmpty { return owners.joined(separator: "+") }
        return Set(owners).count == 1 ? owners.first : nil
    }

    private func fetch(_ visit: CacheVisit, _ plan: CachePlan) async throws(CallFailure) -> RawResponse {
        var prepared = visit.prepared
        prepared.isCached = true
        if case .validate(let fields, _) = plan {
            for field in fields { prepared.head.headerFields[field.name] = field.value }
        }
        let requestedAt = configuration.now()
        let wipes = visit.cache.evictionCount
        let sent: SentResponse
        do {
            sent = try await sendShared(prepared)
        } catch {
            guard let outcome = outcome(of: error), let stale = plan.fallback(after: outcome) else { throw error }
            return served(stale, as: .stale, prepared)
        }
        let timing = CacheTiming(requestedAt: requestedAt, receivedAt: configuration.now(), evictionsBefore: wipes)
        if sent.response.status == 304, case .validate(_, let known) = plan {
            if let response = await confirmed(known, by: sent, visit, timing) { return response }
            return try await fetch(visit, .fetch)
        }
        if let stale = plan.fallback(after: .status(sent.response.status)) {
            return served(stale, as: .stale, prepared)
        }
        await record(sent, visit, timing)
        return sent.response
    }

    /// How the cache sees a failure: a credential that cannot be renewed for now is like a missing connection.
    private func outcome(of failure: CallFailure) -> AttemptOutcome? {
        if case .unauthenticated(let error) = failure, error.code == .unreachable { return .notSent }
        return AttemptOutcome(failure)
    }

    private func confirmed(
        _ known: CachedResponse,
        by sent: SentResponse,
        _ visit: CacheVisit,
        _ timing: CacheTiming
    ) async -> RawResponse? {
        // Somebody else has signed in meanwhile: the 304 is about their response.
        guard sent.partition(or: visit.partition) == visit.partition else { return nil }
        let response = await visit.cache.confirm(
            known,
            by: sent.response.head,
            for: visit.prepared.head,
            policy: visit.prepared.call.cache,
            mode: visit.prepared.cacheMode,
            timing: timing
        )
        return response.map { served($0, as: .revalidated, visit.prepared) }
    }

    private func record(_ sent: SentResponse, _ visit: CacheVisit, _ timing: CacheTiming) async {
        guard let partition = sent.partition(or: visit.partition) else {
            let request = visit.prepared.head
            return await visit.cache.invalidate(after: sent.response.head, to: request, partition: visit.partition)
        }
        await visit.cache.record(
            sent.response.head,
            body: sent.response.body,
            for: visit.prepared.head,
            partition: partition,
            policy: visit.prepared.call.cache,
            mode: visit.prepared.cacheMode,
            timing: timing
        )
    }

    /// Deletes what a streamed call with an unsafe method has changed; its response itself is not stored.
    func invalidate(after sent: SentResponse, _ prepared: PreparedCall) async {
        guard let cache = configuration.cache, let partition = await partition(for: prepared) else { return }
        let owner = sent.partition(or: partition) ?? partition
        await cache.invalidate(after: sent.response.head, to: prepared.head, partition: owner)
    }

    /// Renews a stale response that has been served; calls for the same address share one request.
    private func renewInBackground(_ visit: CacheVisit) {
        guard let key = CacheKey(visit.prepared.head, partition: visit.partition),
            renewals.withLock({ $0.insert(key).inserted })
        else { return }
        Task {
            // Another renewal may have ended since the cache was asked, so it is asked again.
            if case .serve(let response, .revalidating(let fields)) = await plan(visit) {
                _ = try? await fetch(visit, .validate(fields, response))
            }
            renewals.withLock { _ = $0.remove(key) }
        }
    }

    private func served(
        _ cached: CachedResponse,
        as result: CallEvent.CacheResult,
        _ prepared: PreparedCall
    ) -> RawResponse {
        let response = RawResponse(
            status: cached.status,
            headers: cached.headers,
            body: cached.body,
            reading: reading
        )
        note(prepared, 0, response.status, response.body.count, .zero, cache: result)
        return response
    }
}

/// A call on its way past the cache.
private struct CacheVisit: Sendable {
    let cache: ResponseCache
    let prepared: PreparedCall
    let partition: String
}

extension RawResponse {
    /// Status and header fields, as the cache wants them.
    fileprivate var head: HTTPResponse { HTTPResponse(status: .init(code: status), headerFields: headers) }
}
