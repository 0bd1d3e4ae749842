import HTTPTypes

/// Sends a call, or waits for the response to an equal one, if the client shares requests.
struct SharingStage: CallMiddleware {
    private let isEnabled: Bool
    private let sharing: CallSharing
    private let log: CallLog
    private let maximumBytes: Int
    private let clock: any Clock<Duration>

    init(_ configuration: ClientConfiguration, _ sharing: CallSharing, _ log: CallLog) {
        // A middleware behind this stage can send each of two equal requests with another user's identity, and the cache
        // stores a response for the request that the middlewares behind the cache have sent, which only one call knows.
        let first: CallStage = configuration.cache == nil ? .sharing : .cache
        let isChanged = configuration.middleware.contains { $0.isBehind(first) }
        maximumBytes = configuration.limits.maximumResponseBytes
        clock = configuration.clock
        isEnabled = configuration.sharesEqualRequests && !isChanged
        self.sharing = sharing
        self.log = log
    }

    /// Joins an equal request in flight, or starts one.
    ///
    /// A call joins no request from before the end of a write, which may have a response from before the write.
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        guard isEnabled, isShareable(request, context.plan), let owner = await context.callOwner.named().identity else {
            return try await next(request, context)
        }
        let key = CallSharing.Key(
            head: request.head,
            owner: owner,
            timeout: context.plan.timeout,
            deletions: context.deletions,
            writes: sharing.writes
        )
        let (outcome, isShared) = try await wait(context) { [sharing, maximumBytes] in
            await sharing.outcome(of: key, until: context.start) { deadline in
                do {
                    var response = try await next(request, context.shared(until: deadline))
                    // Chunks can be read only once, but every caller needs them all.
                    response.body = .bytes(try await response.body.complete(upTo: maximumBytes))
                    return .success(response)
                } catch {
                    return .failure(error)
                }
            }
        }
        var response = try outcome.get()
        if isShared {
            response.source = .shared
            log.note(context, cached: response, as: .shared)
        }
        return response
    }

    /// Waits for a request, and no longer than until the call's own deadline.
    private func wait<Value: Sendable>(
        _ context: MiddlewareContext,
        _ body: @escaping @Sendable () async -> Value
    ) async throws -> Value {
        guard !context.isRaced, let limit = context.start?.remaining else { return await body() }
        return try await DeadlineRace(clock: clock).run(within: limit, body)
    }

    /// Whether a call may use the response to another call's request.
    private func isShareable(_ request: MiddlewareRequest, _ plan: CallPlan) -> Bool {
        // The middlewares of a call may change it behind this stage.
        request.head.method == .get && request.body == nil && plan.progress == nil && plan.stream == nil
            && !plan.hasOwnMiddleware && !plan.hasOwnCredentials && !plan.hasOwnRetry
            && !plan.hasOwnRedirects
    }
}

extension MiddlewareContext {
    /// Returns the context of a request that several calls wait for, each until its own deadline.
    ///
    /// - Parameter deadline: The last of the deadlines, which moves when calls join and leave.
    /// - Returns: The context.
    fileprivate func shared(until deadline: CallDeadline) -> MiddlewareContext {
        var context = self
        context.start = deadline
        context.isRaced = true
        context.isShared = true
        return context
    }
}
