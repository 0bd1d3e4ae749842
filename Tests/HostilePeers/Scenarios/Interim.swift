/// Interim responses (statuses from 100 to 199).
enum InterimScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "interim responses", scenarios: all)

    private static let final = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"

    private static let all: [Scenario] = [
        .get("100 before the response", "HTTP/1.1 100 Continue\r\n\r\n" + final, "200 ok"),
        .get("102 before the response", "HTTP/1.1 102 Processing\r\n\r\n" + final, "200 ok"),
        .get("103 with fields", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n" + final, "200 ok"),
        .get("199 before the response", "HTTP/1.1 199 Odd\r\n\r\n" + final, "200 ok"),
        .get("50 interim responses", String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 50) + final, "200 ok"),
        .get(
            "100 with a length",
            "HTTP/1.1 100 Continue\r\ncontent-length: 5\r\n\r\n" + final,
            "200 ok|malformedResponse"
        ),
        .get("101 without a request for it", "HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\nraw", "malformedResponse"),
        .get(
            "101 with connection and body",
            "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n" + final,
            "malformedResponse"
        ),
        .get("an interim response and then none", "HTTP/1.1 100 Continue\r\n\r\n", "connection"),
        Scenario(
            "endless interim responses",
            ServerScript([
                .request,
                .sendForever(Array(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 100).utf8)),
            ]),
            ["malformedResponse|tooLarge"]
        ),
        Scenario(
            "interim responses for ever, slowly",
            ServerScript([.request] + (0..<400).flatMap { _ in [.text("HTTP/1.1 102 Wait\r\n\r\n"), .pause(1)] }),
            ["malformedResponse|connection"]
        ),
    ]
}
