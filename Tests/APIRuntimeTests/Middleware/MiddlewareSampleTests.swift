@_spi(Generated) import APIRuntime
import APITesting
import HTTPTypes
import Testing

@Suite("Middleware samples", .timeLimit(.minutes(1)))
struct MiddlewareSampleTests {
    @Test("a header field is added to one operation")
    func header() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let sender = try Wire.sender(transport) {
            $0.middleware = [.before(.retry, HeaderMiddleware(operation: "addNote", value: "t-1"))]
        }
        #expect(await Wire.outcome(sender, Wire.post()) == "success")
        #expect(await Wire.outcome(sender, Wire.get()) == "success")
        #expect(transport.requests.map { $0.header("X-Trace") } == ["t-1", nil])
    }

    @Test("each attempt is signed with its own credential")
    func signature() async throws {
        let transport = ScriptedTransport([.status(401), .status(204)])
        let sender = try Wire.sender(transport, credentials: ["user": ScriptedCredentials(["old", "new"])]) {
            $0.middleware = [.after(.credentials, SigningMiddleware(key: 7))]
        }
        let outcome = await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user)))
        #expect(outcome == "success")
        let signatures = transport.requests.compactMap { $0.header("X-Signature") }
        #expect(signatures.count == 2)
        #expect(Set(signatures).count == 2)
        #expect(transport.requests.map { $0.header("Authorization") } == ["Bearer old", "Bearer new"])
    }

    @Test("bodies are logged without private values")
    func bodyLog() async throws {
        let log = BodyLogMiddleware()
        let transport = ScriptedTransport([.json(#"{"id": 2, "text": "secret"}"#)])
        let sender = try Wire.sender(transport) { $0.middleware = [.before(.transport, log)] }
        let note: WireNote = try await sender.send(Wire.post(), CallOptions(), failing: WireError.self)
        #expect(note.text == "secret")
        let lines = log.lines.withLock { $0 }
        #expect(lines == [#"addNote → {"id":1,"text":"…"}"#, #"addNote ← {"id":2,"text":"…"}"#])
    }

    @Test("attempts are measured")
    func timing() async throws {
        let clock = TestClock()
        let timing = TimingMiddleware(clock: clock)
        let statuses = LockedState([503, 204])
        let transport = ScriptedTransport { _ in
            clock.advance(by: .seconds(2))
            return .status(statuses.withLock { $0.removeFirst() })
        }
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy(baseDelay: .zero)
            $0.middleware = [.after(.retry, timing)]
        }
        var call = Wire.get("/notes/{noteId}")
        call.path("noteId", 1)
        #expect(await Wire.outcome(sender, call) == "success")
        let measured = timing.measured.withLock { $0 }
        #expect(measured == ["/notes/{noteId} #1": .seconds(2), "/notes/{noteId} #2": .seconds(2)])
    }

    @Test("a stub replaces the response to one call without a request")
    func stub() async throws {
        let transport = ScriptedTransport()
        let sender = try Wire.sender(transport)
        let options = CallOptions(middleware: [.before(.cache, StubMiddleware())])
        let note: WireNote = try await sender.send(Wire.get(), options, failing: WireError.self)
        #expect(note == WireNote(id: 7, text: "stub"))
        #expect(transport.requests.isEmpty)
        #expect(await Wire.outcome(sender, Wire.get()) == "transport.unsupported")
    }

    @Test("a stub with a documented failure is thrown as the operation's error")
    func stubbedFailure() async throws {
        let options = CallOptions(middleware: [.before(.cache, StubMiddleware(status: 410))])
        #expect(await Wire.outcome(try Wire.sender(ScriptedTransport()), Wire.get(), options) == "gone")
    }

    @Test("a response is rewritten")
    func rewriting() async throws {
        let transport = ScriptedTransport([.json("hello")])
        let sender = try Wire.sender(transport) { $0.middleware = [.after(.retry, UppercaseMiddleware())] }
        let text = try await sender.sendText(Wire.get(), CallOptions(), failing: WireError.self)
        #expect(text == "HELLO")
    }
}
