#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// The stages of a client, shared by all copies of an ``OperationSender``.
final class CallPipeline: Sendable {
    let configuration: ClientConfiguration
    let log: CallLog
    let reading: JSONReadingOptions

    /// Requests in flight that equal calls wait for.
    let sharing = CallSharing()

    let servers: [ServerRole: ServerBase]
    let credentials: [String: any CredentialSource]

    /// Header fields of every call.
    let commonHeaders: HTTPFields

    /// The built-in stages in order.
    let stages: [(stage: CallStage, middleware: any CallMiddleware)]

    /// The stages with the client's middlewares among them.
    let chain: [any CallMiddleware]

    init(
        servers: [ServerRole: URL],
        credentials: [String: any CredentialSource],
        configuration: ClientConfiguration
    ) {
        self.configuration = configuration
        self.credentials = credentials
        self.servers = servers.compactMapValues(ServerBase.init)
        let limits = configuration.limits
        reading = JSONReadingOptions(maximumDepth: limits.maximumJSONDepth, strict: limits.isStrict)
        log = CallLog(logger: configuration.logger, observer: configuration.observer)
        var headers = configuration.headers
        if let userAgent = configuration.userAgent { headers[.userAgent] = userAgent }
        commonHeaders = headers
        stages = Self.stages(configuration, log, sharing)
        chain = Self.chain(stages, configuration.middleware)
        if let cache = configuration.cache {
            for source in credentials.values { source.evictAtSignOut(cache) }
        }
    }

    /// The order of the built-in stages, outermost first.
    private static func stages(
        _ configuration: ClientConfiguration,
        _ log: CallLog,
        _ sharing: CallSharing
    ) -> [(stage: CallStage, middleware: any CallMiddleware)] {
        [
            (.cache, CacheStage(configuration, log)),
            (.sharing, SharingStage(configuration, sharing, log)),
            (.deadline, DeadlineStage(clock: configuration.clock)),
            (.retry, RetryStage(configuration)),
            (.credentials, CredentialsStage(now: configuration.now)),
            (.logging, LoggingStage(log: log, clock: configuration.clock)),
            (.transport, TransportStage(configuration)),
        ]
    }

    static func chain(
        _ stages: [(stage: CallStage, middleware: any CallMiddleware)],
        _ added: [PlacedMiddleware]
    ) -> [any CallMiddleware] {
        stages.flatMap { stage, middleware in
            let before = added.filter { $0.stage == stage && !$0.isAfter }.map(\.middleware)
            let after = added.filter { $0.stage == stage && $0.isAfter }.map(\.middleware)
            return stage == .transport ? before + after + [middleware] : before + [middleware] + after
        }
    }
}

