import APIRuntime
import APITesting
import HTTPTypes
import Testing

@Suite("Waiting for a way to the network", .timeLimit(.minutes(1)))
struct WaitingTransportTests {
    private let request = TransportRequest(
        HTTPRequest(method: .get, scheme: "https", authority: "api.test", path: "/")
    )

    private func answering(_ hint: ManualConnectivity, _ sent: LockedState<Int>, _ clock: TestClock) -> WaitingTransport
    {
        WaitingTransport(CountingTransport(sent: sent), hint: hint, patience: .seconds(10), clock: clock)
    }

    @Test("with a way, or with nothing known, it sends at once", arguments: [true, nil])
    func atOnce(_ isReachable: Bool?) async throws {
        let sent = LockedState(0)
        let transport = answering(ManualConnectivity(isReachable: isReachable), sent, TestClock())
        _ = try await transport.send(request)
        #expect(sent.withLock { $0 } == 1)
    }

    @Test("without a way it sends as soon as there is one")
    func whenReachable() async throws {
        let (sent, clock, hint) = (LockedState(0), TestClock(), ManualConnectivity(isReachable: false))
        let call = Task { try await answering(hint, sent, clock).send(request) }
        await clock.sleepers(1)
        #expect(sent.withLock { $0 } == 0)
        hint.set(true)
        _ = try await call.value
        #expect(sent.withLock { $0 } == 1)
    }

    @Test("when patience ends it sends all the same: the hint may be wrong")
    func patience() async throws {
        let (sent, clock, hint) = (LockedState(0), TestClock(), ManualConnectivity(isReachable: false))
        let call = Task { try await answering(hint, sent, clock).send(request) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(10))
        _ = try await call.value
        #expect(sent.withLock { $0 } == 1)
    }

    @Test("cancelled while it waits, it sends nothing")
    func cancelled() async {
        let (sent, clock, hint) = (LockedState(0), TestClock(), ManualConnectivity(isReachable: false))
        let call = Task { try await answering(hint, sent, clock).send(request) }
        await clock.sleepers(1)
        call.cancel()
        let result = await call.result
        #expect(throws: TransportError.cancelled) { try result.get() }
        #expect(sent.withLock { $0 } == 0)
    }

    @Test("every listener receives the current hint and all later ones")
    func listeners() async {
        let hint = ManualConnectivity()
        #expect(hint.isReachable == nil)
        hint.set(false)
        var first = hint.changes().makeAsyncIterator()
        var second = hint.changes().makeAsyncIterator()
        #expect(await first.next() == false)
        #expect(await second.next() == false)
        hint.set(true)
        #expect(await first.next() == true)
        #expect(await second.next() == true)
        #expect(hint.isReachable == true)
    }
}

/// A transport that counts requests and responds to each with 204.
private struct CountingTransport: HTTPTransport {
    let sent: LockedState<Int>

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        sent.withLock { $0 += 1 }
        return TransportResponse(HTTPResponse(status: .noContent), body: .bytes([]))
    }
}
