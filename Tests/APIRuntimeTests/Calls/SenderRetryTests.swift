@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import SeededTesting
import Testing

@Suite("Retries of a sender", .timeLimit(.minutes(1)))
struct SenderRetryTests {
    private static let lost = ScriptedResponse.failure(TransportError(.connection, ""))
    private static let refused = ScriptedResponse.failure(TransportError(.unreachable, ""))

    private func run(
        _ responses: [ScriptedResponse],
        _ call: OperationCall,
        policy: RetryPolicy = RetryPolicy(baseDelay: .zero)
    ) async throws -> (outcome: String, count: Int) {
        let transport = ScriptedTransport(responses)
        let outcome = await Wire.outcome(try Wire.sender(transport) { $0.retry = policy }, call)
        return (outcome, transport.requests.count)
    }

    @Test("a safe call is retried after a lost connection and after a 503")
    func safe() async throws {
        let result = try await run([Self.lost, .status(503), .status(204)], Wire.get())
        #expect(result == ("success", 3))
    }

    @Test("the last attempt's response is returned to the caller")
    func exhausted() async throws {
        let result = try await run(Array(repeating: .status(503), count: 4), Wire.get())
        #expect(result == ("undocumented", 3))
    }

    @Test("an unsafe call is sent once, unless nothing left the device")
    func unsafe() async throws {
        #expect(try await run([Self.lost, .status(204)], Wire.post()) == ("transport.connection", 1))
        #expect(try await run([.status(503), .status(204)], Wire.post()) == ("undocumented", 1))
        #expect(try await run([Self.refused, .status(204)], Wire.post()) == ("success", 2))
    }

    @Test(
        "only a failure before the first byte lets an unsafe call be sent again",
        arguments: [TransportError.Code.unreachable, .connection, .malformedResponse, .timedOut],
        SendAccount.Extent.allCases
    )
    func account(_ code: TransportError.Code, _ extent: SendAccount.Extent) async throws {
        for hop in 0...2 {
            let failure = ScriptedResponse.failure(TransportError(code, "", sent: SendAccount(extent, hop: hop)))
            let mayRepeat = extent == .nothing && hop == 0
            let post = try await run([failure, .status(204)], Wire.post())
            #expect(post == (mayRepeat ? ("success", 2) : ("transport.\(code.rawValue)", 1)))
            #expect(try await run([failure, .status(204)], Wire.get()) == ("success", 2))
        }
    }

    @Test("the error of a call says whether the server may have acted on any of its attempts", arguments: 0..<200)
    func mixedAttempts(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let outcomes = (0..<5).map { _ in ["lost", "refused", "503", "unsaved"].randomElement(using: &random) ?? "" }
        let credentials = UnreliableCredentials(outcomes.map { $0 == "unsaved" })
        var responses = outcomes.filter { $0 != "unsaved" }.map { outcome in
            switch outcome {
            case "lost": Self.lost
            case "refused": Self.refused
            default: ScriptedResponse.status(503)
            }
        }
        responses.append(.status(204))
        let transport = ScriptedTransport(responses)
        let sender = try Wire.sender(transport, credentials: ["user": credentials]) {
            $0.retry = RetryPolicy(maximumAttempts: 5, baseDelay: .zero, budget: nil)
        }
        var call = Wire.post(security: SecurityRequirement(Wire.user))
        call.replay = .keyed(header: "Idempotency-Key")
        do {
            try await sender.sendEmpty(call, CallOptions(), failing: WireError.self)
            Issue.record("The server was never available.")
        } catch {
            let sent = outcomes.prefix { $0 != "unsaved" }
            let hasActed = sent.contains("lost") || sent.contains("503")
            #expect(error.mayHaveActed == hasActed, "\(outcomes): \(error)")
            #expect(transport.requests.count == sent.count)
        }
    }

