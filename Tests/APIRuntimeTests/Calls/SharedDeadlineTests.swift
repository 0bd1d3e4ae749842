import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

/// Each of several calls that share a request has the whole time until its own deadline.
@Suite("Deadlines of coalesced calls", .timeLimit(.minutes(1)))
struct SharedDeadlineTests {
    private let clock = TestClock()
    private let cancelled = LockedState(0)

    @Test("a call that joins another one's request gets the response after the other one's deadline")
    func joined() async throws {
        let transport = transport([(12, .json(#"{"id": 1}"#))])
        let sender = try sender(transport)
        let first = Task { await Wire.outcome(sender, Wire.get()) }
        await until { clock.sleeperCount == 2 }
        clock.advance(by: .seconds(9))
        let second = Task { await Wire.outcome(sender, Wire.get()) }
        try await joins(2, sender)
        clock.advance(by: .seconds(1))
        #expect(await first.value == "transport.timedOut")
        clock.advance(by: .seconds(2))
        #expect(await second.value == "success")
        #expect(transport.requests.count == 1)
    }

    @Test("a retry that only the later of two calls has time for is made")
    func retried() async throws {
        let busy = ScriptedResponse.status(503, headers: [.retryAfter: "3"])
        let transport = transport([(9.5, busy), (0, .json(#"{"id": 1}"#))])
        let sender = try sender(transport) { $0.retry = .standard }
        let first = Task { await Wire.outcome(sender, Wire.get()) }
        await until { clock.sleeperCount == 2 }
        clock.advance(by: .seconds(9))
        let second = Task { await Wire.outcome(sender, Wire.get()) }
        try await joins(2, sender)
        clock.advance(by: .seconds(0.5))
        await until { clock.sleeperCount == 3 }
        clock.advance(by: .seconds(0.5))
        #expect(await first.value == "transport.timedOut")
        clock.advance(by: .seconds(2.5))
        #expect(await second.value == "success")
        #expect(transport.requests.count == 2)
    }

    @Test("a retry that none of the waiting calls has time for is not made")
    func notRetried() async throws {
        let transport = transport([(9.5, .status(503, headers: [.retryAfter: "3"]))])
        let sender = try sender(transport) { $0.retry = .standard }
        let first = Task { await Wire.outcome(sender, Wire.get()) }
        await until { clock.sleeperCount == 2 }
        clock.advance(by: .seconds(9))
        let second = Task { await Wire.outcome(sender, Wire.get()) }
        try await joins(2, sender)
        second.cancel()
        #expect(await second.value == "cancelled")
        clock.advance(by: .seconds(0.5))
        #expect(await first.value == "undocumented")
        #expect(transport.requests.count == 1)
    }

    @Test("the request ends when the last deadline of its calls passes")
    func allLeave() async throws {
        let transport = transport([(50, .json(#"{"id": 1}"#))])
        let sender = try sender(transport)
        let first = Task { await Wire.outcome(sender, Wire.get()) }
        await until { clock.sleeperCount == 2 }
        clock.advance(by: .seconds(9))
        let second = Task { await Wire.outcome(sender, Wire.get()) }
        try await joins(2, sender)
        clock.advance(by: .seconds(1))
        #expect(await first.value == "transport.timedOut")
        await until { sender.pipeline.sharing.waiterCount == 1 }
        #expect(cancelled.withLock { $0 } == 0)
        clock.advance(by: .seconds(9))
        #expect(await second.value == "transport.timedOut")
        await until { cancelled.withLock { $0 } == 1 }
        #expect(sender.pipeline.sharing.waiterCount == 0)
    }

    @Test("a call that joins the request of a background renewal has its own time")
    func background() async throws {
        let date = APITesting.TestDate()
        let stored: HTTPFields = [.cacheControl: "max-age=60"]
        let transport = transport([(0, .json(#"{"id": 1}"#, headers: stored)), (12, .json(#"{"id": 2}"#))])
        let sender = try sender(transport) {
            $0.cache = ResponseCache()
            $0.now = { date.now }
        }
        var call = Wire.get()
        call.cache = CachePolicy(staleWhileRevalidate: .seconds(3600))
        #expect(await Wire.outcome(sender, call) == "success")
        date.advance(by: 120)
        #expect(await Wire.outcome(sender, call) == "success")
        await until { transport.requests.count == 2 && clock.sleeperCount == 2 }
        clock.advance(by: .seconds(9))
        let second = Task { [call] in await Wire.outcome(sender, call, CallOptions(cache: .networkOnly)) }
        try await joins(2, sender)
        clock.advance(by: .seconds(1))
        await until { sender.pipeline.sharing.waiterCount == 1 }
        clock.advance(by: .seconds(2))
        #expect(await second.value == "success")
        #expect(transport.requests.count == 2)
    }

    /// Returns a transport that sends each response after a number of seconds, unless the request's time is over.
    private func transport(_ responses: [(seconds: Double, response: ScriptedResponse)]) -> ScriptedTransport {
        let rest = LockedState(responses[...])
        return ScriptedTransport { [clock, cancelled] request async throws(TransportError) in
            guard let next = rest.withLock({ $0.popFirst() }) else { throw TransportError(.unsupported, "") }
            let delay = Duration.seconds(next.seconds)
            let limit = request.timeout ?? .seconds(10_000)
            guard delay > .zero else { return next.response }
            guard (try? await clock.sleep(for: min(limit, delay))) != nil else {
                cancelled.withLock { $0 += 1 }
                throw .cancelled
            }
            guard delay < limit else { throw .timedOut }
            return next.response
        }
    }

    private func sender(
        _ transport: ScriptedTransport,
        _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> OperationSender {
        try Wire.sender(transport) {
            $0.sharesEqualRequests = true
            $0.clock = clock
            $0.timeout = .seconds(60)
            $0.deadline = .seconds(10)
            configure(&$0)
        }
    }

    /// Waits until a number of calls wait for one request, each with a timer.
    private func joins(_ count: Int, _ sender: OperationSender) async throws {
        await until { sender.pipeline.sharing.waiterCount == count && clock.sleeperCount == count + 1 }
    }
}
