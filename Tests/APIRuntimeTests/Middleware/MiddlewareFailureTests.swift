@_spi(Generated) import APIRuntime
import APITesting
import HTTPTypes
import Testing

@Suite("Failures of middlewares", .timeLimit(.minutes(1)))
struct MiddlewareFailureTests {
    private struct Broken: Error {
        let secret = "s3cret"
    }

    @Test(
        "a thrown error reaches the caller as a failure of the operation",
        arguments: [CallStage.cache, .deadline, .credentials, .transport]
    )
    func errors(_ stage: CallStage) async throws {
        #expect(try await outcome(of: TransportError(.tls, "no"), at: stage) == "transport.tls")
        #expect(try await outcome(of: CancellationError(), at: stage) == "cancelled")
        #expect(try await outcome(of: AuthenticationError(.missing, message: "nobody"), at: stage) == "unauthenticated")
        let failure = CallFailure.undocumented(RawResponse(status: 418))
        #expect(try await outcome(of: failure, at: stage) == "undocumented")
        #expect(try await outcome(of: Broken(), at: stage) == "transport.middleware")
    }

    @Test("another error is named by its type, without its values")
    func secrecy() async throws {
        let sender = try Wire.sender(ScriptedTransport()) { $0.middleware = [.before(.retry, Self.throwing(Broken()))] }
        let error = await #expect(throws: WireError.self) {
            try await sender.sendEmpty(Wire.get(), CallOptions(), failing: WireError.self)
        }
        guard case .transport(let failure) = error else { throw Broken() }
        #expect(failure.underlying == "Broken")
        #expect(!"\(failure)".contains("s3cret"))
    }

    @Test("a failing middleware is not retried, a lost connection is")
    func retries() async throws {
        let count = LockedState(0)
        let errors: [any Error] = [Broken(), TransportError(.connection, "lost")]
        for error in errors {
            let sender = try Wire.sender(ScriptedTransport()) {
                $0.retry = RetryPolicy(baseDelay: .zero)
                let middleware = ClosureMiddleware { _, _, _ in
                    count.withLock { $0 += 1 }
                    throw error
                }
                $0.middleware = [.after(.retry, middleware)]
            }
            _ = await Wire.outcome(sender, Wire.get())
        }
        #expect(count.withLock { $0 } == 1 + 3)
    }

    @Test("an outer middleware receives the error of an inner one and may recover")
    func recovery() async throws {
        let fallback = ClosureMiddleware { request, context, next in
            do {
                return try await next(request)
            } catch is Broken {
                return try await StubMiddleware().intercept(request, context: context, next: next)
            }
        }
        let sender = try Wire.sender(ScriptedTransport()) {
            $0.deadline = .seconds(1)
            $0.middleware = [.before(.cache, fallback), .before(.transport, Self.throwing(Broken()))]
        }
        #expect(await Wire.outcome(sender, Wire.get()) == "success")
    }

    @Test("cancelling the call cancels a waiting middleware")
    func cancellation() async throws {
        let clock = TestClock()
        let waiting = ClosureMiddleware { request, _, next in
            try await clock.sleep(for: .seconds(60))
            return try await next(request)
        }
        let sender = try Wire.sender(ScriptedTransport()) { $0.middleware = [.after(.retry, waiting)] }
        let task = Task { await Wire.outcome(sender, Wire.get()) }
        await clock.sleepers(1)
        task.cancel()
        #expect(await task.value == "cancelled")
    }

    @Test("a deadline ends a waiting middleware")
    func deadline() async throws {
        let clock = TestClock()
        let waiting = ClosureMiddleware { request, _, next in
            try await clock.sleep(for: .seconds(60))
            return try await next(request)
        }
        let sender = try Wire.sender(ScriptedTransport()) {
            $0.clock = clock
            $0.deadline = .seconds(5)
            $0.middleware = [.after(.retry, waiting)]
        }
        let task = Task { await Wire.outcome(sender, Wire.get()) }
        await clock.sleepers(2)
        clock.advance(by: .seconds(5))
        #expect(await task.value == "transport.timedOut")
    }

    @Test("a head that a middleware made unsafe is not sent")
    func unsafeHeads() async throws {
        let changes: [@Sendable (inout HTTPRequest) -> Void] = [
            { $0.headerFields.append(HTTPField(name: .trace, lenientValue: Array("a\u{1}b".utf8))) },
            { $0.path = "/notes/1 HTTP/1.1\r\nX-Evil: 1" },
            { $0.path = "/notes/../admin" },
            { $0.path = "@evil.example/notes" },
            { $0.path = ".evil.example/notes" },
            { $0.path = ":8443/notes" },
            { $0.authority = "api.example.com/evil" },
            { $0.scheme = "file" },
        ]
        for change in changes {
            let transport = AnyTransport()
            let sender = try Wire.sender(transport) { $0.middleware = [.after(.transport, Self.changing(change))] }
            #expect(await Wire.outcome(sender, Wire.get()) == "transport.invalidRequest")
            #expect(transport.heads.withLock { $0 }.isEmpty)
        }
    }

    @Test("a line break in a header field cannot start another field")
    func lineBreak() async throws {
        let transport = AnyTransport()
        let sender = try Wire.sender(transport) {
            $0.middleware = [.before(.transport, Self.changing { $0.headerFields[.trace] = "a\r\nX-Evil: 1" })]
        }
        #expect(await Wire.outcome(sender, Wire.get()) == "success")
        let sent = transport.heads.withLock { $0 }
        #expect(sent.count == 1)
        #expect(sent.allSatisfy { $0.headerFields[.trace]?.utf8.contains { $0 == 13 || $0 == 10 } == false })
    }

    private static func throwing(_ error: any Error) -> any CallMiddleware {
        ClosureMiddleware { _, _, _ in throw error }
    }

    private static func changing(_ change: @escaping @Sendable (inout HTTPRequest) -> Void) -> any CallMiddleware {
        ClosureMiddleware { request, _, next in
            var request = request
            change(&request.head)
            return try await next(request)
        }
    }

    private func outcome(of error: any Error, at stage: CallStage) async throws -> String {
        let sender = try Wire.sender(ScriptedTransport()) {
            $0.deadline = .seconds(1)
            $0.cache = ResponseCache()
            $0.middleware = [.before(stage, Self.throwing(error))]
        }
        return await Wire.outcome(sender, Wire.get())
    }
}

/// A transport that records the head of any request and responds with 204.
private final class AnyTransport: HTTPTransport {
    let heads = LockedState<[HTTPRequest]>([])

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        heads.withLock { $0.append(request.head) }
        return TransportResponse(HTTPResponse(status: .noContent), body: .bytes([]))
    }
}
