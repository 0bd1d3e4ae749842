/// Status lines, valid and invalid.
enum StatusLinesScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "status lines", scenarios: valid + invalid)

    private static let rest = "\r\ncontent-length: 2\r\n\r\nok"

    private static let valid: [Scenario] = [
        ("HTTP/1.1 200 OK", "200 ok"), ("HTTP/1.0 200 OK", "200 ok"), ("HTTP/1.1 200", "200 ok"),
        ("HTTP/1.1 200 ", "200 ok"), ("HTTP/1.1 299 Unheard of", "299 ok"), ("HTTP/1.1 404 Nicht gefunden", "404 ok"),
        ("HTTP/1.1 599 Odd", "599 ok"), ("HTTP/1.1 600 Odder", "600 ok"), ("HTTP/1.1 999 Denied", "999 ok"),
    ].map { .get("status line \($0.0)", $0.0 + rest, $0.1) }

    private static let invalid: [Scenario] = [
        "HTTP/1.1 000 None", "HTTP/1.1 001 Early", "HTTP/1.1 042 Early", "HTTP/1.1 099 Early", "HTTP/1.1 1000 Late",
        "HTTP/1.1 abc OK", "HTTP/1.1 -200 OK", "HTTP/1.1 20 OK", "HTTP/1.1 2 00", "HTTP/1.1", "HTTP/1.1 ",
        "HTTP/2.0 200 OK", "HTTP/9.9 200 OK", "HTTP/1.12 200 OK", "HTTP/ 200 OK", "HTTPS/1.1 200 OK", "ICY 200 OK",
        "HTTP /1.1 200 OK", "200 OK", "SSH-2.0-OpenSSH_9.0", "<html><body>It works</body></html>", "{\"json\": true}",
        "GET / HTTP/1.1", "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}P", "\u{0}\u{0}\u{0}\u{0}",
    ].map { .get("status line \($0)", $0 + rest, "malformedResponse") }
}
