/// Header fields: their syntax and their size.
enum FieldsScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "header fields", scenarios: tolerated + broken + oversized)

    private static func response(_ fields: String) -> String {
        "HTTP/1.1 200 OK\r\n\(fields)\r\ncontent-length: 2\r\n\r\nok"
    }

    private static let tolerated: [Scenario] = [
        .get("an empty field", response("x-empty:"), "200 ok"),
        .get("a field without a space", response("x-a:1"), "200 ok"),
        .get("a field with tabs", response("x-a:\t1\t"), "200 ok"),
        .get("a field that is not ASCII", response("x-a: Grüße"), "200 ok"),
        .get("a field given twice", response("x-a: 1\r\nX-A: 2"), "200 ok"),
        .get("200 fields", response((0..<200).map { "x-\($0): v" }.joined(separator: "\r\n")), "200 ok"),
        .get("a field of 60 kB", response("x-a: " + String(repeating: "v", count: 60_000)), "200 ok"),
        .get(
            "lines that end with LF only",
            "HTTP/1.1 200 OK\ncontent-length: 2\n\nok",
            "200 ok|malformedResponse"
        ),
    ]

    private static let broken: [Scenario] = [
        .get("a field without a colon", response("broken"), "malformedResponse"),
        .get("a field without a name", response(": v"), "malformedResponse"),
        .get("a field with a space before the colon", response("x-a : 1"), "malformedResponse"),
        .get("a field name with a space", response("x a: 1"), "malformedResponse"),
        .get("a field with a NUL", response("x-a: \u{0}"), "malformedResponse"),
        .get("a field with a bare CR", response("x-a: a\rx-b: b"), "malformedResponse"),
        .get(
            "a first line that is folded",
            "HTTP/1.1 200 OK\r\n folded\r\ncontent-length: 2\r\n\r\nok",
            "malformedResponse"
        ),
        .get(
            "a length in a folded line",
            "HTTP/1.1 200 OK\r\ncontent-length:\r\n 2\r\n\r\nok",
            "200 ok|malformedResponse"
        ),
    ]

    private static let oversized: [Scenario] = [
        .get("a field of 5 MB", response("x-a: " + String(repeating: "v", count: 5_000_000)), "tooLarge"),
        .get("a field name of 1 MB", response(String(repeating: "n", count: 1_000_000) + ": v"), "tooLarge"),
        .get("100,000 fields", response((0..<100_000).map { "x-\($0): v" }.joined(separator: "\r\n")), "tooLarge"),
        .get(
            "a reason of 5 MB",
            "HTTP/1.1 200 \(String(repeating: "r", count: 5_000_000))\r\ncontent-length: 2\r\n\r\nok",
            "tooLarge"
        ),
        endless("endless fields", "HTTP/1.1 200 OK\r\n", "x-a: v\r\n"),
        endless("an endless field", "HTTP/1.1 200 OK\r\nx-a: ", "vvvvvvvvvvvvvvvvv"),
        endless("an endless field name", "HTTP/1.1 200 OK\r\n", "nnnnnnnnnnnnnnnnn"),
        endless("an endless reason", "HTTP/1.1 200 ", "rrrrrrrrrrrrrrrrr"),
        endless("endless empty lines", "", "\r\n\r\n\r\n\r\n\r\n"),
    ]

    private static func endless(_ name: String, _ start: String, _ unit: String) -> Scenario {
        let piece = Array(String(repeating: unit, count: 4096 / unit.utf8.count).utf8)
        return Scenario(name, ServerScript([.request, .text(start), .sendForever(piece)]), ["tooLarge"])
    }
}
