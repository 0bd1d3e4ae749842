/// The `Transfer-Encoding` field.
enum CodingsScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "transfer codings", scenarios: all)

    private static let body = "5\r\nhello\r\n0\r\n\r\n"

    private static func response(_ coding: String, _ version: String = "1.1") -> String {
        "HTTP/\(version) 200 OK\r\ntransfer-encoding: \(coding)\r\n\r\n\(body)"
    }

    // A coding that is not chunked is delimited by the end of the connection (RFC 9112, section 6.3), or refused.
    private static let all: [Scenario] = [
        .get("Chunked in capitals", response("CHUNKED"), "200 hello"),
        .get("chunked with a space", response("chunked "), "200 hello"),
        .get("chunked twice in one field", response("chunked, chunked"), "200 hello|malformedResponse"),
        .get("chunked in two fields", response("chunked\r\ntransfer-encoding: chunked"), "200 hello|malformedResponse"),
        .get("chunked before another coding", response("chunked, identity"), "200 #15|200 hello|malformedResponse"),
        .get("an unknown coding", response("xchunked"), "200 #15|malformedResponse"),
        .get("the coding identity", response("identity"), "200 #15|malformedResponse"),
        .get("an empty coding", response(""), "200 #15|malformedResponse"),
        .get("chunked with HTTP/1.0", response("chunked", "1.0"), "200 hello|200 #15|malformedResponse"),
    ]
}
