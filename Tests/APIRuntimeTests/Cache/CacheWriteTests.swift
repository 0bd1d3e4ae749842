@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import SeededTesting
import Testing

/// Tests that a response from before a write is not served after it.
@Suite("Cached responses and writes", .timeLimit(.minutes(1)))
struct CacheWriteTests {
    @Test("a response requested before a successful write is never served from the cache after it", arguments: 0..<60)
    func interleavings(_ seed: UInt64) async throws {
        let report = try await CacheWriteRun(seed: seed).run()
        #expect(report.violations == [])
        #expect(report.reads > 0 && report.writes > 0)
    }

    private let world = WriteWorld()

    private func sender(_ cache: ResponseCache = ResponseCache(), shares: Bool = false) throws -> OperationSender {
        let transport = ScriptedTransport { [world] request throws(TransportError) in await world.exchange(request) }
        return try Wire.sender(transport) {
            $0.cache = cache
            $0.sharesEqualRequests = shares
        }
    }

    /// Starts a call, whose request has then arrived at the server.
    private func start(_ sender: OperationSender, _ call: OperationCall) async throws -> Task<String, Never> {
        let count = world.count
        let task = Task { await Wire.outcome(sender, call) }
        while world.count == count { try Task.checkCancellation(); await Task.yield() }
        return task
    }

    /// Sends a write, which the server carries out.
    private func write(_ sender: OperationSender, _ call: OperationCall = CacheWriteRun.write(1)) async throws {
        let task = try await start(sender, call)
        let last = world.count - 1
        world.process(last, .status(204))
        world.deliver(last)
        #expect(await task.value == "success")
    }

    private static let fresh = ScriptedResponse.json(#"{"id": 0}"#, headers: [.cacheControl: "max-age=60"])

    @Test("a response that arrives after a write by another client of the same cache is not stored")
    func otherClient() async throws {
        let cache = ResponseCache()
        let (first, second) = (try sender(cache), try sender(cache))
        let read = try await start(first, CacheWriteRun.read(1))
        world.process(0, Self.fresh)
        try await write(second)
        world.deliver(0)
        #expect(await read.value == "success")
        // The second call sends its own request.
        let next = try await start(first, CacheWriteRun.read(1))
        world.process(0, Self.fresh)
        world.deliver(0)
        #expect(await next.value == "success")
    }

    @Test("a stored response is not served in place of a failure after a write has made it invalid")
    func fallback() async throws {
        let sender = try sender()
        var call = CacheWriteRun.read(1)
        call.cache = CachePolicy(lifetime: .zero, staleIfError: .seconds(60))
        let first = try await start(sender, call)
        world.process(0, Self.fresh)
        world.deliver(0)
        #expect(await first.value == "success")
        let second = try await start(sender, call)
        world.process(0, .status(503))
        try await write(sender)
        world.deliver(0)
        #expect(await second.value == "undocumented")
    }

    @Test(
        "the response to a write is stored unless another write of the same resource has ended meanwhile",
        arguments: 0...2
    )
    func ownResponse(_ others: Int) async {
        let bench = CacheBench()
        let fields: HTTPFields = [.cacheControl: "max-age=60", .contentLocation: "/notes"]
        let timing = CacheTiming(requestedAt: bench.start, receivedAt: bench.start, evictionsBefore: 0)
        for number in 0..<others {
            let path = number == 0 ? "/other" : "/notes"
            await bench.cache.invalidate(after: HTTPResponse(status: 204), to: bench.request(path, .put))
        }
        let response = HTTPResponse(status: .ok, headerFields: fields)
        await bench.cache.record(
            response,
            body: [],
            for: bench.request("/notes", .post),
            partition: "anna",
            timing: timing
        )
        #expect(await bench.verdict() == (others < 2 ? .fresh : .fetch))
    }

    @Test(
        "a call joins no request from before the end of a write, with a cache or without one",
        arguments: [true, false]
    )
    func joining(_ caches: Bool) async throws {
        let transport = ScriptedTransport { [world] request throws(TransportError) in await world.exchange(request) }
        let sender = try Wire.sender(transport) {
            $0.cache = caches ? ResponseCache() : nil
            $0.sharesEqualRequests = true
        }
        let first = try await start(sender, CacheWriteRun.read(1))
        world.process(0, Self.fresh)
        try await write(sender)
        let second = try await start(sender, CacheWriteRun.read(1))
        world.process(1, Self.fresh)
        world.deliver(1)
        #expect(await second.value == "success")
        world.deliver(0)
        #expect(await first.value == "success")
    }

    @Test("a call joins no request from before a write whose deadline has passed, while its stages still run")
    func lateWrite() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport { [world] request throws(TransportError) in await world.exchange(request) }
        let sender = try Wire.sender(transport) {
            $0.sharesEqualRequests = true
            $0.clock = clock
        }
        let first = try await start(sender, CacheWriteRun.read(1))
        world.process(0, Self.fresh)
        let count = world.count
        let write = Task {
            await Wire.outcome(sender, CacheWriteRun.write(1), CallOptions(deadline: .seconds(5)))
        }
        while world.count == count { try Task.checkCancellation(); await Task.yield() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await write.value == "transport.timedOut")
        let second = try await start(sender, CacheWriteRun.read(1))
        world.process(1, .status(204))
        world.process(2, Self.fresh)
        for index in [2, 1, 0] { world.deliver(index) }
        #expect(await second.value == "success")
        #expect(await first.value == "success")
    }

