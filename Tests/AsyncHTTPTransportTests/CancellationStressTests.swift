import APIRuntime
import AsyncHTTPTransport
import Foundation
import HTTPTypes
import SeededTesting
import Testing

/// Tests that cancel calls in every phase.
///
/// `SPECWRIGHT_CANCELS` sets the number of calls per transport; the default is 1,000.
@Suite("Cancellation at random points", .serialized, .timeLimit(.minutes(10)))
struct CancellationStressTests {
    /// The phases: before sending, during the body, before the head, during the head, during the body, after the end,
    /// and during a redirect.
    private static let phases = [
        "/echo", "/slow", "/stalls-amid-head", "/stalls", "/drip?bytes=40", "/large?bytes=300000",
        "/redirect?status=303&to=/echo",
    ]

    private static let count = ProcessInfo.processInfo.environment["SPECWRIGHT_CANCELS"].flatMap { Int($0) } ?? 1000

    @Test(
        "each call ends at once with its cancellation or response and leaves nothing open",
        arguments: TransportKind.allCases
    )
    func stress(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let transport = kind.transport(RedirectPolicy())
            // Resources that are created once and kept: threads, event loops, the first connections.
            try await round(20, seed: 1, transport, server)
            await eventually("The server has connections left: \(server.log.openConnections).", within: .seconds(90)) {
                server.log.openConnections <= 8
            }
            let before = Self.openFiles
            try await round(Self.count, seed: 2, transport, server)
            await eventually("The server has connections left: \(server.log.openConnections).", within: .seconds(90)) {
                server.log.openConnections <= 8
            }
            await eventually("Files stay open: \(Self.openFiles), \(before) before.", within: .seconds(90)) {
                Self.openFiles <= before + 16
            }
            // On a busy machine, the transport may still be ending a thousand cancelled calls.
            var last = server.request("/echo")
            last.timeout = .seconds(120)
            let echo = try await transport.send(last).echo()
            #expect(echo.path == "/echo")
        }
    }

    /// Starts calls, twenty at a time, and cancels each after a random delay.
    private func round(_ count: Int, seed: UInt64, _ transport: any HTTPTransport, _ server: LoopbackServer)
        async throws
    {
        var random = SeededRandom(seed: seed)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= 20 { await group.next() }
                let request = Self.request(number, server)
                let wait = Duration.microseconds(Int.random(in: 0...20_000, using: &random))
                group.addTask { await Self.cancel(request, after: wait, transport) }
            }
        }
    }

    private static func request(_ number: Int, _ server: LoopbackServer) -> TransportRequest {
        let path = phases[number % phases.count]
        switch number % 4 {
        case 0: return server.request(path)
        case 1: return server.request(path, .post, body: .bytes([UInt8](repeating: 1, count: 1 << (number % 18))))
        case 2:
            let stream = BodyStream(length: nil, isReplayable: false) {
                let left = LockedState(200)
                return BodyChunks {
                    await Task.yield()
                    return left.withLock { left in
                        left -= 1
                        return left >= 0 ? [UInt8](repeating: 2, count: 1000) : nil
                    }
                }
            }
            return server.request(path, .put, body: .stream(stream))
        default:
            var request = server.request(path)
            request.delivery = .streamed
            return request
        }
    }

    private static func cancel(_ request: TransportRequest, after wait: Duration, _ transport: any HTTPTransport) async
    {
        let call = Task { () -> TransportError? in
            do {
                _ = try await transport.send(request).bytes()
                return nil
            } catch {
                return error as? TransportError ?? TransportError(.connection, "\(type(of: error))")
            }
        }
        try? await Task.sleep(for: wait)
        let cancelled = ContinuousClock.now
        call.cancel()
        let error = await call.value
        #expect(error == nil || error?.code == .cancelled, "\(request.head.path ?? ""): \(error?.description ?? "")")
        // A generous limit, because machines are busy: a call that is not cancelled promptly takes the request's twenty
        // seconds.
        #expect(cancelled.duration(to: .now) < .seconds(10))
    }

    /// The number of file descriptors of this process; 0 if the system does not list them.
    private static var openFiles: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}
