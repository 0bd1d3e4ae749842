@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Path expansion")
struct PathTemplateTests {
    private static let list = ["blue", "b/k"]
    private static let object = ["R": 1, "G": 2]

    /// A path with values for its names.
    struct Row: Sendable, CustomTestStringConvertible {
        let template: StaticString
        let values: @Sendable (inout OperationCall) -> Void

        init(_ template: StaticString, _ values: @escaping @Sendable (inout OperationCall) -> Void = { _ in }) {
            self.template = template
            self.values = values
        }

        var testDescription: String { template.description }

        var call: OperationCall {
            var call = Wire.get(template)
            values(&call)
            return call
        }
    }

    @Test(
        "path values in every style",
        arguments: [
            (Row("/c/{p}/e") { $0.path("p", "a b/c?d#é") }, "/c/a%20b%2Fc%3Fd%23%C3%A9/e"),
            (Row("/c/{p}") { $0.path("p", list) }, "/c/blue,b%2Fk"),
            (Row("/c/{p}") { $0.path("p", object) }, "/c/G,2,R,1"),
            (Row("/c/{p}") { $0.path("p", object, explode: true) }, "/c/G=2,R=1"),
            (Row("/c/{p}") { $0.path("p", label: 5) }, "/c/.5"),
            (Row("/c/{p}") { $0.path("p", label: list) }, "/c/.blue,b%2Fk"),
            (Row("/c/{p}") { $0.path("p", label: list, explode: true) }, "/c/.blue.b%2Fk"),
            (Row("/c/{p}") { $0.path("p", label: object, explode: true) }, "/c/.G=2.R=1"),
            (Row("/c{id}") { $0.path("id", matrix: 5) }, "/c;id=5"),
            (Row("/c{id}") { $0.path("id", matrix: list) }, "/c;id=blue,b%2Fk"),
            (Row("/c{id}") { $0.path("id", matrix: list, explode: true) }, "/c;id=blue;id=b%2Fk"),
            (Row("/c{id}") { $0.path("id", matrix: object, explode: true) }, "/c;G=2;R=1"),
            (Row("/c{id}") { $0.path("id", matrix: "") }, "/c;id"),
            (Row("/c{id}") { $0.path("id", matrix: ["a", ""], explode: true) }, "/c;id=a;id"),
            (Row("/c/{p}") { $0.path("p", label: ["a/b", "%2f%"], allowReserved: true) }, "/c/.a/b,%2f%25"),
            (
                Row("/c{id}") { $0.path("id", matrix: ["a/b;c", "d?"], explode: true, allowReserved: true) },
                "/c;id=a/b%3Bc;id=d%3F"
            ),
            (Row("/v1/{p}:run") { $0.path("p", reserved: "a/b c?d#é:e") }, "/v1/a/b%20c%3Fd%23%C3%A9:e:run"),
            (Row("/v1/{p}") { $0.path("p", reserved: ["a/b", "c"]) }, "/v1/a/b,c"),
            (Row("/files/{p}.json") { $0.path("p", "x") }, "/files/x.json"),
            (Row("/files/..."), "/files/..."),
            (Row("/files/{p}") { $0.path("p", ".hidden") }, "/files/.hidden"),
            // The order of the values is not that of the path, a name occurs twice, and a value looks like a name.
            (
                Row("/{a}/{b}{c d}/{a}") {
                    $0.path("c d", 3)
                    $0.path("b", "{a}")
                    $0.path("a", 1)
                }, "/1/%7Ba%7D3/1"
            ),
            // A later value replaces the one before, and a name is compared by its bytes.
            (
                Row("/{p}/{e\u{301}}") {
                    $0.path("p", "")
                    $0.path("e\u{301}", 2)
                    $0.path("\u{e9}", 3)
                    $0.path("p", 4)
                }, "/4/2"
            ),
        ] as [(Row, String)]
    )
    func styles(_ row: Row, _ expected: String) async throws {
        #expect(try await Wire.sent(row.call).path == "/v1\(expected)")
    }

    @Test(
        "values that would change the path are refused before the request is sent",
        arguments: [
            Row("/users/{p}") { $0.path("p", "") }, Row("/users/{p}/x") { $0.path("p", ".") },
            Row("/users/{p}") { $0.path("p", "..") }, Row("/users/{p}") { $0.path("p", [String]()) },
            Row("/users/{p}{q}/x") {
                $0.path("p", ".")
                $0.path("q", ".")
            },
            Row("/users/.{p}/x") { $0.path("p", reserved: ".") },
            Row("/users/{p}/x") { $0.path("p", reserved: "%2e%2E") },
            Row("/users/../x"), Row("/users/%2e%2E/x"), Row("/users/{p}") { $0.path("p", label: "") },
            Row("/users/{p}") { $0.path("p", label: ".") },
            Row("/c/{p}") { $0.path("p", label: [1.5, 2], explode: true) },
            Row("/c/{p}") { $0.path("p", label: ["a": "b.c"], explode: true) }, Row("/users/a b"), Row("/a\\..\\b"),
            Row("/v1/{p}") { $0.path("p", reserved: "a/../b") }, Row("/v1/{p}") { $0.path("p", reserved: "") },
            Row("/v1/{p}") { $0.path("p", reserved: "..") }, Row("/v1/{p}") { $0.path("p", reserved: "./a") },
            Row("/v1/{p}"), Row("/v1/{p}/{q}") { $0.path("p", 1) }, Row("/v1/{p}") { $0.path("q", 1) },
        ]
    )
    func refused(_ row: Row) async throws {
        let transport = ScriptedTransport([.status(204)])
        #expect(try await Wire.outcome(Wire.sender(transport), row.call) == "transport.invalidRequest")
        #expect(transport.requests.isEmpty)
    }

    @Test("a path can contain a query")
    func query() async throws {
        var call = Wire.get("/x?fixed=1")
        call.query("more", 2)
        #expect(try await Wire.sent(call).head.path == "/v1/x?fixed=1&more=2")
    }

    @Test(
        "the server's path and port precede the operation's path",
        arguments: [
            ("https://a.example", "a.example", "/x"), ("https://a.example/", "a.example", "/x"),
            ("http://A.example:8080/v2/", "a.example:8080", "/v2/x"),
            ("https://a.example:443/v2", "a.example", "/v2/x"),
            ("http://[::1]:80/v2", "[::1]", "/v2/x"),
        ]
    )
    func servers(_ server: String, _ authority: String, _ path: String) async throws {
        let transport = ScriptedTransport([.status(204)])
        #expect(try await Wire.outcome(Wire.sender(transport, server: server), Wire.get("/x")) == "success")
        #expect(transport.requests.first?.head.authority == authority)
        #expect(transport.requests.first?.head.path == path)
    }
}
