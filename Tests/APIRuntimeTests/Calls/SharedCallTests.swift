import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Coalescing of equal calls", .timeLimit(.minutes(1)))
struct SharedCallTests {
    private let gate = Gate()

    @Test("fifty equal GETs share one request, and each receives its response")
    func shared() async throws {
        let observer = RecordingObserver()
        let sender = try sender { $0.observer = observer }
        let tasks = (0..<50).map { _ in Task { await Wire.outcome(sender, Wire.get()) } }
        try await waiters(50, sender)
        await gate.open()
        for task in tasks { #expect(await task.value == "success") }
        #expect(await gate.requests.count == 1)
        #expect(observer.events.count(where: { $0.cache == .shared }) == 49)
        #expect(observer.events.count == 50)
    }

    @Test("calls that differ in URL, header fields or owner are not shared, and neither are changes")
    func apart() async throws {
        let sender = try sender()
        var named = CallOptions()
        named.setHeader("X-Trace", to: "1")
        let secured = SecurityRequirement(Wire.user)
        let calls = [
            (Wire.get(), CallOptions()), (Wire.get("/notes/2"), CallOptions()), (Wire.get(), named),
            (Wire.get(security: secured), CallOptions()), (Wire.post(), CallOptions()), (Wire.post(), CallOptions()),
        ]
        let tasks = calls.map { call, options in Task { await Wire.outcome(sender, call, options) } }
        while await gate.requests.count < 6 { try Task.checkCancellation(); await Task.yield() }
        await gate.open()
        for task in tasks { #expect(await task.value == "success") }
    }

    @Test("a call with its own retry policy shares no request")
    func ownRetry() async throws {
        let sender = try sender()
        var never = CallOptions()
        never.retry = .never
        let tasks = [CallOptions(), never, never].map { options in
            Task { await Wire.outcome(sender, Wire.get(), options) }
        }
        while await gate.requests.count < 3 { try Task.checkCancellation(); await Task.yield() }
        await gate.open()
        for task in tasks { #expect(await task.value == "success") }
    }

    @Test("a cancelled call leaves the shared request to the others")
    func cancelled() async throws {
        let sender = try sender()
        let first = Task { await Wire.outcome(sender, Wire.get()) }
        try await waiters(1, sender)
        let second = Task { await Wire.outcome(sender, Wire.get()) }
        try await waiters(2, sender)
        first.cancel()
        #expect(await first.value == "cancelled")
        await gate.open()
        #expect(await second.value == "success")
        #expect(await gate.requests.count == 1)
    }

    @Test("the last cancellation cancels the request, and the next call sends a new one")
    func allCancelled() async throws {
        let sender = try sender()
        let tasks = (0..<3).map { _ in Task { await Wire.outcome(sender, Wire.get()) } }
        try await waiters(3, sender)
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value == "cancelled") }
        while await gate.cancelled == 0 { try Task.checkCancellation(); await Task.yield() }
        let next = Task { await Wire.outcome(sender, Wire.get()) }
        try await waiters(1, sender)
        await gate.open()
        #expect(await next.value == "success")
        #expect(await gate.requests.count == 2)
    }

    @Test("an error reaches all waiting callers and is not stored")
    func failures() async throws {
        let transport = ScriptedTransport { [gate] _ throws(TransportError) in
            await gate.pass("")
            throw TransportError(.connection, "lost")
        }
        let sender = try sender(transport)
        let tasks = (0..<2).map { _ in Task { await Wire.outcome(sender, Wire.get()) } }
        try await waiters(2, sender)
        await gate.open()
        for task in tasks { #expect(await task.value == "transport.connection") }
        _ = await Wire.outcome(sender, Wire.get())
        #expect(transport.requests.count == 2)
    }

    @Test("with a cache, all calls are served and one response is stored")
    func cached() async throws {
        let sender = try sender { $0.cache = ResponseCache() }
        let tasks = (0..<5).map { _ in Task { await Wire.outcome(sender, Wire.get()) } }
        try await waiters(5, sender)
        await gate.open()
        for task in tasks { #expect(await task.value == "success") }
        #expect(await Wire.outcome(sender, Wire.get()) == "success")
        #expect(await gate.requests.count == 1)
    }

    private func sender(
        _ transport: ScriptedTransport? = nil,
        _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> OperationSender {
        let gated = ScriptedTransport { [gate] request throws(TransportError) in
            await gate.pass(request.line)
            if Task.isCancelled { throw .cancelled }
            return .json("{\"id\": 1}", headers: [.cacheControl: "max-age=60"])
        }
        return try Wire.sender(transport ?? gated, credentials: ["user": ScriptedCredentials(["a"])]) {
            $0.sharesEqualRequests = true
            configure(&$0)
        }
    }

    private func waiters(_ count: Int, _ sender: OperationSender) async throws {
        while sender.pipeline.sharing.waiterCount != count { try Task.checkCancellation(); await Task.yield() }
    }
}

/// A gate that holds requests until a test opens it.
private actor Gate {
    private(set) var requests: [String] = []
    private(set) var cancelled = 0
    private var isOpen = false

    func open() { isOpen = true }

    func pass(_ line: String) async {
        requests.append(line)
        while !isOpen, !Task.isCancelled { await Task.yield() }
        if Task.isCancelled { cancelled += 1 }
    }
}
