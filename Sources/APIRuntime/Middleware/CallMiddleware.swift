/// A step that every request of a client, or of one call, passes on its way to the server and back.
///
/// A middleware sees the request before the stages that follow it and the response after them. It can change both, call
/// `next` several times, or return its own response without calling `next`.
///
/// ```swift
/// struct RequestSignature: CallMiddleware {
///     let name: HTTPField.Name
///     let signature: @Sendable (_ path: String) -> String
///
///     func intercept(
///         _ request: MiddlewareRequest,
///         context: MiddlewareContext,
///         next: MiddlewareNext
///     ) async throws -> MiddlewareResponse {
///         var request = request
///         request.head.headerFields[name] = signature(request.head.path ?? "")
///         return try await next(request)
///     }
/// }
///
/// func sign(_ configuration: inout ClientConfiguration, with step: RequestSignature) {
///     // Signs each attempt of every call, after its credential was added.
///     configuration.middleware.append(.after(.credentials, step))
/// }
/// ```
///
/// <doc:MiddlewareStages> has further examples, such as a stub for one call.
///
/// ``CallStage`` lists the built-in stages and their order. A middleware after ``CallStage/credentials`` runs once per
/// attempt. One between ``CallStage/retry`` and ``CallStage/credentials`` runs once for an attempt and its repetition
/// with renewed credentials. One before ``CallStage/retry`` runs once per call, for each connection of a stream that
/// reconnects, and for each request of a download that continues; between ``CallStage/cache`` and ``CallStage/retry`` also
/// for requests of the cache, which validate or renew stored responses. One before ``CallStage/cache`` also sees the
/// responses of the cache. The transport follows redirects, so that a middleware sees only those that the call receives.
///
/// The body of a streamed response passes through while it arrives: see ``TransportResponseBody/mapChunks(_:)``. Values
/// that the middleware shares between calls must be safe for concurrent use.
///
/// The name differs from `ClientMiddleware` of swift-openapi-runtime and from `Middleware` of server frameworks.
public protocol CallMiddleware: Sendable {
    /// Whether the middleware never changes the user of a request; `false` by default.
    ///
    /// A cached response belongs to the user of the call. If a middleware after ``CallStage/cache`` could send the call as
    /// another user, the first call of each operation is therefore sent even if the cache has a response. Return `true`
    /// to avoid that in a middleware that, for example, only measures or signs requests.
    ///
    /// A middleware that returns `true` may add header fields and query parameters that look like credentials, such as
    /// `X-Device-Token`. If another middleware of the call returns `false`, or if `Authorization`, `Cookie` or a
    /// credential of the call changes, the response is not cached, and a response with status 401 renews no token.
    var preservesUser: Bool { get }

    /// Handles one request.
    ///
    /// - Parameters:
    ///   - request: The request, with the changes of the stages before this one.
    ///   - context: The call that the request belongs to.
    ///   - next: The stages that follow. Call it with the request to send.
    /// - Returns: The response for the stages before this one.
    /// - Throws: Any error, which ends the call unless a stage before this one handles it. The caller receives a
    ///   ``CallFailure`` unchanged, a ``TransportError`` as ``CallFailure/transport(_:)``, an ``AuthenticationError`` as
    ///   ``CallFailure/unauthenticated(_:)``, a `CancellationError` as ``CallFailure/cancelled``, and any other error as
    ///   a ``TransportError`` with the code ``TransportError/Code/middleware``.
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse
}

extension CallMiddleware {
    /// `false`: the middleware may change the user of a request.
    public var preservesUser: Bool { false }
}

/// The stages that follow a middleware.
///
/// ```swift
/// let response = try await next(request)
/// ```
public struct MiddlewareNext: Sendable {
    private let chain: [any CallMiddleware]
    private let index: Int
    private let context: MiddlewareContext

    init(_ chain: [any CallMiddleware], index: Int = 0, _ context: MiddlewareContext) {
        self.chain = chain
        self.index = index
        self.context = context
    }

    /// Passes a request to the stages that follow, with the context that this middleware received.
    ///
    /// - Throws: The error of a later stage.
    public func callAsFunction(_ request: MiddlewareRequest) async throws -> MiddlewareResponse {
        try await self(request, context)
    }

    /// Passes a request to the stages that follow, with a context that carries further values.
    ///
    /// - Throws: The error of a later stage.
    public func callAsFunction(
        _ request: MiddlewareRequest,
        _ context: MiddlewareContext
    ) async throws -> MiddlewareResponse {
        let next = MiddlewareNext(chain, index: index + 1, context)
        return try await chain[index].intercept(request, context: context, next: next)
    }
}
