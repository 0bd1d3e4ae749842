@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

/// A transport whose body arrives only when the gate opens, whether or not the reader is cancelled.
private struct DeafTransport: HTTPTransport {
    let isOver: ResponseGate<Void>

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let body = BodyChunks {
            await isOver.response()
            return nil
        }
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/jsonl"])
        return TransportResponse(head, body: .chunks(body))
    }
}

@Suite("Streamed response elements", .timeLimit(.minutes(1)))
struct StreamingTests {
    private let call = Wire.get()

    @Test("lines are decoded, empty ones skipped, and the last needs no line end")
    func lines() async throws {
        let text = ["{\"id\": 1}\n\n{\"i", "d\": 2}\r\n\u{1E}{\"id\": 3}\n", "{\"id\": 4}"]
        let sender = try Wire.sender(ScriptedTransport([.stream(text)]))
        #expect(try await all(lines(sender)).map(\.id) == [1, 2, 3, 4])
    }

    @Test("a malformed line ends the sequence after the valid lines, and the error has its position")
    func brokenLine() async throws {
        let sender = try Wire.sender(ScriptedTransport([.stream(["{\"id\": 1}\n{\"id\": \"x\"}\n{\"id\": 3}\n"])]))
        var iterator = lines(sender).makeAsyncIterator()
        #expect(try await iterator.next()?.id == 1)
        let error = await #expect(throws: WireError.self) { try await iterator.next() }
        guard case .decoding(let failure) = error else { throw Unexpected() }
        #expect(failure.path == "[1].id")
        #expect(try await iterator.next() == nil)
    }

    @Test("invalid lines and events are skipped and reported on request")
    func skipInvalid() async throws {
        let reports = SkipCounter()
        let options = CallOptions(stream: StreamOptions(skipsInvalidElements: true))
        let transport = ScriptedTransport([
            .stream(["{\"id\": 1}\n{\"id\": \"x\"}\nnothing\n{\"id\": 4}\n"]),
            .stream(["data: {\"id\": 1}\n\ndata: x\n\n"], contentType: "text/event-stream"),
        ])
        let sender = try Wire.sender(transport) { $0.observer = reports }
        #expect(try await all(lines(sender, options)).map(\.id) == [1, 4])
        let events = sender.sendEvents(of: WireNote.self, call, options, failing: WireError.self)
        #expect(try await all(events).map(\.data.id) == [1])
        #expect(reports.count == 3)
    }

    @Test("a line that exceeds the limit ends the sequence")
    func bound() async throws {
        let options = CallOptions(stream: StreamOptions(maximumElementBytes: 8))
        let sender = try Wire.sender(ScriptedTransport([.stream(["{\"id\": 1, \"text\": \"", "long\"}\n"])]))
        let error = await #expect(throws: WireError.self) { try await all(lines(sender, options)) }
        guard case .decoding(let failure) = error else { throw Unexpected() }
        #expect(failure.reason == .tooLarge)
    }

    @Test("a body that exceeds the limit ends the transfer")
    func wholeBound() async throws {
        let options = CallOptions(stream: StreamOptions(maximumBytes: 5))
        let sender = try Wire.sender(ScriptedTransport([.stream(["1\n2\n", "3\n"], ending: .pending)]))
        let stream = try await sender.sendStream(call, options, failing: WireError.self)
        var bytes = 0
        let error = await #expect(throws: WireError.self) { for try await chunk in stream { bytes += chunk.count } }
        #expect(error?.name == "transport.tooLarge")
        #expect(bytes == 4)
    }

    @Test("an idle time beyond the limit is a timeout by the client's clock")
    func idle() async throws {
        let clock = TestClock()
        let options = CallOptions(stream: StreamOptions(idleTimeout: .seconds(30)))
        let sender = try Wire.sender(ScriptedTransport([.stream(["1\n"], ending: .pending)])) { $0.clock = clock }
        let lines = sender.sendLines(of: Int.self, call, options, failing: WireError.self)
        let seen = LockedState(0)
        let task = Task { for try await line in lines { seen.withLock { $0 = line } } }
        while seen.withLock({ $0 }) == 0 { try Task.checkCancellation(); await Task.yield() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(29))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        let error = await #expect(throws: WireError.self) { try await task.value }
        #expect(error?.name == "transport.timedOut")
    }

