@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Long-running work", .timeLimit(.minutes(1)))
struct PollingTests {
    private struct Notes: OperationGroup {
        let sender: OperationSender

        func get(
            wait: Duration? = nil,
            security: SecurityRequirement = .none
        ) async throws(WireError) -> WireNote {
            var call = Wire.get(security: security)
            call.query("wait", wait.map { Int($0 / .seconds(1)) })
            return try await sender.send(call, CallOptions(), failing: WireError.self)
        }
    }

    private let clock = TestClock()

    @Test("polling ends when the response reports that the work has ended")
    func done() async throws {
        let (transport, notes) = try notes([#"{"id": 1}"#, #"{"id": 1}"#, #"{"id": 2}"#])
        let task = Task {
            try await notes.poll(PollingOptions(interval: .seconds(5)), until: { $0.id == 2 }) {
                group,
                _ throws(WireError) in
                try await group.get()
            }
        }
        for _ in 0..<2 { await step(.seconds(5)) }
        #expect(try await task.value.id == 2)
        #expect(transport.requests.count == 3)
    }

    @Test("waits back off to the maximum, and Retry-After has precedence up to it")
    func backoff() async throws {
        var scripted = (0..<4).map { _ in ScriptedResponse.json(#"{"id": 1}"#) }
        scripted.insert(.json(#"{"id": 1}"#, headers: [.retryAfter: "7"]), at: 1)
        scripted.insert(.json(#"{"id": 1}"#, headers: [.retryAfter: "700"]), at: 2)
        let transport = ScriptedTransport(scripted + [.json(#"{"id": 2}"#)])
        let notes = Notes(sender: try Wire.sender(transport) { $0.clock = clock })
        let polling = PollingOptions(interval: .seconds(2), backoff: 2, maximumInterval: .seconds(40))
        let task = Task {
            try await notes.poll(polling, until: { $0.id == 2 }) { group, _ throws(WireError) in try await group.get() }
        }
        for (count, seconds) in zip(1..., [2, 7, 40, 16, 32, 40]) {
            await clock.sleepers(1)
            #expect(transport.requests.count == count)
            clock.advance(by: .seconds(seconds) - .milliseconds(1))
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .milliseconds(1))
        }
        #expect(try await task.value.id == 2)
    }

    @Test("neither a Retry-After of 0 nor a wrong device clock causes polling without a pause")
    func noPause() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let later = "Sun, 06 Nov 1994 08:49:46 GMT"
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: [.retryAfter: "0"]),
            .json(#"{"id": 1}"#, headers: [.retryAfter: later, .date: date]),
            .json(#"{"id": 1}"#, headers: [.retryAfter: date]), .json(#"{"id": 2}"#),
        ])
        let notes = Notes(sender: try Wire.sender(transport) { $0.clock = clock })
        let task = Task {
            try await notes.poll(PollingOptions(interval: .seconds(5)), until: { $0.id == 2 }) {
                group,
                _ throws(WireError) in
                try await group.get()
            }
        }
        for seconds in [5, 9, 5] {
            await clock.sleepers(1)
            clock.advance(by: .seconds(seconds) - .milliseconds(1))
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .milliseconds(1))
        }
        #expect(try await task.value.id == 2)
    }

    @Test("a long poll is repeated at once and never beyond the deadline")
    func longPoll() async throws {
        let clock = clock
        let count = LockedState(0)
        let transport = ScriptedTransport { _ throws(TransportError) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            // Delays the first two responses for as long as possible.
            if number < 3 { clock.advance(by: .seconds(20)) }
            return .json(#"{"id": \#(number)}"#)
        }
        let notes = Notes(sender: try Wire.sender(transport) { $0.clock = clock })
        let polling = PollingOptions(interval: .seconds(3), wait: .seconds(20), deadline: .seconds(50))
        let note = try await notes.poll(polling, until: { $0.id == 3 }) { group, wait throws(WireError) in
            try await group.get(wait: wait)
        }
        #expect(note.id == 3)
        #expect(transport.requests.map(\.query) == ["wait=20", "wait=20", "wait=10"])
    }

    @Test("polling ends before a wait that would exceed the deadline")
    func deadline() async throws {
        let (transport, notes) = try notes([#"{"id": 1}"#, #"{"id": 1}"#])
        let polling = PollingOptions(interval: .seconds(30), deadline: .seconds(50))
        let task = Task {
            try await notes.poll(polling, until: { $0.id == 2 }) { group, _ throws(WireError) in try await group.get() }
        }
        await step(.seconds(30))
        let error = await #expect(throws: WireError.self) { try await task.value }
        #expect(error?.name == "transport.timedOut")
        #expect(transport.requests.count == 2)
    }

    @Test("the deadline of a polling ends a request that gets no response")
    func stalledRequest() async throws {
        let transport = ScriptedTransport([.json(#"{"id": 1}"#), .pending], clock: clock)
        let notes = Notes(
            sender: try Wire.sender(transport) {
                $0.clock = clock
                $0.timeout = nil
                $0.retry = .standard
            }
        )
        let polling = PollingOptions(interval: .seconds(1), deadline: .seconds(10))
        let task = Task {
            try await notes.poll(polling, until: { $0.id == 2 }) { group, _ throws(WireError) in try await group.get() }
        }
        await step(.seconds(1))
        await until { transport.requests.count == 2 && clock.sleeperCount == 1 }
        clock.advance(by: .seconds(9))
        await until { clock.sleeperCount == 0 }
        task.cancel()
        let error = await #expect(throws: WireError.self) { try await task.value }
        #expect(error?.name == "transport.timedOut")
        #expect(transport.requests.count == 2)
    }

    @Test("the deadline of a polling ends the wait for a connection")
    func noConnection() async throws {
        let (transport, hint) = (ScriptedTransport([.json(#"{"id": 1}"#)]), ManualConnectivity(isReachable: true))
        let waiting = WaitingTransport(transport, hint: hint, patience: .seconds(100), clock: clock)
        let notes = Notes(sender: try Wire.sender(waiting) { $0.clock = clock })
        let polling = PollingOptions(interval: .seconds(1), deadline: .seconds(10))
        let task = Task {
            try await notes.poll(polling, until: { $0.id == 2 }) { group, _ throws(WireError) in try await group.get() }
        }
        await until { transport.requests.count == 1 && clock.sleeperCount == 1 }
        hint.set(false)
        for _ in 0..<20 {
            for _ in 0..<200 { await Task.yield() }
            clock.advance(by: .seconds(1))
        }
        let error = await #expect(throws: WireError.self) { try await task.value }
        #expect(error?.name == "transport.timedOut")
    }

    @Test("the deadline of a polling ends the wait for a credential")
    func stalledCredential() async throws {
        let transport = ScriptedTransport([.json(#"{"id": 1}"#)])
        let sender = try Wire.sender(transport, credentials: ["user": StalledSource()]) { $0.clock = clock }
        let notes = Notes(sender: sender)
        let polling = PollingOptions(interval: .seconds(1), deadline: .seconds(10))
        let task = Task {
            try await notes.poll(polling, until: { $0.id == 2 }) { group, _ throws(WireError) in
                try await group.get(security: SecurityRequirement(Wire.user))
            }
        }
        await until { transport.requests.count == 1 && clock.sleeperCount == 1 }
        for _ in 0..<20 {
            for _ in 0..<200 { await Task.yield() }
            clock.advance(by: .seconds(1))
        }
        let error = await #expect(throws: WireError.self) { try await task.value }
        #expect(error?.name == "transport.timedOut")
    }

    @Test("an error of the operation or a cancelled task ends polling")
    func ends() async throws {
        let failing = Notes(sender: try Wire.sender(ScriptedTransport([.json(#"{"id": 1}"#, status: 410)])))
        let gone = await #expect(throws: WireError.self) {
            try await failing.poll(PollingOptions(), until: { $0.id == 2 }) { group, _ throws(WireError) in
                try await group.get()
            }
        }
        #expect(gone?.name == "gone")
        let (_, notes) = try notes([#"{"id": 1}"#])
        let task = Task {
            try await notes.poll(PollingOptions(), until: { $0.id == 2 }) { group, _ throws(WireError) in
                try await group.get()
            }
        }
        await clock.sleepers(1)
        task.cancel()
        let cancelled = await #expect(throws: WireError.self) { try await task.value }
        #expect(cancelled?.name == "cancelled")
    }

    @Test("the states arrive in order, including the last one")
    func states() async throws {
        let (_, notes) = try notes([#"{"id": 1}"#, #"{"id": 2}"#, #"{"id": 3}"#])
        let states = notes.states(PollingOptions(interval: .seconds(1)), until: { $0.id == 3 }) {
            group,
            _ throws(WireError) in try await group.get()
        }
        let task = Task { try await all(states).map(\.id) }
        for _ in 0..<2 { await step(.seconds(1)) }
        #expect(try await task.value == [1, 2, 3])
    }

    private func notes(_ responses: [String]) throws -> (ScriptedTransport, Notes) {
        let transport = ScriptedTransport(responses.map { .json($0) })
        return (transport, Notes(sender: try Wire.sender(transport) { $0.clock = clock }))
    }

    private func step(_ duration: Duration) async {
        await clock.sleepers(1)
        clock.advance(by: duration)
    }
}

/// A source whose second credential never arrives.
private final class StalledSource: CredentialSource {
    private let count = LockedState(0)

    func credential() async throws(AuthenticationError) -> AuthCredential {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number > 1 {
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw AuthenticationError(.cancelled, message: "")
        }
        return AuthCredential(value: "a", partition: "user")
    }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }

    func partition() async -> String? { "user" }
}