    @Test("a Retry-After date is compared with the server's clock, not a device clock that is hours off")
    func serverClock() async throws {
        let clock = TestClock()
        let headers: HTTPFields = [
            .retryAfter: "Sun, 06 Nov 1994 08:49:57 GMT", .date: "Sun, 06 Nov 1994 08:49:37 GMT",
        ]
        let transport = ScriptedTransport([.status(503, headers: headers), .status(204)])
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy()
            $0.clock = clock
        }
        async let outcome = Wire.outcome(sender, Wire.get())
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(19_999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(await outcome == "success")
    }

    @Test("an unsafe call with an idempotency key is retried")
    func keyed() async throws {
        var call = Wire.post()
        call.replay = .keyed(header: "Idempotency-Key")
        #expect(try await run([Self.lost, .status(204)], call) == ("success", 2))
    }

    @Test("a body that can be read only once is sent once")
    func stream() async throws {
        var call = OperationCall("upload", .put, "/x")
        call.binary(
            .stream(BodyStream(length: 1, isReplayable: false) { BodyChunks([1]) }),
            contentType: "image/png"
        )
        #expect(try await run([.status(503), .status(204)], call) == ("undocumented", 1))
    }

    @Test(
        "permanent errors are not retried",
        arguments: [TransportError.Code.tls, .tooLarge, .redirectRefused]
    )
    func final(_ code: TransportError.Code) async throws {
        let result = try await run([.failure(TransportError(code, "")), .status(204)], Wire.get())
        #expect(result == ("transport.\(code.rawValue)", 1))
    }

    @Test("a caller's retry policy replaces the client's")
    func options() async throws {
        let transport = ScriptedTransport([.status(503), .status(204)])
        let sender = try Wire.sender(transport) { $0.retry = RetryPolicy(baseDelay: .zero) }
        #expect(await Wire.outcome(sender, Wire.get(), CallOptions(retry: .never)) == "undocumented")
        #expect(transport.requests.count == 1)
    }

    @Test("waits follow Retry-After by the client's clock")
    func retryAfter() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport([.status(429, headers: [.retryAfter: "7"]), .status(204)])
        let sender = try Wire.sender(transport) {
            $0.retry = .standard
            $0.clock = clock
        }
        let call = Task { await Wire.outcome(sender, Wire.get()) }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(6999))
        #expect(transport.requests.count == 1)
        clock.advance(by: .milliseconds(1))
        #expect(await call.value == "success")
        #expect(transport.requests.count == 2)
    }

    @Test("cancelling ends a wait")
    func cancel() async throws {
        let clock = TestClock()
        let sender = try Wire.sender(ScriptedTransport([.status(503)])) {
            $0.retry = .standard
            $0.clock = clock
        }
        let call = Task { await Wire.outcome(sender, Wire.get()) }
        await clock.sleepers(1)
        call.cancel()
        #expect(await call.value == "cancelled")
    }

    @Test("an empty retry budget ends retries")
    func budget() async throws {
        let policy = RetryPolicy(maximumAttempts: 5, baseDelay: .zero, budget: RetryBudget(capacity: 1, deposit: 0))
        let result = try await run(Array(repeating: .status(503), count: 5), Wire.get(), policy: policy)
        #expect(result == ("undocumented", 2))
    }

    @Test("each attempt uses the current credential")
    func credentials() async throws {
        let source = ScriptedCredentials(["a"])
        let transport = ScriptedTransport([.status(503), .status(204)])
        let sender = try Wire.sender(transport, credentials: ["user": source]) {
            $0.retry = RetryPolicy(baseDelay: .zero)
        }
        _ = await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user)))
        #expect(source.askedCount == 2)
    }
}

/// A source whose store cannot be read at some calls.
private final class UnreliableCredentials: CredentialSource {
    private let failures: LockedState<[Bool]>

    init(_ failures: [Bool]) {
        self.failures = LockedState(failures)
    }

    func credential() async throws(AuthenticationError) -> AuthCredential {
        let fails = failures.withLock { $0.isEmpty ? false : $0.removeFirst() }
        if fails { throw AuthenticationError(.storage, message: "The store cannot be read.") }
        return AuthCredential(value: "a", partition: "anna")
    }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }

    func partition() async -> String? { "anna" }
}
