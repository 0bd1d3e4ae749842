import APIRuntime
package import HTTPTypes

/// A server that breaks a rule, the requests to it, and the only outcomes that are correct.
package struct Scenario: Sendable {
    /// A request of a scenario.
    package struct Request: Sendable {
        package var method: HTTPRequest.Method
        package var headers: HTTPFields = [:]
        package var bodyLength: Int?
        package var timeout: Duration? = .seconds(5)
        package var maximumBytes = 1 << 20

        /// Milliseconds between the response to the request before and this request.
        package var pause = 0

        package init(_ method: HTTPRequest.Method = .get) {
            self.method = method
        }
    }

    /// The name, unique among all scenarios.
    package var name: String
    package var server: ServerScript
    package var requests: [Request]

    /// The outcome of each request, as ``ScenarioRun`` spells it; alternatives are separated by `|`.
    package var expected: [String]

    /// The outcomes for `URLSession` on Linux where they differ; `crash` and `hang` are faults of the system.
    package var sessionExpected: [String]

    /// The outcomes for `URLSession` on Linux when it reuses connections, where they differ from those without.
    package var reusingExpected: [String]

    /// Most memory that the process may need in addition, in bytes.
    package var maximumMemory = 96 << 20

    package init(
        _ name: String,
        _ server: ServerScript,
        _ requests: [Request],
        _ expected: [String],
        session: [String]? = nil,
        reusing: [String]? = nil
    ) {
        // A name is one line of the conversation with the process that plays it.
        self.name = name.replacing("\r", with: "<CR>").replacing("\u{0}", with: "<NUL>")
        self.server = server
        self.requests = requests
        self.expected = expected
        sessionExpected = session ?? expected
        reusingExpected = reusing ?? session ?? expected
    }

    /// Creates a scenario of one `GET`.
    package init(_ name: String, _ server: ServerScript, _ expected: [String], session: [String]? = nil) {
        self.init(name, server, [Request()], expected, session: session)
    }

    /// Creates a scenario of one `GET`, whose server sends a string and closes the connection.
    static func get(
        _ name: String,
        _ response: String,
        then last: Step = .close,
        _ expected: String,
        session: String? = nil
    ) -> Scenario {
        Scenario(name, .responding(response, then: last), [expected], session: session.map { [$0] })
    }

    /// Creates a scenario of one `GET`, whose server sends bytes and closes the connection.
    static func bytes(
        _ name: String,
        _ head: String,
        _ body: [UInt8],
        _ expected: String,
        session: String? = nil
    ) -> Scenario {
        let script = ServerScript([.request, .send(Array(head.utf8) + body), .close])
        return Scenario(name, script, [expected], session: session.map { [$0] })
    }

    /// The outcomes that are correct for a client.
    package func expectation(_ client: ClientKind) -> [String] {
        switch client {
        case .asyncHTTP: return expected
        #if canImport(Darwin)
        case .session, .reusingSession: return expected
        #else
        case .session: return SessionFaults.outcomes[name] ?? sessionExpected
        case .reusingSession: return SessionFaults.outcomes[name] ?? reusingExpected
        #endif
        }
    }
}

/// The transports under test.
package enum ClientKind: String, CaseIterable, Codable, Sendable {
    case asyncHTTP
    case session
    case reusingSession
}

/// Scenarios about one part of HTTP.
package struct ScenarioFamily: Sendable, CustomStringConvertible {
    package let name: String
    package let scenarios: [Scenario]

    package var description: String { name }

    /// All families.
    package static let all: [ScenarioFamily] = [
        StatusLinesScenarios.family, FieldsScenarios.family, LengthsScenarios.family, CodingsScenarios.family,
        ChunksScenarios.family, EndingsScenarios.family, InterimScenarios.family, BodiesScenarios.family,
        ConnectionsScenarios.family, RedirectsScenarios.family, CompressionScenarios.family, LimitsScenarios.family,
        ChallengesScenarios.family, UploadsScenarios.family,
    ]

    /// The scenario with a name.
    package static func scenario(_ name: String) -> Scenario? {
        all.lazy.flatMap(\.scenarios).first { $0.name == name }
    }
}
