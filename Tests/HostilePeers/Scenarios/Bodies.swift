import HTTPTypes

/// Responses without a body, and responses to `HEAD`.
enum BodiesScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "absent bodies", scenarios: all)

    private static func head(_ name: String, _ response: String, _ expected: String) -> Scenario {
        Scenario(name, .responding(response), [Scenario.Request(.head)], [expected])
    }

    private static let all: [Scenario] = [
        .get("204 without a length", "HTTP/1.1 204 None\r\n\r\n", then: .hold, "204"),
        .get("204 with a body", "HTTP/1.1 204 None\r\ncontent-length: 5\r\n\r\nhello", "204"),
        .get(
            "204 with chunks",
            "HTTP/1.1 204 None\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "204"
        ),
        .get("304 with a length", "HTTP/1.1 304 Same\r\ncontent-length: 5\r\n\r\n", then: .hold, "304"),
        .get("304 with a body", "HTTP/1.1 304 Same\r\ncontent-length: 5\r\n\r\nhello", "304"),
        .get("205 without a body", "HTTP/1.1 205 Reset\r\ncontent-length: 0\r\n\r\n", "205"),
        .get("304 with gzip", "HTTP/1.1 304 Same\r\ncontent-encoding: gzip\r\n\r\n", then: .hold, "304"),
        head("HEAD with a length", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n", "200"),
        head("HEAD with a body", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello", "200"),
        head("HEAD with chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "200"),
        head("HEAD with gzip", "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 9\r\n\r\n", "200"),
        head("HEAD with a length of a petabyte", "HTTP/1.1 200 OK\r\ncontent-length: 1000000000000000\r\n\r\n", "200"),
    ]
}
