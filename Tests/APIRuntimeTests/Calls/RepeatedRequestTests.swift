import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Requests that must not be sent twice", .timeLimit(.minutes(1)))
struct RepeatedRequestTests {
    private static let lost = TransportError(.connection, "lost")

    private static var payment: OperationCall {
        var call = Wire.post()
        call.replay = .keyed(header: "Idempotency-Key")
        return call
    }

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("repeated-\(UUID().uuidString)")

    @Test("all connections of a download carry one idempotency key")
    func download() async throws {
        let broken = ScriptedResponse.stream(["ab"], ending: .failure(Self.lost))
        let transport = ScriptedTransport([broken, broken, .stream(["abc"])])
        let sender = try Wire.sender(transport) { $0.retry = RetryPolicy(maximumAttempts: 3, baseDelay: .zero) }
        let file = folder.appendingPathComponent("a")
        _ = try await sender.sendFile(Self.payment, CallOptions(), to: file, failing: WireError.self)
        let keys = transport.requests.compactMap { $0.header("idempotency-key") }
        #expect(keys.count == 3 && Set(keys).count == 1)
    }

    @Test("a download by POST is not repeated after a transformation failed like a connection that was never made")
    func transformed() async throws {
        let transport = ScriptedTransport { _ in .stream(["ab"]) }
        let failing = ClosureMiddleware { request, _, next in
            var response = try await next(request)
            response.body = try await response.body.mapChunks { _ in throw TransportError(.unreachable, "another host")
            }
            return response
        }
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy(maximumAttempts: 3, baseDelay: .zero)
            $0.middleware = [.after(.credentials, failing)]
        }
        await #expect(throws: WireError.self) {
            _ = try await sender.sendFile(
                Wire.post(),
                CallOptions(),
                to: folder.appendingPathComponent("b"),
                failing: WireError.self
            )
        }
        #expect(transport.requests.count == 1)
    }

    @Test("a stream of events by POST does not connect again, whether it ends or fails", arguments: [true, false])
    func events(_ isComplete: Bool) async throws {
        let ending: ScriptedResponse.StreamEnding = isComplete ? .complete : .failure(Self.lost)
        let transport = ScriptedTransport { _ in
            .stream(["data: a\n\n"], ending: ending, contentType: "text/event-stream")
        }
        let sender = try Wire.sender(transport) { $0.clock = ImmediateClock() }
        let options = CallOptions(stream: StreamOptions(reconnection: .init(maximumFailures: 3)))
        let events = sender.sendTextEvents(Wire.post(), options, failing: WireError.self)
        var values: [String] = []
        do {
            for try await event in events { values.append(event.data) }
            #expect(isComplete)
        } catch {
            #expect(!isComplete)
        }
        #expect(values == ["a"])
        #expect(transport.requests.count == 1)
    }

    @Test("all connections of a stream carry one idempotency key, and each iteration has its own")
    func keyedEvents() async throws {
        let count = LockedState(0)
        let transport = ScriptedTransport { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number.isMultiple(of: 3)
                ? .status(204) : .stream(["data: a\n\n"], contentType: "text/event-stream")
        }
        let sender = try Wire.sender(transport) { $0.clock = ImmediateClock() }
        let options = CallOptions(stream: StreamOptions(reconnection: .init()))
        let events = sender.sendTextEvents(Self.payment, options, failing: WireError.self)
        for _ in 0..<2 {
            for try await _ in events {}
        }
        let keys = transport.requests.compactMap { $0.header("idempotency-key") }
        #expect(keys.count == 6)
        #expect(Set(keys[..<3]).count == 1 && Set(keys[3...]).count == 1 && keys[0] != keys[3])
    }

    @Test("a POST is not repeated when a middleware fails after its response", arguments: [201, 500, 401])
    func middleware(_ status: Int) async throws {
        let transport = ScriptedTransport { _ in .status(status) }
        let failing = ClosureMiddleware { request, _, next in
            _ = try await next(request)
            throw TransportError(.unreachable, "another service")
        }
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy(maximumAttempts: 3, baseDelay: .zero)
            $0.middleware = [.after(.credentials, failing)]
        }
        #expect(await Wire.outcome(sender, Wire.post()) == "transport.unreachable")
        // A server that refuses a request with 401 has not acted on it.
        #expect(transport.requests.count == (status == 401 ? 3 : 1))
    }

    @Test("a middleware that tries two hosts does not cause another request to the first")
    func failover() async throws {
        let transport = ScriptedTransport { request throws(TransportError) in
            if request.head.authority == "b.example" { throw TransportError(.unreachable, "refused") }
            return .status(500)
        }
        let failover = ClosureMiddleware { request, _, next in
            let first = try await next(request)
            guard first.head.status.code >= 500 else { return first }
            var other = request
            other.head.authority = "b.example"
            return try await next(other)
        }
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy(maximumAttempts: 3, baseDelay: .zero)
            $0.middleware = [.after(.credentials, failover)]
        }
        #expect(await Wire.outcome(sender, Wire.post()) == "transport.unreachable")
        #expect(transport.requests.map(\.head.authority) == ["api.example.com", "b.example"])
    }

    @Test("a request that is safe because of its idempotency key is not redirected without the key")
    func lostKey() async throws {
        let moved = ScriptedResponse.status(307, headers: [.location: "https://b.example/pay"])
        let script = ScriptedTransport { request in request.head.authority == "b.example" ? .status(503) : moved }
        let sender = try Wire.sender(FollowingTransport(script: script)) {
            $0.retry = RetryPolicy(maximumAttempts: 3, baseDelay: .zero)
        }
        var call = OperationCall("pay", .post, "/pay")
        call.replay = .keyed(header: "Idempotency-Key")
        #expect(await Wire.outcome(sender, call) == "transport.redirectRefused")
        #expect(script.requests.map(\.head.authority) == ["api.example.com"])
    }

    @Test("a POST whose redirect was followed is not sent again when the page asks for a new credential")
    func challengedPage() async throws {
        let script = ScriptedTransport { request in
            request.head.method == .post ? .status(303, headers: [.location: "/v1/done"]) : .status(401)
        }
        let transport = FollowingTransport(script: script, policy: RedirectPolicy(changesMethod: true))
        let source = ScriptedCredentials(["a", "b"])
        let sender = try Wire.sender(transport, credentials: ["user": source])
        _ = await Wire.outcome(sender, Wire.post(security: SecurityRequirement(Wire.user)))
        #expect(script.requests.map(\.head.method) == [.post, .get])
    }

    @Test("a foreign origin that refuses a redirected request does not cause a renewal")
    func foreignChallenge() async throws {
        let script = ScriptedTransport { request in
            request.head.authority == "b.example"
                ? .status(401) : .status(302, headers: [.location: "https://b.example/notes"])
        }
        let source = ScriptedCredentials(["a", "b"])
        let sender = try Wire.sender(FollowingTransport(script: script), credentials: ["user": source])
        _ = await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user)))
        #expect(script.requests.map(\.head.authority) == ["api.example.com", "b.example"])
        #expect(script.requests.last?.header("authorization") == nil)
        #expect(source.askedCount == 1)
    }
}
