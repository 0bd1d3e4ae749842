import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@Suite("Methods of received requests")
struct MethodTests {

    private func run(_ body: (RawServer) async throws -> Void) async throws {
        try await RawServer.run { routes in
            routes.text("get", .get, "/things/{id}") { _ in ServerResponse("thing") }
            routes.empty("put", .put, "/things/{id}") { _ in .empty() }
            routes.empty("export", .post, "/things/export") { _ in .empty() }
            routes.empty("archive", .post, "/things/archive/files") { _ in .empty() }
            routes.raw("missing", .get, "/missing") { _ in throw HTTPError(.notFound) }
        } _: { server in
            try await body(server)
        }
    }

    @Test("a wrong method is 405 with the methods of the path")
    func wrongMethod() async throws {
        try await run { server in
            let reply = try await server.send(.delete, "/things/7")
            #expect(reply.status == 405 && reply.headers[.allow] == "GET, HEAD, OPTIONS, PUT")
            #expect(reply.headers[.contentType] == "application/problem+json")
            let literal = try await server.send(.get, "/things/export")
            #expect(literal.status == 405 && literal.headers[.allow] == "OPTIONS, POST")
            let unknown = try #require(HTTPRequest.Method("PROPFIND"))
            let received101 = try await server.send(unknown, "/things/7").status
            #expect(received101 == 405)
        }
    }

    @Test("OPTIONS returns the methods of the path, and HEAD the header fields of GET")
    func otherMethods() async throws {
        try await run { server in
            let options = try await server.send(.options, "/things/7")
            #expect(options.status == 204 && options.headers[.allow] == "GET, HEAD, OPTIONS, PUT")
            let head = try await server.send(.head, "/things/7")
            #expect(
                head.status == 200 && head.text.isEmpty && head.headers[.contentType] == "text/plain; charset=utf-8"
            )
            #expect(head.headers[.contentLength] == "5")
        }
    }

    @Test("a response to HEAD has the length that the service sets")
    func setLength() async throws {
        try await RawServer.run { routes in
            routes.raw("size", .head, "/size") { _ in
                RawServerResponse(status: 200, headers: [.contentLength: "1234"])
            }
        } _: { server in
            let head = try await server.send(.head, "/size")
            #expect(head.status == 200 && head.text.isEmpty && head.headers[.contentLength] == "1234")
        }
    }

    @Test("a segment that only begins other paths is the value of a parameter")
    func literalPrefix() async throws {
        try await run { server in
            let reply = try await server.send(.get, "/things/archive")
            #expect(reply.status == 200 && reply.text == "thing")
            let head = try await server.send(.head, "/things/archive")
            #expect(head.status == 200 && head.headers[.contentLength] == "5")
            let wrong = try await server.send(.delete, "/things/archive")
            #expect(wrong.status == 405 && wrong.headers[.allow] == "GET, HEAD, OPTIONS, PUT")
        }
    }

    @Test("an unknown path is 404 for every method")
    func unknownPath() async throws {
        try await run { server in
            for method in [HTTPRequest.Method.get, .delete, .options, .head] {
                let received102 = try await server.send(method, "/other").status
                #expect(received102 == 404)
                let received103 = try await server.send(method, "/things/7/more").status
                #expect(received103 == 404)
            }
        }
    }
}