    @Test("an idle time ends a stream whose source ignores its cancellation")
    func deafSource() async throws {
        let clock = TestClock()
        let isOver = ResponseGate<Void>()
        let options = CallOptions(stream: StreamOptions(idleTimeout: .seconds(30)))
        let sender = try Wire.sender(DeafTransport(isOver: isOver)) { $0.clock = clock }
        let lines = sender.sendLines(of: Int.self, call, options, failing: WireError.self)
        let task = Task { try await all(lines) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))
        let error = await #expect(throws: WireError.self) { try await task.value }
        #expect(error?.name == "transport.timedOut")
        isOver.open(())
    }

    @Test("retries and a credential refresh happen before a stream starts")
    func retries() async throws {
        let transport = ScriptedTransport([.status(503), .status(401), .stream(["1\n2\n"])])
        let sender = try Wire.sender(transport, credentials: ["user": ScriptedCredentials(["a", "b"])]) {
            $0.retry = RetryPolicy(baseDelay: .zero)
        }
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        let lines = sender.sendLines(of: Int.self, call, CallOptions(), failing: WireError.self)
        #expect(try await all(lines) == [1, 2])
        #expect(transport.requests.map { $0.header("authorization") } == ["Bearer a", "Bearer a", "Bearer b"])
    }

    @Test("a documented failure before a stream is the operation's error")
    func documented() async throws {
        let sender = try Wire.sender(ScriptedTransport([.json(#"{"id": 9}"#, status: 410)]))
        let error = await #expect(throws: WireError.self) { try await all(lines(sender)) }
        #expect(error?.name == "gone")
    }

    @Test("a stream sends its request at the first element, and each iteration sends a new one")
    func lazy() async throws {
        let transport = ScriptedTransport([.stream(["1\n"]), .stream(["2\n"])])
        let lines = try Wire.sender(transport).sendLines(of: Int.self, call, CallOptions(), failing: WireError.self)
        #expect(transport.requests.isEmpty)
        #expect(try await all(lines) == [1])
        #expect(try await lines.first { _ in true } == 2)
        #expect(transport.requests.count == 2)
    }

    @Test("each attempt has one event; a stream has it at its end, with its bytes and cause")
    func observed() async throws {
        let observer = RecordingObserver()
        let lost = TransportError(.connection, "")
        let transport = ScriptedTransport([
            .status(503), .stream(["1\n", "2\n"]), .stream(["1\n"], ending: .failure(lost)), .stream(["1\n2\n"]),
        ])
        let sender = try Wire.sender(transport) {
            $0.observer = observer
            $0.retry = RetryPolicy(baseDelay: .zero)
        }
        let lines = sender.sendLines(of: Int.self, call, CallOptions(), failing: WireError.self)
        _ = try await all(lines)
        _ = try? await all(lines)
        #expect(try await lines.first { $0 == 1 } == 1)
        #expect(observer.events.map(\.status) == [503, 200, 200, 200])
        #expect(observer.events.map(\.bytes) == [0, 4, 2, 4])
        #expect(observer.events.map(\.failure) == [nil, nil, .connection, .cancelled])
    }

    @Test("a streamed response does not use the cache")
    func cache() async throws {
        let transport = ScriptedTransport([
            .stream(["1\n"], headers: [.cacheControl: "max-age=60"]), .stream(["2\n"]),
        ])
        let sender = try Wire.sender(transport) { $0.cache = ResponseCache() }
        let lines = sender.sendLines(of: Int.self, call, CallOptions(), failing: WireError.self)
        #expect(try await all(lines) == [1])
        #expect(try await all(lines) == [2])
        let offline = sender.sendLines(of: Int.self, call, CallOptions(cache: .cacheOnly), failing: WireError.self)
        let error = await #expect(throws: WireError.self) { try await all(offline) }
        #expect(error?.name == "transport.notCached")
    }

    private func lines(_ sender: OperationSender, _ options: CallOptions = CallOptions()) -> ResponseSequence<WireNote>
    {
        sender.sendLines(of: WireNote.self, call, options, failing: WireError.self)
    }
}

/// Returns all elements of a sequence.
func all<S: AsyncSequence & Sendable>(_ sequence: S) async throws -> [S.Element] {
    var elements: [S.Element] = []
    for try await element in sequence { elements.append(element) }
    return elements
}

/// An error of an unexpected kind.
struct Unexpected: Error {}

/// An observer that counts skipped elements.
private final class SkipCounter: CallObserver {
    private let kept = LockedState(0)

    var count: Int { kept.withLock { $0 } }

    func observe(_ event: CallEvent) {}

    func observe(skipped: [DecodingFailure], operation: String) {
        kept.withLock { $0 += skipped.count }
    }
}
