import Foundation
import Testing

@testable import APIRuntime

/// A clock that a test moves manually.
///
/// No task sleeps on it.
private struct HandClock: Clock {
    /// A time since the start of the clock.
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    let elapsed = LockedState(Duration.zero)

    var now: Instant { Instant(offset: elapsed.withLock { $0 }) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

@Suite("Deadlines and dates")
struct DeadlineTests {
    @Test("a deadline covers all attempts and the waits between them")
    func deadline() {
        let clock = HandClock()
        let deadline = CallDeadline(after: .seconds(10), clock: clock)
        #expect(deadline.remaining == .seconds(10))
        #expect(deadline.limit(.seconds(30)) == .seconds(10))
        #expect(deadline.limit(nil) == .seconds(10))
        clock.elapsed.withLock { $0 = .seconds(8) }
        #expect(deadline.allows(.seconds(1)))
        #expect(!deadline.allows(.seconds(2)))
        #expect(deadline.limit(.seconds(1)) == .seconds(1))
        clock.elapsed.withLock { $0 = .seconds(11) }
        #expect(deadline.isOver)
        #expect(deadline.remaining == .zero)
        #expect(!deadline.allows(.zero))
    }

    @Test("a deadline of any length is a deadline", arguments: [Int64(1) << 40, .max])
    func longDeadline(_ seconds: Int64) async throws {
        let race = DeadlineRace(clock: ContinuousClock())
        // The timer has begun to sleep when the operation ends.
        let value = try await race.run(within: .seconds(seconds)) {
            for _ in 0..<100 { await Task.yield() }
            return 1
        }
        #expect(value == 1)
    }

    @Test("pauses of polling with any growth are bounded")
    func hugeBackoff() {
        let longest = Duration.seconds(Int64.max)
        for (backoff, longest) in [(1e30, .seconds(40)), (1e300, longest), (2, longest)] {
            let polling = PollingOptions(interval: .seconds(2), backoff: backoff, maximumInterval: longest)
            let pause = polling.pause(after: 2000, asked: nil, held: .zero)
            #expect(pause == longest)
        }
    }

    @Test("without a deadline there is no time limit, on any clock")
    func endless() {
        let clock: any Clock<Duration> = HandClock()
        let deadline = CallDeadline(after: nil, clock: clock)
        #expect(deadline.remaining == nil)
        #expect(!deadline.isOver)
        #expect(deadline.allows(.seconds(1_000_000)))
        #expect(deadline.limit(nil) == nil)
        #expect(deadline.limit(.seconds(3)) == .seconds(3))
    }

    @Test(
        "the three date formats represent the same instant",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            " Sun, 06 Nov 1994 08:49:37 GMT\t", "sun, 06 nov 1994 08:49:37 GMT",
        ]
    )
    func spellings(_ text: String) {
        #expect(HTTPDate.parse(text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(
        "two-digit days in asctime, leap days and leap seconds are parsed",
        arguments: [
            ("Wed Nov 16 08:49:37 1994", 784_975_777.0), ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_199),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Fri, 31 Dec 1999 23:59:59 GMT", 946_684_799),
            ("Mon, 01 Jan 1900 00:00:00 GMT", -2_208_988_800),
        ]
    )
    func instants(_ text: String, _ seconds: Double) {
        #expect(HTTPDate.parse(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "a two-digit year is never more than 50 years in the future",
        arguments: [
            (2024, "74", 2074), (2024, "75", 1975), (1999, "49", 1949), (1999, "00", 1900), (2070, "10", 2010),
        ]
    )
    func centuries(_ year: Int, _ digits: String, _ expected: Int) {
        let now = Date(timeIntervalSince1970: Double(CivilDay.days(year: year, month: 6, day: 1)) * 86_400)
        let date = HTTPDate.parse("Monday, 01-Jan-\(digits) 00:00:00 GMT", now: now)
        #expect(date == Date(timeIntervalSince1970: Double(CivilDay.days(year: expected, month: 1, day: 1)) * 86_400))
    }

    @Test(
        "any other string is not a date",
        arguments: [
            "", "0", "-1", "Sun", "Sun,", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 08:49:37 GMT x", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
            "Sun, 29 Feb 2023 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nox 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
            "Sunday, 06-Nov-1994 08:49:37 GMT", "Söndag, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z",
        ]
    )
    func broken(_ text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }

    @Test("dates are the same after encoding and decoding, for every day of 150 years")
    func roundTrip() throws {
        for day in stride(from: -25_600, to: 29_200, by: 1) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3_661)
            try #require(HTTPDate.parse(HTTPDate.format(date)) == date, "Day \(day): \(HTTPDate.format(date))")
        }
        let sample = HTTPDate.format(Date(timeIntervalSince1970: 784_111_777.9))
        #expect(sample == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
