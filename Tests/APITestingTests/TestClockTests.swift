import APITesting
import Testing

@Suite("Manual test clock", .timeLimit(.minutes(1)))
struct TestClockTests {
    @Test("sleeping tasks wake when their time has come, and not before")
    func wake() async throws {
        let clock = TestClock()
        let first = Task { try await clock.sleep(for: .seconds(1)) }
        let second = Task { try await clock.sleep(for: .seconds(2)) }
        await clock.sleepers(2)
        clock.advance(by: .seconds(1))
        try await first.value
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await second.value
        #expect(clock.sleeperCount == 0)
        #expect(clock.now.offset == .seconds(2))
    }

    @Test("a sleep until a past deadline returns at once")
    func past() async throws {
        let clock = TestClock()
        try await clock.sleep(for: .zero)
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(4)))
    }

    @Test("cancelling wakes a sleeping task")
    func cancel() async throws {
        let clock = TestClock()
        let sleep = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(1)
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test("a cancelled task does not start to sleep")
    func cancelledBefore() async {
        let clock = TestClock()
        let sleep = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clock.sleep(for: .seconds(1))
        }
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
    }

    @Test("a cancelled task does not wait for sleeping tasks", arguments: [true, false])
    func cancelledWait(_ isEarly: Bool) async {
        let clock = TestClock()
        let wait = Task {
            while isEarly, !Task.isCancelled { await Task.yield() }
            await clock.sleepers(1)
        }
        if !isEarly { for _ in 0..<20 { await Task.yield() } }
        wait.cancel()
        await wait.value
    }

    @Test("the test clock works as any Clock<Duration>")
    func existential() async throws {
        let clock = TestClock()
        let any: any Clock<Duration> = clock
        let sleep = Task { try await any.sleep(for: .milliseconds(10)) }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(10))
        try await sleep.value
    }
}
