import HTTPTypes

/// Responses that come before the request is complete.
enum UploadsScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "uploads", scenarios: all)

    private static func post(_ name: String, _ steps: [Step], _ expected: String) -> Scenario {
        var request = Scenario.Request(.post)
        request.bodyLength = 8 << 20
        request.timeout = .seconds(2)
        return Scenario(name, ServerScript(steps), [request], [expected])
    }

    private static let early = "HTTP/1.1 413 Too Long\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno"

    private static let all: [Scenario] = [
        post(
            "a response to a whole upload",
            [.request, .text("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"), .close],
            "200 ok"
        ),
        post("a refusal amid an upload", [.requestHead, .text(early), .pause(20), .reset], "413 no|connection"),
        post("a refusal and a close amid an upload", [.requestHead, .text(early), .close], "413 no|connection"),
        post(
            "a success amid an upload",
            [.requestHead, .text("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"), .close],
            "200 ok|connection"
        ),
        post("a reset amid an upload", [.requestHead, .reset], "connection"),
        post("a close amid an upload", [.requestHead, .close], "connection"),
        post(
            "a malformed response amid an upload",
            [.requestHead, .text("SSH-2.0\r\n\r\n"), .close],
            "malformedResponse|connection"
        ),
        post("a stall amid an upload", [.requestHead, .pause(3000)], "timedOut"),
    ]
}
