import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Middlewares that change a request or a body behind the stage that decides", .timeLimit(.minutes(1)))
struct MiddlewareFaultTests {
    private struct Broken: Error {}

    private static func changing(_ change: @escaping @Sendable (inout HTTPRequest) -> Void) -> ClosureMiddleware {
        ClosureMiddleware { request, _, next in
            var request = request
            change(&request.head)
            return try await next(request)
        }
    }

    private static let breaking = ClosureMiddleware { request, _, next in
        var response = try await next(request)
        response.body = try await response.body.mapChunks { _ in throw Broken() }
        return response
    }

    @Test("a POST that a middleware behind the retry stage makes of a GET is not sent again", arguments: [true, false])
    func method(_ isStatus: Bool) async throws {
        let transport = ScriptedTransport { _ throws(TransportError) in
            if isStatus { return .status(503) }
            throw TransportError(.connection, "lost")
        }
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy.standard
            $0.middleware = [.after(.retry, Self.changing { $0.method = .post })]
        }
        _ = await Wire.outcome(sender, Wire.get())
        #expect(transport.requests.map(\.head.method) == [.post])
    }

    @Test("if a middleware sends a POST twice, its error says that the server may have acted", arguments: 1...2)
    func sentTwice(_ attempts: Int) async throws {
        let transport = ScriptedTransport([
            .failure(TransportError(.connection, "lost")), .failure(TransportError(.unreachable, "refused")),
        ])
        let repeating = ClosureMiddleware { request, _, next in
            do { return try await next(request) } catch { return try await next(request) }
        }
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy(maximumAttempts: attempts, baseDelay: .zero, budget: nil)
            $0.middleware = [.after(.retry, repeating)]
        }
        let error = await #expect(throws: WireError.self) {
            try await sender.sendEmpty(Wire.post(), CallOptions(), failing: WireError.self)
        }
        #expect(error?.mayHaveActed == true)
        #expect(transport.requests.count == 2)
    }

    @Test("a middleware that directs a call to a foreign server gets no credential for it")
    func authority() async throws {
        let transport = ScriptedTransport { _ in .status(204) }
        let source = ScriptedCredentials(["a"])
        for (host, isSent) in [("evil.example", false), ("api.example.com", true), ("API.example.com:443", true)] {
            let sender = try Wire.sender(transport, credentials: ["user": source]) {
                $0.middleware = [.before(.credentials, Self.changing { $0.authority = host })]
            }
            let outcome = await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user)))
            #expect(outcome == (isSent ? "success" : "unauthenticated"))
        }
        #expect(transport.requests.count == 2)
        #expect(source.askedCount == 2)
    }

    @Test("chunks that a middleware returns reach all calls that share them")
    func sharedChunks() async throws {
        let isOpen = LockedState(false)
        let chunked = ClosureMiddleware { _, _, _ in
            while !isOpen.withLock({ $0 }) { await Task.yield() }
            let body = TransportResponseBody.chunks(BodyChunks(Array(#"{"id": 7}"#.utf8)))
            return MiddlewareResponse(head: HTTPResponse(status: .ok), body: body)
        }
        let sharing = CallSharing()
        let configuration = ClientConfiguration.testing(ScriptedTransport())
        var shared = configuration
        shared.sharesEqualRequests = true
        let log = CallLog(logger: nil, observer: nil)
        let pipeline = CallPipeline(
            servers: [.main: try #require(URL(string: "https://a.example"))],
            credentials: [:],
            configuration: shared
        )
        let (request, context) = try pipeline.prepare(Wire.get(), CallOptions())
        let chain: [any CallMiddleware] = [SharingStage(shared, sharing, log), chunked]
        let tasks = (0..<3).map { _ in Task { try await MiddlewareNext(chain, context)(request) } }
        while sharing.waiterCount < 3 { await Task.yield() }
        isOpen.withLock { $0 = true }
        for task in tasks {
            #expect(try await task.value.body.complete(upTo: 100) == Array(#"{"id": 7}"#.utf8))
        }
    }

    @Test("an error while chunks are changed ends a stream of events without another connection")
    func events() async throws {
        let transport = ScriptedTransport { _ in .stream(["data: 1\n\n"], contentType: "text/event-stream") }
        let sender = try Wire.sender(transport) { $0.middleware = [.before(.transport, Self.breaking)] }
        let options = CallOptions(stream: StreamOptions(reconnection: .init(delay: .zero)))
        let events = sender.sendEvents(of: Int.self, Wire.get(), options, failing: WireError.self)
        let error = await #expect(throws: WireError.self) { for try await _ in events {} }
        #expect(error?.name == "transport.middleware")
        #expect(transport.requests.count == 1)
    }

    @Test("an error while chunks are changed ends a download at once, and names an error of the app's own")
    func download() async throws {
        let transport = ScriptedTransport { _ in .stream(["ab"]) }
        let target = FileManager.default.temporaryDirectory.appendingPathComponent("fault-\(UUID().uuidString)")
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy(maximumAttempts: 3, baseDelay: .zero, budget: nil)
            $0.middleware = [.before(.transport, Self.breaking)]
        }
        let error = await #expect(throws: WireError.self) {
            _ = try await sender.sendFile(Wire.get(), CallOptions(), to: target, failing: WireError.self)
        }
        guard case .transport(let failure)? = error else { throw Broken() }
        #expect(failure.code == .middleware && failure.underlying == "Broken")
        #expect(transport.requests.count == 1)
    }

    @Test("a download whose bytes a middleware changes starts again instead of resuming at a wrong byte")
    func resumed() async throws {
        let tag: HTTPFields = [.eTag: "\"v1\"", .acceptRanges: "bytes"]
        let lost = TransportError(.connection, "lost")
        let transport = ScriptedTransport([
            .stream(["abc"], ending: .failure(lost), headers: tag), .stream(["abcdef"], headers: tag),
        ])
        let doubling = ClosureMiddleware { request, _, next in
            var response = try await next(request)
            response.body = try await response.body.mapChunks { $0.flatMap { [$0, $0] } }
            return response
        }
        let target = FileManager.default.temporaryDirectory.appendingPathComponent("twice-\(UUID().uuidString)")
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy(maximumAttempts: 3, baseDelay: .zero, budget: nil)
            $0.middleware = [.before(.transport, doubling)]
        }
        let file = try await sender.sendFile(Wire.get(), CallOptions(), to: target, failing: WireError.self)
        #expect(try String(contentsOf: file.url, encoding: .utf8) == "aabbccddeeff")
        #expect(transport.requests.map { $0.header("range") } == [nil, nil])
    }

    @Test("the error response of a streamed call ends at the timeout of its attempt when it stalls")
    func stalledError() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport { _ in .stream([], ending: .pending, status: 410) }
        let sender = try Wire.sender(transport) { $0.clock = clock }
        let task = Task {
            let stream = try await sender.sendStream(
                Wire.get(),
                CallOptions(timeout: .seconds(5)),
                failing: WireError.self
            )
            return stream.status
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: WireError.self) { _ = try await task.value }
        #expect(error?.name == "transport.timedOut")
    }

    @Test("the deadline of a call includes the wait for its owner")
    func ownerWait() async throws {
        let clock = TestClock()
        let sender = try Wire.sender(ScriptedTransport(), credentials: ["user": SilentSource()]) { $0.clock = clock }
        let options = CallOptions(deadline: .seconds(5))
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        async let outcome = Wire.outcome(sender, call, options)
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await outcome == "transport.timedOut")
    }

    @Test("a download that stalls is interrupted after a minute")
    func stalledDownload() async throws {
        let clock = TestClock()
        let sender = try Wire.sender(ScriptedTransport { _ in .stream([], ending: .pending) }) { $0.clock = clock }
        let target = FileManager.default.temporaryDirectory.appendingPathComponent("stall-\(UUID().uuidString)")
        let task = Task {
            try await sender.sendFile(Wire.get(), CallOptions(), to: target, failing: WireError.self)
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        let error = await #expect(throws: WireError.self) { _ = try await task.value }
        #expect(error?.name == "transport.timedOut")
    }
}

/// A source whose owner is never known.
private struct SilentSource: CredentialSource {
    func credential() async throws(AuthenticationError) -> AuthCredential {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw .cancelled
    }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }
}
