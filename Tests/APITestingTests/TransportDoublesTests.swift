@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Test transports", .timeLimit(.minutes(1)))
struct TransportDoublesTests {
    private func request(_ path: String = "/a?b=1", body: HTTPBody? = nil, timeout: Duration? = nil)
        -> TransportRequest
    {
        let method: HTTPRequest.Method = body == nil ? .get : .post
        let head = HTTPRequest(method: method, scheme: "https", authority: "a.example", path: path)
        return TransportRequest(head, body: body, timeout: timeout)
    }

    private func code(_ transport: any HTTPTransport, _ request: TransportRequest) async -> TransportError.Code? {
        do {
            _ = try await transport.send(request)
            return nil
        } catch {
            return error.code
        }
    }

    // The sample from the documentation: a client's call with a scripted response.
    @Test("a scripted transport responds in order and records the requests")
    func script() async throws {
        let transport = ScriptedTransport([.status(503), .json(#"{"name": "Ada"}"#)])
        let sender = OperationSender(
            servers: [.main: try #require(URL(string: "https://a.example"))],
            credentials: [:],
            configuration: .testing(transport, clock: ContinuousClock())
        )
        var call = OperationCall("getUser", .get, "/user/\(1)")
        call.query("full", true)
        let user: JSONValue = try await sender.send(call, CallOptions(), failing: CallFailure.self)
        #expect(user == ["name": "Ada"])
        #expect(transport.requests.map(\.line) == ["GET /user/1?full=true", "GET /user/1?full=true"])
        #expect(transport.requests[0].path == "/user/1")
        #expect(transport.requests[0].query == "full=true")
        #expect(transport.remaining == 0)
    }

    @Test("an exhausted script fails and can be extended")
    func exhausted() async throws {
        let transport = ScriptedTransport()
        #expect(await code(transport, request()) == .unsupported)
        transport.append(.status(204))
        #expect(await code(transport, request()) == nil)
    }

    @Test("a scripted value with a number that JSON does not have fails in place of a response with null")
    func inexact() async {
        let script = ScriptedTransport([.value(["a": Double.nan]), .value(Float.infinity), .value(0.5)])
        #expect(await code(script, request()) == .malformedResponse)
        #expect(await code(script, request()) == .malformedResponse)
        #expect(await code(script, request()) == nil)
    }

    @Test("a mock's closure receives the request with its body")
    func closure() async throws {
        let transport = ScriptedTransport { request async throws(TransportError) in
            guard request.text == "ping" else { throw TransportError(.connection, "Not a ping.") }
            return .value("pong")
        }
        let response = try await transport.send(request(body: .bytes(Array("ping".utf8))))
        #expect(try await response.body.collect(upTo: 100) == Array("\"pong\"".utf8))
        #expect(await code(transport, request()) == .connection)
    }

    @Test("a pending response ends at its timeout by the clock or by cancellation")
    func pending() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport([.pending, .pending], clock: clock)
        let timed = Task { await code(transport, request(timeout: .seconds(3))) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await timed.value == .timedOut)
        let endless = Task { await code(transport, request()) }
        while transport.requests.count < 2 { try Task.checkCancellation(); await Task.yield() }
        endless.cancel()
        #expect(await endless.value == .cancelled)
    }

    @Test("a recording transport records responses and errors and passes them on")
    func recording() async throws {
        let error = TransportError(.connection, "x")
        let recording = RecordingTransport(ScriptedTransport([.json("[1]"), .failure(error)]))
        let response = try await recording.send(request(body: .bytes([1])))
        #expect(try await response.body.collect(upTo: 100) == Array("[1]".utf8))
        #expect(await code(recording, request()) == .connection)
        #expect(recording.exchanges.count == 2)
        #expect(recording.exchanges[0].request.body == [1])
        #expect(try recording.exchanges[0].result.get().text() == "[1]")
        #expect(throws: error) { try recording.exchanges[1].result.get() }
    }

    @Test("as faults, some requests never arrive and some responses get lost")
    func faults() async throws {
        let server = ScriptedTransport([.json("[1,2]"), .json("[1,2]"), .json("[1,2]")])
        let flaky = FaultInjectingTransport(server) { number, _ in
            switch number {
            case 1: .unreachable
            case 2: .lost
            case 3: .truncated(2)
            case 4: .response(.status(429))
            default: nil
            }
        }
        #expect(await code(flaky, request()) == .unreachable)
        #expect(server.requests.isEmpty)
        #expect(await code(flaky, request()) == .connection)
        #expect(server.requests.count == 1)
        let cut = try await flaky.send(request())
        #expect(try await cut.body.collect(upTo: 100) == Array("[1".utf8))
        #expect(try await flaky.send(request()).head.status.code == 429)
        #expect(try await flaky.send(request()).head.status.code == 200)
        #expect(flaky.requestCount == 5)
    }

    @Test("a delay is measured with the clock")
    func delay() async throws {
        let clock = TestClock()
        let server = ScriptedTransport([.status(204)])
        let slow = FaultInjectingTransport(server, clock: clock) { _, _ in .delay(.seconds(2)) }
        let call = Task { await code(slow, request()) }
        await clock.sleepers(1)
        #expect(server.requests.isEmpty)
        clock.advance(by: .seconds(2))
        #expect(await call.value == nil)
        #expect(server.requests.count == 1)
    }

    @Test("a scripted credential source advances after a refusal, but not after a late one")
    func credentials() async throws {
        let source = ScriptedCredentials(["a", "b"])
        let first = try await source.credential()
        #expect(try await source.refused(first)?.value == "b")
        #expect(try await source.refused(first)?.value == "b")
        let second = try await source.credential()
        #expect(try await source.refused(second) == nil)
        #expect(source.refusedVersions == [0, 0, 1])
    }
}
