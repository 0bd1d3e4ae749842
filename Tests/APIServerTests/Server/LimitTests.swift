@_spi(Generated) import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import NotesAPI
import Testing

@Suite("Limits and places of received requests")
struct LimitTests {

    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

    private func run(_ body: (RawServer) async throws -> Void) async throws {
        try await RawServer.run(options: ServerOptions(maximumFields: 100)) { routes in
            routes.json("search", .get, "/search") { input in
                let limit: Int? = try input.query("limit", rules: .max("100"))
                let filter: [String: JSONValue]? = try input.query("filter", style: .deepObject)
                return ServerResponse([limit ?? -1, filter?.count ?? -1])
            }
            routes.empty("form", .post, "/form") { input in
                let _: [String: [String]] = try input.form(encodings: ["a": FormEncoding(style: .deepObject)])
                return .empty()
            }
            routes.empty("label", .post, "/label") { input in
                let _: [Label] = try input.json(rules: .items(max: 2))
                return .empty()
            }
            routes.empty("state", .get, "/state/{state}") { input in
                let _: NoteState = try input.path("state")
                return .empty()
            }
        } _: { server in
            try await body(server)
        }
    }

    @Test("a value that violates a constraint is refused with its place and without the value")
    func constraints() async throws {
        try await run { server in
            let received1 = try await server.send(.get, "/search?limit=100").text
            #expect(received1 == "[100,-1]")
            let reply = try await server.send(.get, "/search?limit=5000")
            let problem = try JSONCoding.decode(JSONValue.self, from: Array(reply.text.utf8))
            #expect(reply.status == 400 && !reply.text.contains("5000"))
            #expect(problem["detail"] == "The query parameter 'limit' must be at most 100.")
            #expect(problem["errors"] == [["in": "query", "path": "limit", "detail": "must be at most 100"]])
            let long = try await server.send(.post, "/label", body: #"[{"name":"a"},{"name":"b"},{"name":"c"}]"#)
            #expect(long.status == 400 && long.text.contains("at most 2 elements"))
        }
    }

    @Test("a body that cannot be decoded is refused with the path to the value")
    func paths() async throws {
        try await run { server in
            let reply = try await server.send(.post, "/label", body: #"[{"name":"a"},{"name":["s3cret"]}]"#)
            let problem = try JSONCoding.decode(JSONValue.self, from: Array(reply.text.utf8))
            #expect(reply.status == 400 && !reply.text.contains("s3cret"))
            #expect(problem["errors"]?.array?.first?["path"] == "[1].name")
        }
    }

    @Test("null is refused for a property that may be absent but not null, unless the server is tolerant")
    func nulls() async throws {
        let body = #"[{"name":"a"},{"name":"b","colour":null}]"#
        try await run { server in
            let reply = try await server.send(.post, "/label", body: body)
            let problem = try JSONCoding.decode(JSONValue.self, from: Array(reply.text.utf8))
            #expect(reply.status == 400)
            #expect(problem["errors"]?.array?.first?["path"] == "[1].colour")
        }
        let tolerant = ServerOptions(reading: JSONReadingOptions(rejectsUnknownValues: true))
        try await RawServer.run(options: tolerant) { routes in
            routes.json("label", .post, "/label") { input in
                let labels: [Label] = try input.json()
                return ServerResponse(labels.map(\.name))
            }
        } _: { server in
            let text = try await server.send(.post, "/label", body: body).text
            #expect(text == #"["a","b"]"#)
        }
    }

    @Test("null is refused as an optional body whose schema does not allow it, and is nil where it does")
    func nullBodies() async throws {
        try await RawServer.run { routes in
            routes.json("strict", .post, "/strict") { input in
                let label: Label? = try input.json(isNullable: false)
                return ServerResponse([label?.name ?? "none"])
            }
            routes.json("nullable", .post, "/nullable") { input in
                let label: Label? = try input.json()
                return ServerResponse([label?.name ?? "none"])
            }
        } _: { server in
            let refused = try await server.send(.post, "/strict", body: " \nnull")
            let problem = try JSONCoding.decode(JSONValue.self, from: Array(refused.text.utf8))
            #expect(refused.status == 400 && problem["errors"]?.array?.first?["in"] == "body")
            let absent = try await server.send(.post, "/strict").text
            #expect(absent == #"["none"]"#)
            let present = try await server.send(.post, "/strict", body: #"{"name":"a"}"#).text
            #expect(present == #"["a"]"#)
            let null = try await server.send(.post, "/nullable", body: "null").text
            #expect(null == #"["none"]"#)
        }
    }

    @Test("a value that the enumeration does not list, and a scalar that occurs twice, are refused")
    func values() async throws {
        try await run { server in
            let received2 = try await server.send(.get, "/state/draft").status
            #expect(received2 == 204)
            let received3 = try await server.send(.get, "/state/other").status
            #expect(received3 == 400)
            let received4 = try await server.send(.get, "/search?limit=1&limit=2").status
            #expect(received4 == 400)
        }
    }

    @Test("too many fields are 413, and names that are nested too deeply are 400")
    func limits() async throws {
        try await run { server in
            let names = (0..<100).map { "n\($0)=1" }.joined(separator: "&")
            let received5 = try await server.send(.post, "/form", Self.form, body: names).status
            #expect(received5 == 204)
            let received6 = try await server.send(.post, "/form", Self.form, body: names + "&m=1").status
            #expect(received6 == 413)
            let deep = "a" + String(repeating: "[b]", count: 40) + "=1"
            let received7 = try await server.send(.post, "/form", Self.form, body: deep).status
            #expect(received7 == 400)
            let query = (0..<101).map { "filter%5Bn\($0)%5D=1" }.joined(separator: "&")
            let received8 = try await server.send(.get, "/search?\(query)").status
            #expect(received8 == 413)
            let received9 = try await server.send(.get, "/search?filter\(String(repeating: "%5Bb%5D", count: 40))=1")
                .status
            #expect(received9 == 400)
        }
    }
}
