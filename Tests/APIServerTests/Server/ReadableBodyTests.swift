import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@Suite("Bodies that operations do not read")
struct ReadableBodyTests {

    /// Adds routes as generated servers do: with the documented media types, unless the reader knows them.
    private static func add(_ routes: ServerRoutes) {
        routes.empty("json", .post, "/json") { input in
            let _: JSONValue = try input.json()
            return .empty()
        }
        routes.empty("form", .post, "/form") { input in
            let _: JSONValue = try input.multipart()
            return .empty()
        }
        let types = [
            "/merge": "application/merge-patch+json", "/vendor": "application/vnd.note+json; version=2",
            "/xml": "application/xml",
        ]
        for (path, type) in types {
            routes.medium(receives: [type]).empty("patch", .patch, path) { input in
                let _: JSONValue = try input.json()
                return .empty()
            }
        }
        let bytes = routes.medium(receives: ["application/octet-stream"], streamsBody: true)
        bytes.empty("bytes", .put, "/bytes") { input in
            for try await _ in input.binary().chunks() {}
            return .empty()
        }
        routes.choosing { routes in
            for type in ["application/json", "application/json-patch+json"] {
                routes.medium(receives: [type]).empty("choice", .patch, "/choice") { input in
                    let _: JSONValue = try input.json()
                    return .empty()
                }
            }
        }
    }

    @Test("a body with another media type than the documented ones has status 415, which names the documented ones")
    func mediaTypes() async throws {
        let patch = try #require(HTTPField.Name("Accept-Patch"))
        let rows: [(HTTPRequest.Method, String, HTTPField.Name, String, refused: [String], read: [String])] = [
            (
                .post, "/json", .accept, "application/json",
                ["application/merge-patch+json", "application/xml", "image/png", "text/plain", ";;", "json"],
                ["application/json; charset=utf-8", "application/vnd.note+json", "text/json"]
            ),
            (
                .post, "/form", .accept, "multipart/form-data", ["multipart/mixed; boundary=b", "application/json"], []
            ),
            (
                .patch, "/merge", patch, "application/merge-patch+json",
                ["application/json", "application/json-patch+json", "application/vnd.note+json"],
                ["application/merge-patch+json", "Application/Merge-Patch+JSON; charset=utf-8"]
            ),
            (
                .patch, "/vendor", patch, "application/vnd.note+json; version=2",
                ["application/vnd.other+json", "application/merge-patch+json"],
                ["application/vnd.note+json", "application/json"]
            ),
            (.patch, "/xml", patch, "application/xml", ["application/json"], ["application/xml", "text/xml"]),
            (
                .put, "/bytes", .accept, "application/octet-stream",
                ["application/json", "text/plain", "*"], ["application/octet-stream"]
            ),
            (
                .patch, "/choice", patch, "application/json, application/json-patch+json",
                ["application/merge-patch+json", "application/vnd.note+json", ";;"],
                ["application/json", "application/json-patch+json"]
            ),
        ]
        try await RawServer.run(Self.add) { server in
            for (method, path, name, value, refused, read) in rows {
                for type in refused {
                    let reply = try await server.send(method, path, [.contentType: type], body: "{}")
                    #expect(reply.status == 415 && reply.headers[name] == value, "\(path) \(type)")
                }
                for type in read {
                    let reply = try await server.send(method, path, [.contentType: type], body: "{}")
                    #expect(reply.status == 204, "\(path) \(type) \(reply.text)")
                }
            }
        }
    }

    @Test("a mapped response with status 415 names the documented media types too")
    func mapped() async throws {
        let options = ServerOptions(errors: { error, _ in
            (error as? UnreadableInput).map { RawServerResponse.empty($0.status) }
        })
        try await RawServer.run(options: options, Self.add) { server in
            let reply = try await server.send(.post, "/json", [.contentType: "image/png"], body: "{}")
            #expect(reply.status == 415 && reply.headers[.accept] == "application/json")
        }
    }

    /// A middleware that has decoded the bodies of requests.
    private struct Decoding: RouterMiddleware {
        func handle(
            _ request: Request,
            context: BasicRequestContext,
            next: (Request, BasicRequestContext) async throws -> Response
        ) async throws -> Response {
            var head = request.head
            head.headerFields[.contentEncoding] = nil
            return try await next(Request(head: head, body: request.body), context)
        }
    }

    @Test("a body that a middleware has decoded is read")
    func decoded() async throws {
        let router = Router()
        router.add(middleware: Decoding())
        Self.add(ServerRoutes(router))
        try await LoopbackApplication.run(router) { url in
            let fields: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
            let reply = try await RawServer(url: url).send(.post, "/json", fields, body: "{}")
            #expect(reply.status == 204)
        }
    }

    @Test("a body with a content coding has status 415, unless the coding is identity")
    func codings() async throws {
        try await RawServer.run(Self.add) { server in
            for (path, type) in [("/json", "application/json"), ("/bytes", "application/octet-stream")] {
                let method: HTTPRequest.Method = path == "/json" ? .post : .put
                for (coding, status) in [("gzip", 415), ("identity, br", 415), ("Identity", 204)] {
                    let fields: HTTPFields = [.contentType: type, .contentEncoding: coding]
                    let reply = try await server.send(method, path, fields, body: "{}")
                    #expect(reply.status == status, "\(path) \(coding)")
                    #expect(reply.headers[.acceptEncoding] == (status == 415 ? "identity" : nil))
                }
            }
        }
    }
}
