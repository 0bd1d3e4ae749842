@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Path expansion")
struct PathTemplateTests {
    private static let list = ["blue", "b/k"]
    private static let object = ["R": 1, "G": 2]

    @Test(
        "path values in every style",
        arguments: [
            ("/c/\("a b/c?d#é")/e", "/c/a%20b%2Fc%3Fd%23%C3%A9/e"),
            ("/c/\(list)", "/c/blue,b%2Fk"),
            ("/c/\(object)", "/c/G,2,R,1"),
            ("/c/\(object, explode: true)", "/c/G=2,R=1"),
            ("/c/\(label: 5)", "/c/.5"),
            ("/c/\(label: list)", "/c/.blue,b%2Fk"),
            ("/c/\(label: list, explode: true)", "/c/.blue.b%2Fk"),
            ("/c/\(label: object, explode: true)", "/c/.G=2.R=1"),
            ("/c\(matrix: "id", 5)", "/c;id=5"),
            ("/c\(matrix: "id", list)", "/c;id=blue,b%2Fk"),
            ("/c\(matrix: "id", list, explode: true)", "/c;id=blue;id=b%2Fk"),
            ("/c\(matrix: "id", object, explode: true)", "/c;G=2;R=1"),
            ("/v1/\(reserved: "a/b c?d#é:e"):run", "/v1/a/b%20c%3Fd%23%C3%A9:e:run"),
            ("/v1/\(reserved: ["a/b", "c"])", "/v1/a/b,c"),
            ("/files/\("x").json", "/files/x.json"),
            ("/files/...", "/files/..."),
            ("/files/\(".hidden")", "/files/.hidden"),
        ] as [(PathTemplate, String)]
    )
    func styles(_ path: PathTemplate, _ expected: String) async throws {
        #expect(try await Wire.sent(Wire.get(path)).path == "/v1\(expected)")
    }

    @Test(
        "values that would change the path are refused before the request is sent",
        arguments: [
            "/users/\("")", "/users/\(".")/x", "/users/\("..")", "/users/\([String]())", "/users/\(".")\(".")/x",
            "/users/../x", "/users/%2e%2E/x", "/users/\(label: "")", "/users/\(label: ".")", "/users/a b", "/a\\..\\b",
            "/v1/\(reserved: "a/../b")", "/v1/\(reserved: "")", "/v1/\(reserved: "..")", "/v1/\(reserved: "./a")",
        ] as [PathTemplate]
    )
    func refused(_ path: PathTemplate) async throws {
        let transport = ScriptedTransport([.status(204)])
        #expect(try await Wire.outcome(Wire.sender(transport), Wire.get(path)) == "transport.invalidRequest")
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
