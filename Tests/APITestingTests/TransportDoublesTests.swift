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
        var call = OperationCall("getUser", .get, "/user/{id}")
        call.path("id", 1)
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

    @Test("a recording transport passes endless bodies on, and records what was read of them")
    func recordedStreams() async throws {
        let recording = RecordingTransport(EchoTransport())
        let count = LockedState(0)
        let endless = BodyStream(length: nil, isReplayable: false) {
            BodyChunks {
                count.withLock { count in
                    count += 1
                    return [UInt8(count)]
                }
            }
        }
        let response = try await recording.send(request(body: .stream(endless)))
        #expect(recording.exchanges.map(\.request.body) == [[]])
        guard case .chunks(let chunks) = response.body else {
            Issue.record("The response is not a stream.")
            return
        }
        var iterator = chunks.makeAsyncIterator()
        for number in 1...3 { #expect(try await iterator.next() == [UInt8(number)]) }
        #expect(count.withLock { $0 } == 3)
        let exchange = try #require(recording.exchanges.first)
        #expect(exchange.request.body == [1, 2, 3])
        #expect(try exchange.result.get().body == [1, 2, 3])
    }

    @Test("a recorded stream that is lost ends with its error")
    func recordedLoss() async throws {
        let error = TransportError(.connection, "lost")
        let recording = RecordingTransport(ScriptedTransport([.stream(["a", "b"], ending: .failure(error))]))
        let response = try await recording.send(request())
        #expect(try recording.exchanges.first?.result.get().body == [])
        await #expect(throws: error) { try await response.body.collect(upTo: 100) }
        #expect(recording.exchanges.count == 1)
        #expect(throws: error) { try recording.exchanges[0].result.get() }
    }

    @Test("a second pass over a recorded stream replaces the first, also while that goes on")
    func recordedPasses() async throws {
        let server = PassingTransport()
        let recording = RecordingTransport(server)
        let stream = BodyStream(length: 2, isReplayable: true) {
            let rest = LockedState<[[UInt8]]>([[1], [2]])
            return BodyChunks { rest.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
        }
        _ = try await recording.send(request(body: .stream(stream)))
        var (first, second) = server.passes.withLock { ($0[0].makeAsyncIterator(), $0[1].makeAsyncIterator()) }
        #expect(try await second.next() == [1])
        #expect(try await first.next() == [1])
        #expect(try await second.next() == [2])
        #expect(recording.exchanges.map(\.request.body) == [[1, 2]])
    }

    @Test("a reader who stops does not turn a recorded response into an error")
    func recordedCancellation() async throws {
        let recording = RecordingTransport(ScriptedTransport([.stream(["a"], ending: .failure(.cancelled))]))
        let response = try await recording.send(request())
        await #expect(throws: TransportError.cancelled) { try await response.body.collect(upTo: 100) }
        #expect(try recording.exchanges.first?.result.get().body == Array("a".utf8))
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

/// A server that sends each chunk of a request back as soon as it arrives.
private struct EchoTransport: HTTPTransport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let chunks = request.body?.chunks() ?? BodyChunks([])
        return TransportResponse(HTTPResponse(status: .ok), body: .chunks(chunks))
    }
}

/// A server that opens the body of a request twice before it reads it.
private struct PassingTransport: HTTPTransport {
    let passes = LockedState<[BodyChunks]>([])

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        passes.withLock { $0 = [request.body, request.body].compactMap { $0?.chunks() } }
        return TransportResponse(HTTPResponse(status: .noContent), body: .bytes([]))
    }
}
