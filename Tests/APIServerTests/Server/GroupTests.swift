import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@Suite("Routes in groups of a router")
struct GroupTests {

    /// A middleware that refuses requests without a key.
    private struct KeyMiddleware: RouterMiddleware {
        func handle(
            _ request: Request,
            context: BasicRequestContext,
            next: (Request, BasicRequestContext) async throws -> Response
        ) async throws -> Response {
            guard request.headers[.authorization] == "key" else { throw HTTPError(.forbidden) }
            return try await next(request, context)
        }
    }

    /// A context that a group creates from that of the router.
    private struct OtherContext: ChildRequestContext {
        var coreContext: CoreRequestContextStorage

        init(context: BasicRequestContext) { coreContext = context.coreContext }
    }

    private func add(to routes: ServerRoutes) {
        routes.text("get", .get, "/things/{id}") { _ in ServerResponse("thing") }
        routes.empty("put", .put, "/things/{id}") { _ in .empty() }
    }

    private func run(_ add: (Router<BasicRequestContext>) -> Void, _ body: (RawServer) async throws -> Void)
        async throws
    {
        let router = Router()
        add(router)
        try await LoopbackApplication.run(router) { try await body(RawServer(url: $0)) }
    }

    @Test("a wrong method of a route in a group is 405 with the methods of the path")
    func wrongMethod() async throws {
        try await run { router in
            add(to: ServerRoutes(router.group("v1").group(":tenant")))
            add(to: ServerRoutes(router.group("v2")))
            router.get("own") { _, _ in "own" }
        } _: { server in
            for path in ["/v1/blue/things/7", "/v2/things/7"] {
                let reply = try await server.send(.delete, path)
                #expect(reply.status == 405 && reply.headers[.allow] == "GET, HEAD, OPTIONS, PUT", "\(path)")
                let found = try await server.send(.get, path)
                #expect(found.status == 200 && found.text == "thing")
                let options = try await server.send(.options, path)
                #expect(options.status == 204 && options.headers[.allow] == "GET, HEAD, OPTIONS, PUT")
            }
            for path in ["/things/7", "/v1/things/7", "/v3/things/7", "/v1/blue/things"] {
                let reply = try await server.send(.delete, path)
                #expect(reply.status == 404, "\(path)")
            }
            let own = try await server.send(.delete, "/own")
            #expect(own.status == 404)
        }
    }

    @Test("HEAD of a route in a group passes the group's middleware")
    func head() async throws {
        try await run { router in
            add(to: ServerRoutes(router.group("v1").add(middleware: KeyMiddleware())))
        } _: { server in
            let refused = try await server.send(.head, "/v1/things/7")
            #expect(refused.status == 403)
            let reply = try await server.send(.head, "/v1/things/7", [.authorization: "key"])
            #expect(reply.status == 200 && reply.text.isEmpty)
        }
    }

    @Test("a wrong method in a group with another context is 405")
    func otherContext() async throws {
        try await run { router in
            add(to: ServerRoutes(router.group("v1", context: OtherContext.self)))
        } _: { server in
            let found = try await server.send(.get, "/v1/things/7")
            #expect(found.status == 200)
            for method in [HTTPRequest.Method.delete, .head] {
                let reply = try await server.send(method, "/v1/things/7")
                #expect(reply.status == 405 && reply.headers[.allow] == "GET, OPTIONS, PUT")
            }
        }
    }

    @Test("of paths that are equal for a router, the one with the most literals that matches responds, else the first")
    func equalPaths() async throws {
        func respond(_ text: String) -> @Sendable (inout ServerInput) async throws -> ServerResponse<String> {
            { _ in ServerResponse(text) }
        }
        try await run { router in
            let routes = ServerRoutes(router.group("v1"))
            routes.text("one", .get, "/files/{id}", respond("one"))
            routes.text("other", .get, "/files/{name}", respond("other"))
            routes.text("range", .get, "/files/{from}...{to}", respond("range"))
            routes.text("range2", .put, "/files/{first}...{last}", respond("put"))
        } _: { server in
            for (method, path, text) in [
                (HTTPRequest.Method.get, "/v1/files/7", "one"), (.get, "/v1/files/1...2", "range"),
                (.put, "/v1/files/1...2", "put"),
            ] {
                let reply = try await server.send(method, path)
                #expect(reply.status == 200 && reply.text == text, "\(path)")
            }
            let other = try await server.send(.put, "/v1/files/7")
            #expect(other.status == 405 && other.headers[.allow] == "GET, HEAD, OPTIONS")
        }
    }

