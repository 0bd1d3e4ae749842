@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Event streams across connections", .timeLimit(.minutes(1)))
struct ReconnectionTests {
    private let lost = TransportError(.connection, "")

    @Test("without the option, a stream ends with its connection or its error")
    func off() async throws {
        let (transport, events) = try stream([events("data: 1\n\n"), events("data: 2\n\n", .failure(lost))], nil)
        #expect(try await all(events).map(\.data) == ["1"])
        let error = await #expect(throws: WireError.self) { try await all(events) }
        #expect(error?.name == "transport.connection")
        #expect(transport.requests.count == 2)
    }

    @Test("after a lost connection, a stream resumes after the last complete event")
    func resumes() async throws {
        let (transport, events) = try stream(
            [
                events("id: 1\ndata: a\n\nid: 2\ndata: half", .failure(lost)), .failure(lost), .status(503),
                events("data: b\n\n"), .status(204),
            ],
            .init()
        )
        #expect(try await all(events).map(\.data) == ["a", "b"])
        #expect(transport.requests.map { $0.header("last-event-id") } == [nil, "1", "1", "1", "1"])
        #expect(transport.requests.allSatisfy { $0.header("accept") == "text/event-stream" })
    }

    @Test("an identifier that no header field can contain is not sent, and the stream continues")
    func unsendableIdentifier() async throws {
        let (transport, events) = try stream(
            [events("id: a\u{1}b\ndata: a\n\n", .failure(lost)), events("id: 2\ndata: b\n\n"), .status(204)],
            .init()
        )
        #expect(try await all(events).map(\.data) == ["a", "b"])
        #expect(transport.requests.map { $0.header("last-event-id") } == [nil, nil, "2"])
    }

    @Test("an identifier is sent without the space around it, which a header field cannot contain")
    func spacedIdentifier() async throws {
        let (transport, events) = try stream(
            [events("id:  a 1 \ndata: a\n\n", .failure(lost)), events("id: 2\ndata: b\n\n"), .status(204)],
            .init()
        )
        #expect(try await all(events).map(\.data) == ["a", "b"])
        #expect(transport.requests.map { $0.header("last-event-id") } == [nil, "a 1", "2"])
    }

