import HTTPTypes

/// Sends a call, or waits for the response to an equal one, if the client shares requests.
struct SharingStage: CallMiddleware {
    private let isEnabled: Bool
    private let sharing: CallSharing
    private let log: CallLog
    private let maximumBytes: Int

    init(_ configuration: ClientConfiguration, _ sharing: CallSharing, _ log: CallLog) {
        // A middleware behind this stage can send each of two equal requests with another user's identity.
        let isChanged = configuration.middleware.contains { $0.isBehind(.sharing) }
        maximumBytes = configuration.limits.maximumResponseBytes
        isEnabled = configuration.sharesEqualRequests && !isChanged
        self.sharing = sharing
        self.log = log
    }

    /// Joins an equal request in flight, or starts one.
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
            total: context.plan.deadline
        )
        let (outcome, isShared) = await sharing.outcome(of: key) { [maximumBytes] in
            do {
                var response = try await next(request, context)
                // Chunks can be read only once, but every caller needs them all.
                response.body = .bytes(try await response.body.complete(upTo: maximumBytes))
                return .success(response)
            } catch {
                return .failure(error)
            }
        }
        var response = try outcome.get()
        if isShared {
            response.source = .shared
            log.note(context, cached: response, as: .shared)
        }
        return response
    }

    /// Whether a call may use the response to another call's request.
    private func isShareable(_ request: MiddlewareRequest, _ plan: CallPlan) -> Bool {
        // A call with middlewares of its own may be changed by them behind this stage.
        request.head.method == .get && request.body == nil && plan.progress == nil && plan.stream == nil
            && !plan.hasOwnMiddleware && !plan.hasOwnCredentials
    }
}
