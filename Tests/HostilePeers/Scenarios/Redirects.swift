import HTTPTypes

/// Redirects, whose first response names each place.
enum RedirectsScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "redirects", scenarios: refused + followed + responses + bodies)

    private static let target: [Step] = [.request, .text("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nthere"), .close]

    private static func redirect(_ location: String, status: Int = 302) -> ServerScript {
        ServerScript(
            [
                .request,
                .text(
                    "HTTP/1.1 \(status) Moved\r\nlocation: \(location)\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                ), .close,
            ],
            target
        )
    }

    private static let refused: [Scenario] = [
        "http://127.0.0.1:65536/", "http://127.0.0.1:0/", "http://127.0.0.1:99999999999999999999/",
        "http://127.0.0.1:-1/", "http://127.0.0.1:port/", "http://", "http:///path", "ftp://127.0.0.1/",
        "file:///etc/passwd",
        "javascript:alert(1)", "data:,hello", "http://[::1", "http://[::1]:65536/", "http://[]/", "//:80/",
        "http://127.0.0.1:{port}/%2e%2e/secret", "mailto:a@b.example", "http://:65536/",
    ].map { Scenario("a redirect to \($0)", redirect($0), ["redirectRefused"]) }

    private static let followed: [Scenario] = [
        "/there", "there", "?query", "http://127.0.0.1:{port}/there", "//127.0.0.1:{port}/there", "/there#part",
        "/a/../b",
        "HTTP://127.0.0.1:{port}/there",
    ].map { Scenario("a redirect to \($0)", redirect($0), ["200 ther"]) }

    private static let responses: [Scenario] = [
        Scenario("a redirect to an unencoded path", redirect("/a b"), ["redirectRefused|200 ther"]),
        Scenario("a redirect to a path that is not ASCII", redirect("/grüße"), ["redirectRefused|200 ther"]),
        Scenario(
            "a redirect with a user",
            redirect("http://user:password@127.0.0.1:{port}/"),
            ["redirectRefused|200 ther"]
        ),
        Scenario("an empty redirect", redirect(""), ["redirectRefused|200 ther|302"]),
        Scenario(
            "a redirect of 50 kB",
            redirect("/" + String(repeating: "a", count: 50_000)),
            ["redirectRefused|200 ther"]
        ),
        Scenario("a redirect without a place", .responding("HTTP/1.1 302 Moved\r\ncontent-length: 0\r\n\r\n"), ["302"]),
        Scenario("a redirect that is none", redirect("/there", status: 300), ["300"]),
        Scenario("an unused redirect", redirect("/there", status: 306), ["306"]),
        Scenario("a proxy redirect", redirect("http://127.0.0.1:1/", status: 305), ["305"]),
        Scenario("a redirect to a port that refuses", redirect("http://127.0.0.1:1/"), ["unreachable"]),
        Scenario("two places", redirect("/there\r\nlocation: /elsewhere"), ["200 ther|redirectRefused|302"]),
        Scenario(
            "a redirect to itself",
            ServerScript([
                .request,
                .text("HTTP/1.1 302 Moved\r\nlocation: /start\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"),
                .close,
            ]),
            ["redirectRefused"]
        ),
        Scenario("a POST that is redirected", redirect("/there"), [Scenario.Request(.post)], ["302"]),
        Scenario(
            "a POST that is redirected with 303",
            redirect("/there", status: 303),
            [Scenario.Request(.post)],
            ["303"]
        ),
        Scenario(
            "a POST that is redirected with 307",
            redirect("/there", status: 307),
            [Scenario.Request(.post)],
            ["200 ther"]
        ),
        Scenario(
            "a POST that is redirected to another origin",
            redirect("http://localhost:{port}/there"),
            [Scenario.Request(.post)],
            ["redirectRefused"]
        ),
    ]

    private static let bodies: [Scenario] = [
        Scenario(
            "an endless body of a redirect",
            ServerScript(
                [
                    .request, .text("HTTP/1.1 302 Moved\r\nlocation: /there\r\n\r\n"),
                    .sendForever([UInt8](repeating: 0x61, count: 1000)),
                ],
                target
            ),
            [limited],
            ["tooLarge|timedOut|200 ther"]
        ),
        Scenario(
            "a redirect that is cut amid its body",
            ServerScript(
                [.request, .text("HTTP/1.1 302 Moved\r\nlocation: /there\r\ncontent-length: 9\r\n\r\nhello"), .close],
                target
            ),
            ["connection|200 ther"]
        ),
    ]

    private static var limited: Scenario.Request {
        var request = Scenario.Request()
        request.timeout = .seconds(1)
        return request
    }
}
