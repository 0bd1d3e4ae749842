import Testing

@testable import APIServer

@Suite("Server helper types")
struct ServerPiecesTests {
    @Test(
        "paths are matched by their literal parts and return the values between them",
        arguments: [
            ("/notes/{id}", "/notes/a%20b", ["id": "a%20b"]),
            ("/notes/{id}", "/api/v1/notes/7", ["id": "7"]),
            ("/files/{name}.{type}", "/files/a.b.json", ["name": "a.b", "type": "json"]),
            ("/files/v{id}", "/files/v12", ["id": "12"]),
            ("/files/{id}:copy", "/files/12:copy", ["id": "12"]),
            ("/{a}-{b}/x", "/1-2/x", ["a": "1", "b": "2"]),
            ("/notes/{id}", "/notes", nil),
            ("/files/v{id}", "/files/w12", nil),
            ("/files/{id}:copy", "/files/:copy", nil),
            ("/:batch", "/batch", nil),
        ] as [(String, String, [String: String]?)]
    )
    func paths(_ template: String, _ path: String, _ values: [String: String]?) {
        #expect(PathPattern(template).values(in: path) == values)
    }

    @Test(
        "a router path has numbered placeholders and no other special characters",
        arguments: [
            ("/notes/{a b}", "/notes/{p1}"), ("/{id}.json/x", "/{p0}.json/x"), ("/v{id}", "/v{p0}"),
            ("/{a}-{b}", "/{p0}"), ("/:batch/*", "/{p0}/{p1}"), ("/", "/"),
        ]
    )
    func routerPaths(_ template: String, _ path: String) {
        #expect(PathPattern(template).routerPath == path)
    }

    @Test("a failure's media type is looked up by status, then by range, then by default")
    func failureMedia() {
        let media: FailureMedia = ["404": "text/plain", "4XX": "text/html", "default": "image/png"]
        #expect([404, 409, 500].map { media[$0] } == ["text/plain", "text/html", "image/png"])
        #expect(FailureMedia(dictionaryLiteral: ("404", "text/plain"))[500] == "application/json")
        #expect(("text/plain" as FailureMedia)[200] == "text/plain")
    }
}
