/// The `Content-Length` field.
enum LengthsScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "content lengths", scenarios: accepted + refused + others)

    private static func response(_ fields: String, _ body: String = "hello") -> String {
        "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(body)"
    }

    private static let accepted: [Scenario] = [
        .get("a length with a leading zero", response("content-length: 05"), "200 hello"),
        .get("a length with a trailing space", response("content-length: 5 "), "200 hello"),
        .get("two equal lengths", response("content-length: 5\r\ncontent-length: 5"), "200 hello|malformedResponse"),
        .get("no length", response("x-a: 1"), "200 hello"),
        .get("no length and HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello", "200 hello"),
        .get("a length of zero", response("content-length: 0", ""), "200"),
    ]

    private static let refused: [Scenario] = [
        "-5", "+5", "0x5", "5.0", "5e0", "five", "5 5", "5,6", "", "99999999999999999999999", "18446744073709551616",
        "18446744073709551621", "5;a",
    ].map { .get("the length '\($0)'", response("content-length: \($0)"), "malformedResponse") }

    private static let others: [Scenario] = [
        .get("a list of equal lengths", response("content-length: 5, 5"), "200 hello|malformedResponse"),
        .get("two lengths", response("content-length: 5\r\ncontent-length: 6"), "malformedResponse"),
        .get(
            "a length and chunks",
            response("content-length: 3\r\ntransfer-encoding: chunked", "5\r\nhello\r\n0\r\n\r\n"),
            "200 hello|malformedResponse"
        ),
        .get(
            "chunks and a length",
            response("transfer-encoding: chunked\r\ncontent-length: 3", "5\r\nhello\r\n0\r\n\r\n"),
            "200 hello|malformedResponse"
        ),
        .get("the largest length", response("content-length: 9223372036854775807"), "connection|tooLarge"),
        .get(
            "a length above the largest",
            response("content-length: 9223372036854775808"),
            "connection|tooLarge|malformedResponse"
        ),
        .get("a length that is too long", response("content-length: 6"), "connection"),
        .get(
            "a length that is too long by one petabyte",
            response("content-length: 1000000000000000"),
            "connection|tooLarge"
        ),
    ]
}