    /// Reads a resource, lets a write end, and returns whether the next read sends a request.
    private func isReadAgain(
        after responses: [ScriptedResponse],
        _ outcome: String,
        retry: RetryPolicy = RetryPolicy(baseDelay: .zero)
    ) async throws -> Bool {
        let transport = ScriptedTransport([Self.fresh] + responses + [Self.fresh])
        let sender = try Wire.sender(transport) {
            $0.cache = ResponseCache()
            $0.retry = retry
        }
        #expect(await Wire.outcome(sender, CacheWriteRun.read(1)) == "success")
        #expect(await Wire.outcome(sender, CacheWriteRun.write(1)) == outcome)
        #expect(await Wire.outcome(sender, CacheWriteRun.read(1)) == "success")
        return transport.requests.count == responses.count + 2
    }

    @Test("a write whose first attempt may have had its effect invalidates, however its last attempt ends")
    func repeatedWrite() async throws {
        let lost = ScriptedResponse.failure(TransportError(.connection, "", sent: .everything))
        let refused = ScriptedResponse.failure(TransportError(.unreachable, "", sent: .nothing))
        for status in [404, 412] {
            #expect(try await isReadAgain(after: [lost, .status(status)], "undocumented"))
            #expect(try await !isReadAgain(after: [.status(status)], "undocumented"))
        }
        #expect(try await isReadAgain(after: [lost, refused, refused], "transport.unreachable"))
        #expect(try await isReadAgain(after: [.status(503), refused, refused], "transport.unreachable"))
        #expect(try await !isReadAgain(after: [refused, refused, refused], "transport.unreachable"))
    }

    @Test("a write that fails at the server or at a gateway invalidates", arguments: [408, 500, 502, 503, 504])
    func failedWrite(_ status: Int) async throws {
        #expect(try await isReadAgain(after: [.status(status)], "undocumented", retry: .never))
        #expect(try await !isReadAgain(after: [.status(409)], "undocumented", retry: .never))
    }

    @Test("a stored response is not served after a write whose deadline has passed, while its stages still run")
    func lateWriteOfCachedResource() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport { [world] request throws(TransportError) in await world.exchange(request) }
        let sender = try Wire.sender(transport) {
            $0.cache = ResponseCache()
            $0.clock = clock
        }
        let first = try await start(sender, CacheWriteRun.read(1))
        world.process(0, Self.fresh)
        world.deliver(0)
        #expect(await first.value == "success")
        let write = Task {
            await Wire.outcome(sender, CacheWriteRun.write(1), CallOptions(deadline: .seconds(5)))
        }
        while world.count == 0 { try Task.checkCancellation(); await Task.yield() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await write.value == "transport.timedOut")
        let second = try await start(sender, CacheWriteRun.read(1))
        world.process(0, .status(204))
        world.process(1, Self.fresh)
        for index in [1, 0] { world.deliver(index) }
        #expect(await second.value == "success")
    }

    @Test("a write to one resource does not keep the responses of another one from being stored")
    func otherResource() async throws {
        let sender = try sender()
        let read = try await start(sender, CacheWriteRun.read(1))
        world.process(0, Self.fresh)
        try await write(sender, CacheWriteRun.write(2))
        world.deliver(0)
        #expect(await read.value == "success")
        #expect(await Wire.outcome(sender, CacheWriteRun.read(1)) == "success")
        #expect(world.count == 0)
    }
}