    @Test("waits use the server's retry time, double after each failure, and have a maximum")
    func waits() async throws {
        let clock = TestClock()
        let habits = StreamOptions.Reconnection(delay: .seconds(3), maximumDelay: .seconds(30))
        let (transport, events) = try stream(
            [
                events("data: a\n\n"), events("retry: 10000\ndata: b\n\n", .failure(lost)), .failure(lost),
                .failure(lost), events("retry: 999999\ndata: c\n\n"), .status(204),
            ],
            habits,
            clock: clock
        )
        let task = Task { try await all(events).map(\.data) }
        // The random factor is a half, which reduces a doubled wait by a quarter: 20, and 40 limited to 30.
        for (count, seconds) in zip(1..., [3, 10, 15, 22.5, 30]) {
            await clock.sleepers(1)
            #expect(transport.requests.count == count)
            clock.advance(by: .seconds(seconds) - .milliseconds(1))
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .milliseconds(1))
        }
        #expect(try await task.value == ["a", "b", "c"])
    }

    @Test("a refused connection is not repeated before the time that the server demands")
    func retryAfter() async throws {
        let clock = TestClock()
        let (transport, events) = try stream(
            [.status(503, headers: [.retryAfter: "100"]), .failure(lost), events("data: a\n\n"), .status(204)],
            .init(delay: .seconds(3), maximumDelay: .seconds(30)),
            clock: clock
        )
        let task = Task { try await all(events).map(\.data) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(100) - .milliseconds(1))
        #expect(clock.sleeperCount == 1 && transport.requests.count == 1)
        clock.advance(by: .milliseconds(1))
        // The demand belongs to one refusal: the next waits are the usual ones.
        for _ in 0..<2 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(30))
        }
        #expect(try await task.value == ["a"])
        #expect(transport.requests.count == 4)
    }

    @Test("a stream ends with the response of a server that demands a longer wait than the options allow")
    func longRetryAfter() async throws {
        let (transport, events) = try stream(
            [events("data: a\n\n"), .status(503, headers: [.retryAfter: "3601"])],
            .init()
        )
        let error = await #expect(throws: WireError.self) { try await all(events) }
        #expect(error?.name == "undocumented")
        #expect(transport.requests.count == 2)
    }

    @Test("a retry time of 0 from the server becomes a short wait")
    func noWait() async throws {
        let clock = TestClock()
        let (transport, events) = try stream([events("retry: 0\ndata: a\n\n"), .status(204)], .init(), clock: clock)
        let task = Task { try await all(events).map(\.data) }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(99))
        #expect(transport.requests.count == 1)
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await task.value == ["a"])
    }

    @Test("after the maximum of consecutive failures the last is thrown; an event resets the count")
    func gives() async throws {
        let (transport, events) = try stream(
            [.failure(lost), .failure(lost), events("data: a\n\n", .failure(lost)), .failure(lost), .status(503)],
            .init(maximumFailures: 2)
        )
        var values: [String] = []
        let error = await #expect(throws: WireError.self) {
            for try await event in events { values.append(event.data) }
        }
        #expect(values == ["a"])
        #expect(error?.status == 503)
        #expect(transport.requests.count == 5)
    }

    @Test("an error status and a response of another media type end the stream at once")
    func refusals() async throws {
        let (transport, events) = try stream([.status(403), .json("[]")], .init())
        let refusal = await #expect(throws: WireError.self) { try await all(events) }
        #expect(refusal?.status == 403)
        let mismatch = await #expect(throws: WireError.self) { try await all(events) }
        #expect(mismatch?.name == "decoding")
        #expect(transport.requests.count == 2)
    }

    @Test("cancelling ends a wait between connections")
    func cancelled() async throws {
        let clock = TestClock()
        let (_, events) = try stream([.failure(lost)], .init(), clock: clock)
        let task = Task { try await all(events) }
        await clock.sleepers(1)
        task.cancel()
        let error = await #expect(throws: WireError.self) { try await task.value }
        #expect(error?.name == "cancelled")
    }

    @Test("all connections of a stream share one deadline, also while one of them gets no response", arguments: [0, 3])
    func deadline(_ silent: Int) async throws {
        let clock = TestClock()
        let first = events("data: a\n\n", .pending)
        let count = LockedState(0)
        let transport = ScriptedTransport(clock: clock) { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == silent ? .pending : first
        }
        let sender = try Wire.sender(transport) {
            $0.clock = clock
            $0.timeout = nil
        }
        let stream = StreamOptions(idleTimeout: .seconds(2), reconnection: .init(delay: .seconds(1)))
        let options = CallOptions(deadline: .seconds(10), stream: stream)
        let events = sender.sendTextEvents(Wire.get(), options, failing: WireError.self)
        let (outcome, seconds) = try await drive(clock, events)
        #expect(outcome == "transport.timedOut")
        #expect(seconds <= 11)
    }

    @Test("a stream ends before a wait that would exceed its deadline")
    func longWait() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport([events("retry: 30000\ndata: a\n\n")])
        let sender = try Wire.sender(transport) { $0.clock = clock }
        let options = CallOptions(deadline: .seconds(10), stream: StreamOptions(reconnection: .init()))
        let events = sender.sendTextEvents(Wire.get(), options, failing: WireError.self)
        // The clock does not move, so that a stream which waits would not end.
        let error = await #expect(throws: WireError.self) { for try await _ in events {} }
        #expect(error?.name == "transport.timedOut")
    }

    /// Reads a stream to its end, and moves the clock while somebody waits for it, for at most 40 seconds.
    private func drive(
        _ clock: TestClock,
        _ events: ResponseSequence<ServerSentEvent<String>>
    ) async throws -> (String, seconds: Int) {
        let isOver = LockedState(false)
        let reader = Task { () -> String in
            defer { isOver.withLock { $0 = true } }
            do {
                for try await _ in events {}
                return "success"
            } catch {
                return (error as? WireError)?.name ?? "\(error)"
            }
        }
        var seconds = 0
        while !isOver.withLock({ $0 }), seconds < 40 {
            for _ in 0..<200 { await Task.yield() }
            guard clock.sleeperCount > 0, !isOver.withLock({ $0 }) else { continue }
            clock.advance(by: .seconds(1))
            seconds += 1
        }
        reader.cancel()
        return (await reader.value, seconds)
    }

    private func events(_ text: String, _ ending: ScriptedResponse.StreamEnding = .complete) -> ScriptedResponse {
        .stream([text], ending: ending, contentType: "text/event-stream; charset=utf-8")
    }

    private func stream(
        _ responses: [ScriptedResponse],
        _ habits: StreamOptions.Reconnection?,
        clock: (any Clock<Duration>)? = nil
    ) throws -> (ScriptedTransport, ResponseSequence<ServerSentEvent<String>>) {
        let transport = ScriptedTransport(responses)
        let sender = try Wire.sender(transport) {
            $0.clock = clock ?? ImmediateClock()
            // Without it, only the waits between connections sleep.
            $0.timeout = nil
        }
        var options = CallOptions(stream: StreamOptions(reconnection: habits))
        options.retry = .never
        return (transport, sender.sendTextEvents(Wire.get(), options, failing: WireError.self))
    }
}

/// A clock whose sleeps end immediately.
struct ImmediateClock: Clock {
    typealias Duration = Swift.Duration
    typealias Instant = ContinuousClock.Instant

    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
    }
}
