/// Connections that end, or stop, at each point of a response.
enum EndingsScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(
        name: "endings",
        scenarios: points.flatMap { name, response in
            [
                .get("a close \(name)", response, then: .close, "connection", session: crash(name)),
                .get("a reset \(name)", response, then: .reset, "connection", session: crash(name)),
                stalling(name, response),
            ]
        } + ends
    )

    private static let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
    private static let sized = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n"

    private static let points: [(String, String)] = [
        ("before a byte", ""),
        ("amid the version", "HTT"),
        ("amid the status", "HTTP/1.1 2"),
        ("amid the reason", "HTTP/1.1 200 O"),
        ("behind the status line", "HTTP/1.1 200 OK\r\n"),
        ("amid a field name", "HTTP/1.1 200 OK\r\ncontent-le"),
        ("amid a field", "HTTP/1.1 200 OK\r\ncontent-length: 1"),
        ("behind the fields", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n"),
        ("behind the head", sized),
        ("amid the body", sized + "01234"),
        ("one byte early", sized + "012345678"),
        ("behind the head of chunks", chunked),
        ("amid a chunk size", chunked + "1"),
        ("behind a chunk size", chunked + "5\r\n"),
        ("amid a chunk", chunked + "5\r\nhel"),
        ("behind the data of a chunk", chunked + "5\r\nhello"),
        ("between chunks", chunked + "5\r\nhello\r\n"),
        ("amid the last chunk", chunked + "5\r\nhello\r\n0\r\n"),
        ("amid a trailer", chunked + "5\r\nhello\r\n0\r\nx-a: 1\r\n"),
        ("behind an interim response", "HTTP/1.1 100 Continue\r\n\r\n"),
    ]

    /// Foundation on Linux ends the process when a connection ends behind a part of the head.
    private static func crash(_ name: String) -> String? { nil }

    private static func stalling(_ name: String, _ response: String) -> Scenario {
        var request = Scenario.Request()
        request.timeout = .milliseconds(250)
        return Scenario("a stall \(name)", .responding(response, then: .hold), [request], ["timedOut"])
    }

    private static let ends: [Scenario] = [
        .get("a reset of a body without a length", "HTTP/1.1 200 OK\r\n\r\nhello", then: .reset, "connection"),
        .get("a close behind an exact body", sized + "0123456789", "200 0123456789"),
        Scenario("a close before the request", ServerScript([.close]), ["connection"]),
        Scenario("a reset before the request", ServerScript([.reset]), ["connection|unreachable"]),
    ]
}
