@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Early end of calls", .timeLimit(.minutes(1)))
struct SenderDeadlineTests {
    @Test("a deadline ends a call while it waits for its response")
    func deadline() async throws {
        let clock = TestClock()
        let sender = try Wire.sender(ScriptedTransport([.pending], clock: clock)) {
            $0.clock = clock
            $0.timeout = nil
        }
        let call = Task { await Wire.outcome(sender, Wire.get(), CallOptions(deadline: .seconds(5))) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await call.value == "transport.timedOut")
    }

    @Test("a deadline ends a call while it waits for a credential")
    func credential() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport, credentials: ["user": NeverReady()]) { $0.clock = clock }
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        let running = Task { await Wire.outcome(sender, call, CallOptions(deadline: .seconds(5))) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await running.value == "transport.timedOut")
        #expect(transport.requests.isEmpty)
    }

    @Test("a deadline ends a call whose credential source ignores its cancellation")
    func deafCredential() async throws {
        let clock = TestClock()
        let source = DeafSource()
        let sender = try Wire.sender(ScriptedTransport(), credentials: ["user": source]) { $0.clock = clock }
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        let running = Task { await Wire.outcome(sender, call, CallOptions(deadline: .seconds(5))) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await running.value == "transport.timedOut")
        source.end()
    }

    @Test("an attempt has no more time than the deadline leaves")
    func attempt() async throws {
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport) { $0.timeout = .seconds(60) }
        _ = await Wire.outcome(sender, Wire.get(), CallOptions(deadline: .seconds(5)))
        #expect(transport.requests.first?.timeout == .seconds(5))
    }

    @Test("a wait beyond the deadline is not started, and the caller gets the response")
    func longWait() async throws {
        let transport = ScriptedTransport([.status(503, headers: [.retryAfter: "9"]), .status(204)])
        let sender = try Wire.sender(transport) { $0.retry = .standard }
        #expect(await Wire.outcome(sender, Wire.get(), CallOptions(deadline: .seconds(5))) == "undocumented")
    }

    @Test("cancelling ends a call that waits for its response")
    func cancelResponse() async throws {
        let transport = ScriptedTransport([.pending])
        let sender = try Wire.sender(transport) { $0.timeout = nil }
        let call = Task { await Wire.outcome(sender, Wire.get()) }
        while transport.requests.isEmpty { try Task.checkCancellation(); await Task.yield() }
        call.cancel()
        #expect(await call.value == "cancelled")
    }

    @Test("cancelling ends a call that waits for a credential")
    func cancelCredential() async throws {
        let source = NeverReady()
        let sender = try Wire.sender(ScriptedTransport(), credentials: ["user": source])
        let call = Task { await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user))) }
        while !source.isAsked { try Task.checkCancellation(); await Task.yield() }
        call.cancel()
        #expect(await call.value == "cancelled")
    }

    @Test("cancelling a call with a deadline is not a timeout")
    func cancelBounded() async throws {
        let transport = ScriptedTransport([.pending])
        let sender = try Wire.sender(transport)
        let call = Task { await Wire.outcome(sender, Wire.get(), CallOptions(deadline: .seconds(5))) }
        while transport.requests.isEmpty { try Task.checkCancellation(); await Task.yield() }
        call.cancel()
        #expect(await call.value == "cancelled")
    }

    @Test("a call in a cancelled task sends no request")
    func cancelledBefore() async throws {
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport)
        let call = Task {
            while !Task.isCancelled { await Task.yield() }
            return await Wire.outcome(sender, Wire.get())
        }
        call.cancel()
        #expect(await call.value == "cancelled")
        #expect(transport.requests.isEmpty)
    }
}

/// A source that returns its credential only when the task is cancelled.
private final class NeverReady: CredentialSource {
    private let asked = LockedState(false)

    var isAsked: Bool { asked.withLock { $0 } }

    func credential() async throws(AuthenticationError) -> AuthCredential {
        asked.withLock { $0 = true }
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw AuthenticationError(.cancelled, message: "")
    }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }
}

/// A source that waits for a user who does not react, like a login sheet, whether or not the task is cancelled.
private final class DeafSource: CredentialSource {
    private let gate = AsyncStream<Void>.makeStream()

    func end() { gate.continuation.finish() }

    func credential() async throws(AuthenticationError) -> AuthCredential {
        // A separate task does not inherit the cancellation.
        await Task { [gate] in for await _ in gate.stream {} }.value
        return AuthCredential(value: "late", partition: "user")
    }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }

    func partition() async -> String? { nil }
}
