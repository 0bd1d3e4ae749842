import APIRuntime
import APITesting
import HTTPTypes
import Testing

@testable import AsyncHTTPTransport

@Suite("Responses before the end of a body of unknown length", .timeLimit(.minutes(1)))
struct EarlyResponseTests {
    /// A body whose second chunk waits for the test.
    private struct HeldBody {
        let rest = ResponseGate<Void>()
        /// Opens when the second chunk is requested.
        let isAwaited = ResponseGate<Void>()
        /// Opens when the chunks are released.
        let isReleased = ResponseGate<Void>()

        private final class Chunks: Sendable {
            let count = LockedState(0)
            let isReleased: ResponseGate<Void>
            init(_ isReleased: ResponseGate<Void>) { self.isReleased = isReleased }
            deinit { isReleased.open(()) }
        }

        var body: HTTPBody {
            .stream(
                BodyStream(length: nil, isReplayable: false) {
                    let chunks = Chunks(isReleased)
                    return BodyChunks {
                        let number = chunks.count.withLock { count in
                            count += 1
                            return count
                        }
                        if number == 2 {
                            isAwaited.open(())
                            await rest.response()
                        }
                        return number <= 5 ? [UInt8](repeating: 1, count: 1000) : nil
                    }
                }
            )
        }
    }

    @Test("a server that confirms a request early receives the rest of its body", arguments: [true, false])
    func success(_ isStreamed: Bool) async throws {
        try await LoopbackServer.run { server in
            let (held, transport) = (HeldBody(), AsyncHTTPTransport())
            var request = server.request("/early-success", .put, body: held.body)
            if isStreamed { request.delivery = .streamed }
            let response = try await transport.send(request)
            #expect(response.head.status.code == 200)
            #expect(try await response.bytes() == Array("ok".utf8))
            held.rest.open(())
            await eventually("The body is incomplete.") { server.log.all.map(\.bytes) == [5000] }
            await held.isReleased.response()
            withExtendedLifetime(transport) {}
        }
    }

    @Test("a body that the server does not take is released, and one that is produced slowly is not")
    func stalled() async throws {
        let clock = TestClock()
        let held = HeldBody()
        let source = BodySource(held.body.chunks())
        #expect(try await source.next().count == 1000)
        source.releaseWhenStalled(clock: clock)
        let slow = Task { try await source.next() }
        await held.isAwaited.response()
        for _ in 0..<3 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(60))
        }
        await clock.sleepers(1)
        held.rest.open(())
        #expect(try await slow.value.count == 1000)
        // The server takes no more: the first look sees the chunk, the second one none.
        clock.advance(by: .seconds(60))
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        await held.isReleased.response()
        await #expect(throws: CancellationError.self) { try await source.next() }
    }

    @Test("a server that refuses a request early does not receive a part of its body as the whole")
    func refusal() async throws {
        try await LoopbackServer.run { server in
            let (held, transport) = (HeldBody(), AsyncHTTPTransport())
            let before = server.log.openConnections
            let response = try await transport.send(server.request("/early", .put, body: held.body))
            #expect(response.head.status.code == 401)
            held.rest.open(())
            await held.isReleased.response()
            await eventually("The connection is open.") { server.log.openConnections <= before }
            #expect(server.log.all.isEmpty)
            withExtendedLifetime(transport) {}
        }
    }

    @Test("a response that nobody reads to its end ends the body, and not as a whole one")
    func abandoned() async throws {
        try await LoopbackServer.run { server in
            let (held, transport) = (HeldBody(), AsyncHTTPTransport())
            var request = server.request("/early-success", .put, body: held.body)
            request.delivery = .streamed
            let before = server.log.openConnections
            var response: TransportResponse? = try await transport.send(request)
            #expect(response?.head.status.code == 200)
            response = nil
            held.rest.open(())
            await held.isReleased.response()
            await eventually("The connection is open.") { server.log.openConnections <= before }
            #expect(server.log.all.isEmpty)
            withExtendedLifetime(transport) {}
        }
    }
}
