/// Bodies in chunks.
enum ChunksScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "chunks", scenarios: valid + invalid + trailers + endless)

    private static let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"

    private static func get(_ name: String, _ body: String, then last: Step = .close, _ expected: String) -> Scenario {
        .get(name, head + body, then: last, expected)
    }

    private static let valid: [Scenario] = [
        get("one chunk", "5\r\nhello\r\n0\r\n\r\n", "200 hello"),
        get("no chunk", "0\r\n\r\n", "200"),
        get("a size with zeros", "0000005\r\nhello\r\n0\r\n\r\n", "200 hello"),
        get("a size in capitals", "A\r\nhello you!\r\n0\r\n\r\n", "200 hello you!"),
        get("an extension", "5;a=b\r\nhello\r\n0\r\n\r\n", "200 hello"),
        get("a quoted extension", "5;a=\"b;c\"\r\nhello\r\n0;d\r\n\r\n", "200 hello"),
        Scenario(
            "a response byte by byte",
            ServerScript([.request, .drip(Array("\(head)5\r\nhello\r\n0\r\n\r\n".utf8)), .close]),
            ["200 hello"]
        ),
        get("more after the last chunk", "5\r\nhello\r\n0\r\n\r\nHTTP/1.1 500 No\r\n\r\n", "200 hello"),
        get("a size with a space", "5 \r\nhello\r\n0\r\n\r\n", "200 hello|malformedResponse"),
    ]

    private static let invalid: [Scenario] = [
        ("zz", "hello"), ("-5", "hello"), ("+5", "hello"), ("0x5", "hello"), ("", "hello"), (" 5", "hello"),
        ("ffffffffffffffffff", "hello"), ("10000000000000000", "hello"), ("5\u{0}", "hello"), ("4", "hello"),
        ("5\r", "hello"),
    ].map { size, data in
        get("the chunk size '\(size)' of hello", "\(size)\r\n\(data)\r\n0\r\n\r\n", "malformedResponse")
    }

    private static let trailers: [Scenario] = [
        get("a trailer", "5\r\nhello\r\n0\r\nx-a: 1\r\n\r\n", "200 hello"),
        get("a trailer with a length", "5\r\nhello\r\n0\r\ncontent-length: 9\r\n\r\n", "200 hello|malformedResponse"),
        get("a trailer without a colon", "5\r\nhello\r\n0\r\nbroken\r\n\r\n", "malformedResponse"),
        get("an end without an empty line", "5\r\nhello\r\n0\r\n", "connection"),
        get("lines that end with LF only in chunks", "5\nhello\n0\n\n", "200 hello|malformedResponse"),
        get("a largest size with few bytes", "7fffffffffffffff\r\nhello", "connection|tooLarge"),
    ]

    private static let endless: [Scenario] = [
        forever("endless chunks", "", "5\r\nhello\r\n", "tooLarge"),
        forever("endless chunks of one byte", "", "1\r\na\r\n", "tooLarge"),
        forever("an endless chunk", "7fffffffffffffff\r\n", "hello", "tooLarge"),
        forever("an endless extension", "5;", "aaaaaaaa", "tooLarge|timedOut|malformedResponse"),
        forever("endless trailers", "0\r\n", "x-a: v\r\n", "tooLarge|malformedResponse"),
        forever("an endless trailer", "0\r\nx-a: ", "vvvvvvvv", "tooLarge|malformedResponse"),
        forever("an endless size", "", "0000000000000000", "malformedResponse|timedOut|tooLarge"),
    ]

    private static func forever(_ name: String, _ start: String, _ unit: String, _ expected: String) -> Scenario {
        let piece = Array(String(repeating: unit, count: 4096 / unit.utf8.count).utf8)
        var request = Scenario.Request()
        request.maximumBytes = 1 << 15
        return Scenario(
            name,
            ServerScript([.request, .text(head + start), .sendForever(piece)]),
            [request],
            [expected]
        )
    }
}
