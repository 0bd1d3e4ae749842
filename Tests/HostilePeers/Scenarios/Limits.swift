/// Responses around the longest one that the client accepts: one mebibyte.
enum LimitsScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "limits", scenarios: all)

    private static let limit = 1 << 20

    private static func body(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: count) }

    private static let all: [Scenario] = [
        .bytes(
            "a body at the limit",
            "HTTP/1.1 200 OK\r\ncontent-length: \(limit)\r\n\r\n",
            body(limit),
            "200 #\(limit)"
        ),
        .bytes(
            "a body over the limit",
            "HTTP/1.1 200 OK\r\ncontent-length: \(limit + 1)\r\n\r\n",
            body(limit + 1),
            "tooLarge"
        ),
        .bytes("a body without a length at the limit", "HTTP/1.1 200 OK\r\n\r\n", body(limit), "200 #\(limit)"),
        .bytes("a body without a length over the limit", "HTTP/1.1 200 OK\r\n\r\n", body(limit + 1), "tooLarge"),
        .bytes("a body of 64 MiB", "HTTP/1.1 200 OK\r\n\r\n", body(64 << 20), "tooLarge"),
        Scenario(
            "an endless body",
            ServerScript([.request, .text("HTTP/1.1 200 OK\r\n\r\n"), .sendForever(body(65536))]),
            ["tooLarge"]
        ),
        Scenario(
            "an endless error",
            ServerScript([.request, .text("HTTP/1.1 500 No\r\n\r\n"), .sendForever(body(65536))]),
            ["tooLarge"]
        ),
        Scenario(
            "a length of a petabyte and an endless body",
            ServerScript([
                .request, .text("HTTP/1.1 200 OK\r\ncontent-length: 1000000000000000\r\n\r\n"),
                .sendForever(body(65536)),
            ]),
            ["tooLarge"]
        ),
    ].map { scenario in
        var scenario = scenario
        // The server's own copy of the longest body is in the same process.
        scenario.maximumMemory = 256 << 20
        return scenario
    }
}
