import APIRuntime
import HTTPTypes
import Hummingbird

/// The routes of each method and path of a router.
///
/// A router stops the program if a path gets a second route. Paths that differ for a client may be equal for a router,
/// such as `/files/{id}` and `/files/{from}...{to}`.
final class SharedPaths<Context: RequestContext>: Sendable {
    typealias Responder = @Sendable (Request, Context) async throws -> Response

    private struct Place: Hashable {
        let method: HTTPRequest.Method
        let routerPath: String
    }

    private let routes = LockedState<[Place: [(pattern: PathPattern, respond: Responder)]]>([:])

    /// Adds a route.
    ///
    /// - Returns: Whether it is the first one for the router.
    func add(_ pattern: PathPattern, _ method: HTTPRequest.Method, _ respond: @escaping Responder) -> Bool {
        routes.withLock { routes in
            let place = Place(method: method, routerPath: pattern.routerPath)
            routes[place, default: []].append((pattern, respond))
            return routes[place]?.count == 1
        }
    }

    /// Responds to a request with the route whose pattern matches the path best; of equal patterns, the first one.
    ///
    /// - Throws: ``UnmatchedPath`` if no pattern matches, and the error of the route.
    func response(
        to request: Request,
        _ context: Context,
        _ routerPath: String,
        _ method: HTTPRequest.Method
    ) async throws -> Response {
        let candidates = routes.withLock { $0[Place(method: method, routerPath: routerPath)] ?? [] }
        var best: (literals: [Int], respond: Responder)?
        for (pattern, respond) in candidates where pattern.values(in: request.uri.path) != nil {
            let literals = pattern.literals
            if best.map({ $0.literals.lexicographicallyPrecedes(literals) }) ?? true { best = (literals, respond) }
        }
        guard let best else { throw UnmatchedPath() }
        return try await best.respond(request, context)
    }
}

/// The error for a path that a router assigns to routes none of whose patterns match: status 404.
struct UnmatchedPath: HTTPResponseError {
    var status: HTTPResponse.Status { .notFound }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        try HTTPError(.notFound).response(from: request, context: context)
    }
}
