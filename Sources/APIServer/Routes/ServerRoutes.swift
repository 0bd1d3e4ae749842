public import APIRuntime
import Foundation
import HTTPTypes
public import Hummingbird

/// Responds to a decoded request, with a response for errors too.
public typealias RouteHandler = @Sendable (ServerInput) async -> RawServerResponse

/// The routes of generated servers.
///
/// ```swift
/// let router = Router()
/// let routes = ServerRoutes(router)
/// Notes().addNotesRoutes(to: routes)
/// let app = Application(router: router)
/// ```
public struct ServerRoutes {
    /// Options of the server.
    public let options: ServerOptions

    /// Role of the host that has the operations; `nil` for the main one.
    private var server: String?

    /// Media types of the documented failures.
    private var failures: FailureMedia = "application/json"

    private let add: (HTTPRequest.Method, PathPattern, RouteHead, @escaping RouteHandler) -> Void

    /// Creates routes on a router, or on one of its groups.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - options: Options of the server.
    public init<Context: RequestContext>(
        _ router: some RouterMethods<Context>,
        options: ServerOptions = ServerOptions()
    ) {
        self.init(router, options: options) { input, _, next in await next(input).response(to: input.about.method) }
    }

    /// Creates routes on a router with steps around every one of them.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - options: Options of the server.
    ///   - around: Receives the decoded request and its handler. It may change the request, skip the handler, or change
    ///     the response. Hummingbird responds to the errors that it throws.
    public init<Context: RequestContext>(
        _ router: some RouterMethods<Context>,
        options: ServerOptions = ServerOptions(),
        around: @escaping @Sendable (ServerInput, Context, RouteHandler) async throws -> Response
    ) {
        self.options = options
        add = { method, pattern, head, handler in
            router.on(RouterPath(pattern.routerPath), method: method) { request, context in
                guard let values = pattern.values(in: request.uri.path) else { throw HTTPError(.notFound) }
                let about = head.about(request)
                do {
                    let bytes = try await request.bytes(upTo: options.maximumBodyBytes)
                    let query = request.uri.query ?? ""
                    let input = ServerInput(about, query: query, pathValues: values, body: bytes, options: options)
                    return try await around(input, context, handler)
                } catch let error as UnreadableInput {
                    let reply = options.errors(error, about) ?? RawServerResponse(answering: error, to: about)
                    return reply.response(to: about.method)
                }
            }
        }
    }

    /// The same routes with what the next operations have in common.
    ///
    /// - Parameters:
    ///   - server: Role of the host that has the operations.
    ///   - failures: Media types of the documented failures.
    /// - Returns: The routes.
    public func shared(server: String? = nil, failures: FailureMedia? = nil) -> ServerRoutes {
        var routes = self
        routes.server = server ?? self.server
        routes.failures = failures ?? self.failures
        return routes
    }

    /// Adds a route whose handler makes the bytes of its reply itself.
    ///
    /// - Parameters:
    ///   - operation: Id of the operation.
    ///   - method: The method.
    ///   - path: Path with parameters in braces; its other parts are percent-encoded.
    ///   - server: Role of the host that has the operation; `nil` for the shared one.
    ///   - failures: Media types of the documented failures; `nil` for the shared ones.
    ///   - handler: What responses.
    public func raw(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        server: String? = nil,
        failures: FailureMedia? = nil,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> RawServerResponse
    ) {
        let head = RouteHead(operation: operation, failures: failures ?? self.failures)
        let (errors, codecs) = (options.errors, options.bodyCodecs)
        let source = RouteSource(operation: operation, server: server ?? self.server, path: path)
        for path in options.paths(source) {
            add(method.requestMethod, PathPattern(path), head) { input in
                var input = input
                do {
                    return try await handler(&input).coded(by: codecs)
                } catch {
                    let reply = errors(error, input.about) ?? RawServerResponse(answering: error, to: input.about)
                    return (try? reply.coded(by: codecs)) ?? .empty(500)
                }
            }
        }
    }
}

/// Facts about the operation of a route.
struct RouteHead: Sendable {
    let operation: String
    let failures: FailureMedia

    /// Facts about a request.
    func about(_ request: Request) -> ServerRequest {
        let forwarded = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
        let scheme = forwarded == "https" ? "https" : "http"
        return ServerRequest(
            operation: operation,
            method: request.method,
            path: request.uri.path,
            headers: request.headers,
            baseURL: "\(scheme)://\(request.head.authority ?? "127.0.0.1")",
            failures: failures
        )
    }
}
