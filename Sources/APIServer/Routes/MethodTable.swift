import APIRuntime
import HTTPTypes
import Hummingbird

/// The methods of routes, by path.
///
/// Hummingbird responds to a wrong method as to an unknown path. The table distinguishes the two.
final class MethodTable: Sendable {
    /// A closure that responds to a request; it returns `nil` if the context does not have the type of the route.
    typealias Responder = @Sendable (Request, any RequestContext) async throws -> Response?

    /// The routes of a path by their methods; the value is `nil` for a route that only its group can call.
    typealias Responders = [HTTPRequest.Method: Responder?]

    private struct Entry {
        let pattern: PathPattern
        var responders: Responders
    }

    private let entries = LockedState([Entry]())

    /// Adds a route.
    func add(_ pattern: PathPattern, _ method: HTTPRequest.Method, _ responder: Responder?) {
        entries.withLock { entries -> Void in
            if let index = entries.firstIndex(where: { $0.pattern.shape == pattern.shape }) {
                // Of two routes that a request cannot distinguish, the first one responds.
                guard !entries[index].responders.keys.contains(method) else { return }
                entries[index].responders.updateValue(responder, forKey: method)
            } else {
                entries.append(Entry(pattern: pattern, responders: [method: responder]))
            }
        }
    }

    /// Returns the routes of a path by their methods: those whose pattern has the most literal segments.
    ///
    /// - Parameters:
    ///   - path: The path of the request.
    ///   - work: A counter of the work, for tests.
    /// - Returns: The routes; none for an unknown path.
    func responders(for path: String, work: TextWork? = nil) -> Responders {
        let segments = PathPattern.segments(of: path, work: work)
        // Copied, so that a long path does not keep other requests waiting.
        let entries = entries.withLock { $0 }
        let met = entries.filter { $0.pattern.matches(segments) }
        guard let best = met.map(\.pattern.literals).max(by: { $0.lexicographicallyPrecedes($1) }) else { return [:] }
        return met.filter { $0.pattern.literals == best }.reduce(into: [:]) { all, entry in
            all.merge(entry.responders) { first, _ in first }
        }
    }
}

/// Responds to a request for which the router has found no route, although its path has some.
///
/// Hummingbird's router does not return from a literal segment to a parameter: with the routes `/notes/export/pdf` and
/// `/notes/{id}`, it finds none for `/notes/export`. Such a request runs the route here. If the path has no route for the
/// method, `HEAD` runs the route for `GET`, `OPTIONS` returns the methods, and any other method results in status 405.
struct MethodMiddleware<Context: RequestContext>: RouterMiddleware {
    let table: MethodTable

    /// The path in the context of a request for which Hummingbird's router has found no route.
    private static var noEndpoint: String { "NotFound" }

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch  where error is UnmatchedPath || (error as? HTTPError)?.status == .notFound {
            // A route that was found has thrown any other error itself.
            guard error is UnmatchedPath || context.endpointPath == nil || context.endpointPath == Self.noEndpoint
            else {
                throw error
            }
            let responders = table.responders(for: request.uri.path)
            guard !responders.isEmpty else { throw error }
            if let responder = responders[request.method] {
                guard let response = try await responder?(request, context) else { throw error }
                return response
            }
            let get = responders[.get] ?? nil
            if request.method == .head, let response = try await get?(request, context) { return response }
            var methods = Set(responders.keys.map(\.rawValue)).union(["OPTIONS"])
            if get != nil { methods.insert("HEAD") }
            let allow = methods.sorted().joined(separator: ", ")
            guard request.method != .options else { return Response(status: .noContent, headers: [.allow: allow]) }
            var response = RawServerResponse.problem(
                405,
                "Method Not Allowed",
                "The path has no operation for this method."
            )
            response.headers[.allow] = allow
            return response.response(to: request.method)
        }
    }
}
