import HTTPTypes

/// Several requests to one server, whose connections may be kept.
enum ConnectionsScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "kept connections", scenarios: all)

    private static func ok(_ body: String, _ fields: String = "") -> Step {
        .text("HTTP/1.1 200 OK\r\ncontent-length: \(body.utf8.count)\r\n\(fields)\r\n\(body)")
    }

    /// Two or three requests, the later ones some time after the response before.
    private static func requests(_ count: Int, _ method: Scenario.Request = Scenario.Request()) -> [Scenario.Request] {
        (0..<count).map { index in
            var request = method
            request.pause = index == 0 ? 0 : 30
            return request
        }
    }

    private static let stolen = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nstolen"

    private static let all: [Scenario] = [
        Scenario(
            "an uninvited response on an idle connection",
            ServerScript([.request, ok("first"), .pause(10), .text(stolen), .request, ok("second"), .hold]),
            requests(2),
            ["200 first", "200 second|200 first"],
            reusing: ["200 first", "200 stolen"]
        ),
        Scenario(
            "an uninvited response together with a response",
            ServerScript([
                .request, .text("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfirst" + stolen), .request, ok("second"),
                .hold,
            ]),
            requests(3),
            ["200 first", "200 first", "200 first"]
        ),
        Scenario(
            "a part of an uninvited response",
            ServerScript([
                .request, ok("first"), .pause(10), .text("HTTP/1.1 200 OK\r\ncontent-"), .request, ok("second"), .hold,
            ]),
            requests(2),
            ["200 first", "200 first"],
            reusing: ["200 first", "200 first|malformedResponse|connection"]
        ),
        Scenario(
            "garbage on an idle connection",
            ServerScript([.request, ok("first"), .pause(10), .text("garbage\r\n\r\n"), .request, ok("second"), .hold]),
            requests(2),
            ["200 first", "200 first"],
            reusing: ["200 first", "200 first|malformedResponse|connection"]
        ),
        Scenario(
            "an empty line behind a response",
            ServerScript(
                [.request, ok("first"), .text("\r\n"), .request, ok("second"), .hold],
                [.request, ok("third"), .hold]
            ),
            requests(2),
            ["200 first", "200 second|200 third"],
            reusing: ["200 first", "200 second|200 third|connection|malformedResponse"]
        ),
        Scenario(
            "an uninvited response before the first request",
            ServerScript([.text(stolen), .pause(30), .request, ok("second"), .hold]),
            requests(1),
            ["connection|malformedResponse|200 stolen"]
        ),
        Scenario(
            "a close of an idle connection",
            ServerScript([.request, ok("first"), .close]),
            requests(3),
            ["200 first", "200 first", "200 first"]
        ),
        Scenario(
            "a reset of an idle connection",
            ServerScript([.request, ok("first"), .pause(5), .reset]),
            requests(3),
            ["200 first", "200 first", "200 first"]
        ),
        Scenario(
            "a server that announces the close",
            ServerScript([.request, ok("first", "connection: close\r\n"), .hold]),
            requests(3),
            ["200 first", "200 first", "200 first"]
        ),
        Scenario(
            "a server that keeps the connection",
            ServerScript([.request, ok("first"), .request, ok("second"), .request, ok("third"), .hold]),
            requests(3),
            ["200 first", "200 second", "200 third"],
            session: ["200 first", "200 first", "200 first"],
            reusing: ["200 first", "200 second", "200 third"]
        ),
        Scenario(
            "a second request that is cut",
            ServerScript([.request, ok("first"), .request, .close], [.request, ok("again"), .hold]),
            requests(2, Scenario.Request(.post)),
            ["200 first", "connection"],
            session: ["200 first", "200 again"]
        ),
    ]
}