    @Test("a request selects the route whose documented media types are the most specific")
    func specificMedia() async throws {
        func respond(_ text: String) -> @Sendable (inout ServerInput) async throws -> ServerResponse<String> {
            { _ in ServerResponse(text) }
        }
        try await run { router in
            ServerRoutes(router).choosing { routes in
                routes.medium(sends: ["text/csv", "text/*"]).text("range", .get, "/a", respond("range"))
                routes.medium(sends: ["text/event-stream"]).text("events", .get, "/a", respond("events"))
            }
            ServerRoutes(router).choosing { routes in
                routes.medium(receives: ["application/json"]).text("json", .post, "/b", respond("json"))
                routes.medium(receives: ["application/json; v=2"]).text("second", .post, "/b", respond("second"))
                routes.medium(receives: ["*/*"]).text("any", .post, "/b", respond("any"))
            }
            ServerRoutes(router).choosing { routes in
                routes.medium(receives: ["application/json"], sends: ["application/json"])
                    .text("json", .post, "/c", respond("json"))
                routes.medium(receives: ["*/*"], sends: ["text/csv"]).text("csv", .post, "/c", respond("csv"))
            }
        } _: { server in
            for (accept, text) in [("text/event-stream", "events"), ("text/plain", "range"), ("*/*", "range")] {
                let reply = try await server.send(.get, "/a", [.accept: accept])
                #expect(reply.text == text, "\(accept)")
            }
            for (type, text) in [
                ("application/json", "json"), ("application/json; v=2", "second"), ("application/json; v=3", "json"),
                ("image/png", "any"),
            ] {
                let reply = try await server.send(.post, "/b", [.contentType: type])
                #expect(reply.text == text, "\(type)")
            }
            // What a route sends matters more than how specifically it describes the request.
            let csv = try await server.send(.post, "/c", [.contentType: "application/json", .accept: "text/csv"])
            #expect(csv.text == "csv")
        }
    }

    @Test("bytes and text have the documented media type that a request prefers")
    func preferredBytes() async throws {
        try await run { router in
            let routes = ServerRoutes(router)
            routes.medium(sends: ["image/png", "image/jpeg"]).data("image", .get, "/a", type: "image/png") { input in
                ServerResponse(Data(input.acceptedType().value.utf8))
            }
            routes.medium(sends: ["image/*"]).data("range", .get, "/b") { input in
                ServerResponse(Data(input.acceptedType().value.utf8))
            }
            routes.medium(sends: ["text/csv", "text/*"]).text("text", .get, "/c", type: "text/csv") { input in
                ServerResponse(input.acceptedType().value)
            }
            routes.medium(sends: ["text/html", "image/png"]).data("other", .get, "/e", type: "image/png") { input in
                ServerResponse(Data(input.acceptedType().value.utf8))
            }
            routes.medium(sends: ["application/pdf", "application/json"])
                .data("document", .get, "/f", type: "application/pdf") { input in
                    ServerResponse(Data(input.acceptedType().value.utf8))
                }
            routes.data("any", .get, "/d") { input in ServerResponse(Data(input.acceptedType().value.utf8)) }
        } _: { server in
            for (path, accept, type, choice) in [
                ("/a", "image/png", "image/png", "image/png"), ("/a", "*/*", "image/png", "image/png"),
                ("/a", "image/png;q=0.1, image/*", "image/jpeg", "image/jpeg"),
                ("/a", "audio/ogg", "image/png", "image/png"),
                ("/b", "image/webp, image/gif;q=0.5", "application/octet-stream", "image/webp"),
                ("/b", "image/gif;q=0.5, image/webp;q=0.9", "application/octet-stream", "image/webp"),
                ("/b", "image/*", "application/octet-stream", "image/*"),
                ("/b", "", "application/octet-stream", "image/*"),
                ("/c", "text/markdown", "text/csv; charset=utf-8", "text/markdown"),
                ("/c", "text/*", "text/csv; charset=utf-8", "text/csv"), ("/e", "*/*", "image/png", "image/png"),
                ("/e", "", "image/png", "image/png"), ("/e", "text/html", "text/html", "text/html"),
                ("/f", "application/json", "application/json", "application/json"),
                ("/f", "*/*", "application/pdf", "application/pdf"),
                ("/d", "image/png", "application/octet-stream", "*/*"),
            ] {
                let reply = try await server.send(.get, path, accept.isEmpty ? [:] : [.accept: accept])
                #expect(reply.headers[.contentType] == type, "\(path) \(accept)")
                #expect(reply.text == choice, "\(path) \(accept)")
                #expect((reply.headers[.vary] == "Accept") == (path != "/d"), "\(path)")
            }
        }
    }

    @Test("JSON has the documented media type that a request prefers")
    func preferredJSON() async throws {
        try await run { router in
            ServerRoutes(router).medium(sends: ["application/json", "application/vnd.a+json"])
                .json("get", .get, "/a") { _ in ServerResponse(1) }
        } _: { server in
            for (accept, type) in [
                ("application/vnd.a+json", "application/vnd.a+json"), ("*/*", "application/json"),
                ("application/vnd.a+json;q=0.5, application/json", "application/json"),
                ("image/png", "application/json"),
            ] {
                let reply = try await server.send(.get, "/a", [.accept: accept])
                #expect(reply.headers[.contentType] == type, "\(accept)")
            }
        }
    }
}
