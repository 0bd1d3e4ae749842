import APIRuntime
import APITesting
import HTTPTypes
import Testing

@Suite("Waiting for network connectivity", .timeLimit(.minutes(1)))
struct WaitingTransportTests {
    private let request = TransportRequest(
        HTTPRequest(method: .get, scheme: "https", authority: "api.test", path: "/")
    )

    private func responding(
        _ hint: ManualConnectivity,
        _ sent: LockedState<Int>,
        _ clock: TestClock
    ) -> WaitingTransport {
        WaitingTransport(CountingTransport(sent: sent), hint: hint, patience: .seconds(10), clock: clock)
    }

    @Test("a request is sent at once if the network is reachable or its state unknown", arguments: [true, nil])
    func atOnce(_ isReachable: Bool?) async throws {
        let sent = LockedState(0)
        let transport = responding(ManualConnectivity(isReachable: isReachable), sent, TestClock())
        _ = try await transport.send(request)
        #expect(sent.withLock { $0 } == 1)
    }

    @Test("an unreachable network delays a request until it is reachable")
    func whenReachable() async throws {
        let (sent, clock, hint) = (LockedState(0), TestClock(), ManualConnectivity(isReachable: false))
        let call = Task { try await responding(hint, sent, clock).send(request) }
        await clock.sleepers(1)
        #expect(sent.withLock { $0 } == 0)
        hint.set(true)
        _ = try await call.value
        #expect(sent.withLock { $0 } == 1)
    }

    @Test("a request is sent when the waiting time ends, because the hint may be wrong")
    func patience() async throws {
        let (sent, clock, hint) = (LockedState(0), TestClock(), ManualConnectivity(isReachable: false))
        let call = Task { try await responding(hint, sent, clock).send(request) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(10))
        _ = try await call.value
        #expect(sent.withLock { $0 } == 1)
    }

    @Test("a request that is cancelled while it waits is not sent")
    func cancelled() async {
        let (sent, clock, hint) = (LockedState(0), TestClock(), ManualConnectivity(isReachable: false))
        let call = Task { try await responding(hint, sent, clock).send(request) }
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
