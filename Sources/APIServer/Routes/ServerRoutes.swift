public import APIRuntime
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
public import Hummingbird

/// A closure that responds to a parsed request.
///
/// Errors are already mapped to responses.
public typealias RouteHandler = @Sendable (ServerInput) async -> RawServerResponse

/// The routes to which generated servers add their operations.
///
/// ```swift
/// let router = Router()
/// let routes = ServerRoutes(router)
/// Notes().addNotesRoutes(to: routes, security: security)
/// let app = Application(router: router)
/// ```
/// Hummingbird's router, and so a server, requires macOS 14 or iOS 17.
public struct ServerRoutes {
    /// The options of the server, including the mapping of errors.
    public let options: ServerOptions

    /// The role of the host that serves the operations; `nil` for the main one.
    private var server: String?

    /// The media types of the documented failures.
    private var failures: FailureMedia = "application/json"

    /// The credentials that the operations require.
    private var security = RouteSecurity.open

    /// The check of credentials; `nil` if no group of operations needs it so far.
    private var checker: ServerSecurity?

    /// The media types of the bodies of the operations that are added next.
    private(set) var condition = MediaCondition()

    private var add: (HTTPRequest.Method, PathPattern, RouteHead, @escaping RouteHandler) -> Void

    /// Creates routes on a router, or on one of its groups.
    ///
    /// A request with a wrong method is refused with status 405 and the methods of its path.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - options: The options of the server, including the mapping of errors.
    @available(iOS 17, macOS 14, *)
    public init<Context: RequestContext>(
        _ router: some RouterMethods<Context>,
        options: ServerOptions = ServerOptions()
    ) {
        self.init(router, options: options) { input, _, next in await next(input).response(to: input.about.method) }
    }

    /// Creates routes on a router, with a closure that wraps every route.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - options: The options of the server, including the mapping of errors.
    ///   - around: A closure that receives the parsed request and the route's handler. It may change the request, skip
    ///     the handler or change the response. The server maps an ``UnreadableInput`` that it throws; Hummingbird
    ///     handles its other errors.
    @available(iOS 17, macOS 14, *)
    public init<Context: RequestContext>(
        _ router: some RouterMethods<Context>,
        options: ServerOptions = ServerOptions(),
        around: @escaping @Sendable (ServerInput, Context, RouteHandler) async throws -> Response
    ) {
        self.options = options
        let table = MethodTable()
        let shared = SharedPaths<Context>()
        let root = RouterRoot(router)
        root?.router.addMethods(table)
        add = { method, pattern, head, handler in
            let route = Route(pattern: pattern, head: head, options: options, handler: handler)
            let respond: @Sendable (Request, Context) async throws -> Response = { request, context in
                try await route.response(to: request, context.logger) { input, handler in
                    try await around(input, context, handler)
                }
            }
            if shared.add(pattern, method, respond) {
                router.on(RouterPath(pattern.routerPath), method: method) { request, context in
                    try await shared.response(to: request, context, pattern.routerPath, method)
                }
            }
            guard let root else { return }
            table.add(pattern.below(root.path), method, root.responder(respond))
        }
    }

    /// Returns the same routes with defaults for the operations that are added next.
    ///
    /// - Parameters:
    ///   - server: The role of the host that serves the operations.
    ///   - failures: The media types of the documented failures.
    ///   - security: The credentials that the operations require.
    ///   - checker: The check of the credentials.
    /// - Returns: The routes.
    public func shared(
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        checkedBy checker: ServerSecurity? = nil
    ) -> ServerRoutes {
        var routes = self
        routes.server = server ?? self.server
        routes.failures = failures ?? self.failures
        routes.security = security ?? self.security
        routes.checker = checker ?? self.checker
        return routes
    }

    /// Returns the same routes for operations with certain media types; see ``choosing(_:)``.
    ///
    /// A body with another media type than those of `receives` is refused with status 415. One without a media type is
    /// read, and so is `application/json` in place of a vendor's media type, such as `application/vnd.note+json`, or the
    /// reverse, unless one of them is a patch.
    ///
    /// - Parameters:
    ///   - receives: The media types of request bodies; empty for any.
    ///   - sends: The media types of successes; empty for any.
    ///   - streamsBody: Whether the body of a request is read while it arrives, up to ``ServerOptions/maximumStreamedBodyBytes``.
    /// - Returns: The routes.
    public func medium(
        receives: [String] = [],
        sends: [String] = [],
        streamsBody: Bool = false
    ) -> ServerRoutes {
        var routes = self
        routes.condition = MediaCondition(receives: receives, sends: sends, streamsBody: streamsBody)
        return routes
    }

    /// Adds one route for an operation with several media types, from the routes that a closure adds.
    ///
    /// The server selects a route by the `Content-Type` and `Accept` of the request. It responds with 415 if no route
    /// receives the body, and with 406 if none sends an accepted media type.
    public func choosing(_ body: (ServerRoutes) -> Void) {
        let choices = LockedState<[RouteChoice]>([])
        var routes = self
        routes.add = { method, pattern, head, handler in
            choices.withLock { RouteChoice.add((head, handler), at: pattern, method, to: &$0) }
        }
        body(routes)
        for choice in choices.withLock({ $0 }) {
            add(choice.method, choice.pattern, choice.head, choice.handler)
        }
    }

    /// Adds a route whose handler encodes its response itself.
    ///
    /// A route that requires credentials needs the check of ``shared(server:failures:security:checkedBy:)``.
    ///
    /// - Parameters:
    ///   - operation: The operation ID.
    ///   - method: The method.
    ///   - path: The path with parameters in braces. The remaining path is percent-encoded.
    ///   - server: The role of the host that serves the operation; `nil` for the shared one.
    ///   - failures: The media types of the documented failures; `nil` for the shared ones.
    ///   - security: The credentials that the operation requires; `nil` for the shared ones.
    ///   - handler: A closure that returns the response.
    public func raw(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> RawServerResponse
    ) {
        let security = security ?? self.security
        precondition(
            checker != nil || security.allowsAnonymous,
            "The operation \(operation) needs a check of credentials."
        )
        let head = RouteHead(
            operation: operation,
            failures: failures ?? self.failures,
            condition: condition,
            security: security,
            gate: checker?.check.map { SecurityGate(requirement: security, check: $0) }
        )
        let codecs = options.bodyCodecs
        let source = RouteSource(operation: operation, server: server ?? self.server, path: path)
        for path in options.paths(source) {
            add(method.requestMethod, PathPattern(path), head) { input in
                var input = input
                input.condition = head.condition
                do {
                    try input.checkBody()
                    let response = try await handler(&input).coded(by: codecs)
                    // Another request may prefer another type.
                    return head.condition.sends.isEmpty ? response : response.varying(by: .accept)
                } catch {
                    let isTooLong = input.streamedLength?.isExceeded ?? false
                    return input.response(to: isTooLong ? UnreadableInput(.body, "", .tooLarge) : error)
                }
            }
        }
    }
}