extension CallPipeline {
    /// Sends a call through all stages, and ends it at its deadline in whichever stage it is.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - options: The caller's settings.
    ///   - tags: The tags of operations that declare none.
    ///   - stream: The bounds of a streamed response; `nil` for a response that is read whole.
    ///   - scope: The calls that must have the same owner; `nil` for those of the current page sequence, if there is one.
    /// - Returns: The response, whatever its status.
    /// - Throws: The failure of a call that has no response.
    func send(
        _ call: OperationCall,
        _ options: CallOptions,
        tags: [String] = [],
        stream: StreamOptions? = nil,
        scope: OwnerScope? = nil
    ) async throws(CallFailure) -> MiddlewareResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let scope = scope ?? OwnerScope.current
        if let deadline = scope?.deadline, deadline.isOver { throw Self.isOver }
        let own = options.deadline ?? configuration.deadline
        var bounded = options
        bounded.deadline = scope?.deadline?.limit(own) ?? own
        let (request, prepared) = try prepare(call, bounded, tags: tags, stream: stream)
        let isPlain = options.middleware.isEmpty
        let chain = isPlain ? chain : Self.chain(stages, configuration.middleware + options.middleware)
        var context = prepared
        context.setIdentity(request)
        // Before the caller continues, also at the deadline, when the stages may still be running.
        defer { if !request.head.method.isSafe { sharing.noteWrite() } }
        do {
            guard let total = context.plan.deadline else {
                return try await OwnerScope.leaving { try await send(request, context, chain, scope) }
            }
            context.start = CallDeadline(after: total, clock: configuration.clock)
            context.isRaced = true
            let limit = own == nil && endsItself(context.plan) ? nil : total
            var response = try await OwnerScope.leaving { [context] in
                try await race(within: limit) { try await self.send(request, context, chain, scope) }
            }
            response.deadline = context.start
            return response
        } catch {
            let failure = CallFailure(stageError: error)
            if context.isRaced { await invalidate(after: failure, of: request) }
            throw failure
        }
    }

    /// Removes the cached responses that a write may have changed which has ended at its deadline, before its stages have.
    private func invalidate(after failure: CallFailure, of request: MiddlewareRequest) async {
        switch failure {
        case .transport(let error) where error.code == .timedOut && !error.sent.isNothing: break
        case .cancelled: break
        default: return
        }
        await configuration.cache?.invalidate(afterLostResponseTo: request.head)
    }

    private static let isOver = CallFailure.transport(TransportError(.timedOut, "The call's deadline passed."))

    /// Whether only the transport and the waits before retries can delay a call, both of which observe its deadline.
    ///
    /// Such a call in a scope with a deadline needs no timer.
    private func endsItself(_ plan: CallPlan) -> Bool {
        plan.credentials.isEmpty && !plan.hasMiddleware && !configuration.sharesEqualRequests
            && configuration.transport is any TimeoutKeepingTransport
    }

    private func race<Value: Sendable>(
        within limit: Duration?,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let limit else { return try await body() }
        return try await DeadlineRace(clock: configuration.clock).run(within: limit, body)
    }

    /// Binds a call to its owner, and sends it.
    private func send(
        _ request: MiddlewareRequest,
        _ context: MiddlewareContext,
        _ chain: [any CallMiddleware],
        _ scope: OwnerScope?
    ) async throws -> MiddlewareResponse {
        var context = context
        let owner = try await CallOwner.starting(context.plan.credentials, in: scope, of: self)
        context.callOwner = owner
        let next = MiddlewareNext(chain, context)
        var response = try await owner.run { try await next(request) }
        if case .chunks(let chunks) = response.body { response.body = .chunks(owner.guarding(chunks)) }
        return response
    }

    /// Sends a call and reads the whole response.
    ///
    /// - Throws: The failure of a call that has no complete response.
    func receive(
        _ call: OperationCall,
        _ options: CallOptions,
        tags: [String],
        scope: OwnerScope? = nil
    ) async throws(CallFailure) -> RawResponse {
        let response = try await send(call, options, tags: tags, scope: scope)
        return try await RawResponse(response, limit: configuration.limits.maximumResponseBytes, reading)
    }

    /// Waits on the client's clock.
    ///
    /// - Parameters:
    ///   - delay: The time.
    ///   - scope: The calls before and after the wait, whose session ends it.
    /// - Throws: ``CallFailure/cancelled`` when the task is cancelled; the failure of a session that has ended, or of a
    ///   deadline that passes first.
    func pause(_ delay: Duration, in scope: OwnerScope? = nil) async throws(CallFailure) {
        if let deadline = scope?.deadline, !deadline.allows(delay) { throw Self.isOver }
        let clock = configuration.clock
        do {
            try await SessionLife.observing(scope?.lives ?? []) { try await clock.sleep(for: delay.sleepable) }
        } catch let failure as CallFailure {
            throw failure
        } catch {
            throw .cancelled
        }
    }
}

extension RawResponse {
    /// Reads the whole body of a response.
    ///
    /// - Throws: The failure when the body is longer than `limit` bytes or ends early.
    init(_ response: MiddlewareResponse, limit: Int, _ reading: JSONReadingOptions) async throws(CallFailure) {
        let body: [UInt8]
        switch response.body {
        case .bytes(let bytes): body = bytes
        case .chunks: body = try await response.body.complete(upTo: limit)
        }
        self.init(status: response.head.status.code, headers: response.head.headerFields, body: body, reading: reading)
        deadline = response.deadline
    }
}
