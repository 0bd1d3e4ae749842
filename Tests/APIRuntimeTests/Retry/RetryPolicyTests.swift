import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Retries")
struct RetryPolicyTests {
    private let policy = RetryPolicy(
        maximumAttempts: 4,
        baseDelay: .seconds(1),
        maximumDelay: .seconds(3),
        maximumRetryAfter: .seconds(30),
        budget: nil
    )
    private let now = Date(timeIntervalSince1970: 784_111_777)

    private func delay(
        _ outcome: AttemptOutcome = .status(503),
        attempt: Int = 1,
        replayable: Bool = true,
        rewinds: Bool = true,
        retryAfter: String? = nil,
        random: Double = 0.5
    ) -> Duration? {
        policy.delay(
            after: outcome,
            attempt: attempt,
            replayable: replayable,
            bodyRewinds: rewinds,
            retryAfter: retryAfter,
            now: now,
            random: random
        )
    }

    @Test("the maximum backoff doubles up to its limit", arguments: [(1, 1.0), (2, 2.0), (3, 3.0)])
    func backoff(_ attempt: Int, _ bound: Double) {
        #expect(delay(attempt: attempt, random: 0) == .zero)
        #expect(delay(attempt: attempt, random: 0.5) == .seconds(bound / 2))
        #expect(delay(attempt: attempt, random: 1) == .seconds(bound))
    }

    @Test("the last attempt is final, and a policy without retries has one")
    func lastAttempt() {
        #expect(delay(attempt: 3) != nil)
        #expect(delay(attempt: 4) == nil)
        #expect(RetryPolicy.never.delay(after: .notSent, attempt: 1, replayable: true) == nil)
        #expect(RetryPolicy.standard.delay(after: .notSent, attempt: 2, replayable: true) != nil)
        #expect(RetryPolicy.standard.delay(after: .notSent, attempt: 3, replayable: true) == nil)
    }

    @Test("a wait after hundreds of attempts does not overflow")
    func manyAttempts() {
        let patient = RetryPolicy(maximumAttempts: .max, maximumDelay: .seconds(10), budget: nil)
        #expect(patient.delay(after: .timedOut, attempt: 100_000, replayable: true, random: 1) == .seconds(10))
    }

    @Test(
        "only temporary statuses are retried",
        arguments: [408, 429, 500, 502, 503, 504],
        [200, 400, 401, 403, 404, 409, 422, 501, 505]
    )
    func statuses(_ transient: Int, _ final: Int) {
        #expect(delay(.status(transient)) != nil)
        #expect(delay(.status(final)) == nil)
    }

    @Test(
        "an attempt that may have had an effect is retried only if it is replayable",
        arguments: [AttemptOutcome.status(503), .status(429), .connectionLost, .timedOut]
    )
    func unsafe(_ outcome: AttemptOutcome) {
        #expect(delay(outcome, replayable: false) == nil)
        #expect(delay(outcome, replayable: true) != nil)
    }

    @Test("a request that was never sent is retried, even a payment")
    func notSent() {
        #expect(delay(.notSent, replayable: false) != nil)
    }

    @Test("a request with a non-replayable body is never retried")
    func stream() {
        #expect(delay(.notSent, rewinds: false) == nil)
        #expect(delay(.status(503), rewinds: false) == nil)
    }

    @Test(
        "Retry-After is followed exactly, in both formats",
        arguments: [
            ("7", 7.0), ("0", 0.0), (" 30 ", 30.0), ("2.0", 2.0), ("1.5", 2.0), ("3, 5,4", 5.0),
            ("Sun, 06 Nov 1994 08:49:47 GMT", 10.0),
            ("Sun, 06 Nov 1994 08:49:27 GMT", 0.0),
        ]
    )
    func retryAfter(_ value: String, _ seconds: Double) {
        #expect(delay(.status(429), retryAfter: value, random: 0.9) == .seconds(seconds))
    }

    @Test(
        "a Retry-After above the limit causes no retry",
        arguments: ["31", "99999999999999999999", "Sun, 06 Nov 1994 08:51:37 GMT"]
    )
    func retryAfterTooLong(_ value: String) {
        #expect(delay(.status(503), retryAfter: value) == nil)
    }

    @Test(
        "an invalid Retry-After falls back to the backoff",
        arguments: ["", "soon", "-1", "1.", ".5", "3, x", "+3", "٣"]
    )
    func brokenRetryAfter(_ value: String) {
        #expect(delay(.status(503), retryAfter: value) == .milliseconds(500))
    }

    @Test("Retry-After does not make a final status or a payment retryable")
    func retryAfterElsewhere() {
        #expect(delay(.status(400), retryAfter: "1") == nil)
        #expect(delay(.status(503), replayable: false, retryAfter: "1") == nil)
    }

    @Test("idempotent methods are retryable by default, and others are not")
    func methods() {
        for method in [HTTPRequest.Method.get, .head, .put, .delete, .options, .trace] {
            #expect(ReplaySafety.standard(for: method).isReplayable)
        }
        for method in [HTTPRequest.Method.post, .patch, .connect] {
            #expect(!ReplaySafety.standard(for: method).isReplayable)
        }
        #expect(ReplaySafety.keyed(header: "Idempotency-Key").isReplayable)
        #expect(ReplaySafety.keyed(header: "Idempotency-Key").keyHeader == "Idempotency-Key")
        #expect(ReplaySafety.safe.keyHeader == nil)
    }
}

@Suite("Retry budget")
struct RetryBudgetTests {
    @Test("each host has its own retry budget")
    func perHost() {
        let budget = RetryBudget(capacity: 2)
        #expect([budget.take(for: "a"), budget.take(for: "a"), budget.take(for: "a")] == [true, true, false])
        #expect(budget.available(for: "a") == 0)
        #expect(budget.take(for: "b"))
    }

    @Test("five calls earn one retry, up to the capacity of the bucket")
    func deposits() {
        let budget = RetryBudget(capacity: 1, deposit: 0.2)
        #expect(budget.take(for: "a"))
        for _ in 0..<4 { budget.noteCall(to: "a") }
        #expect(!budget.take(for: "a"))
        budget.noteCall(to: "a")
        #expect(budget.take(for: "a"))
        for _ in 0..<100 { budget.noteCall(to: "a") }
        #expect(budget.available(for: "a") == 1)
    }

    @Test("the budget has a limited number of hosts and drops an empty bucket last")
    func bounded() {
        let budget = RetryBudget(capacity: 2, hostLimit: 2)
        _ = budget.take(for: "worst")
        _ = budget.take(for: "worst")
        for number in 0..<10 { #expect(budget.take(for: "host-\(number)")) }
        #expect(!budget.take(for: "worst"))
    }

    @Test("separate retry policies have separate budgets, and copies share one")
    func sharing() {
        let first = RetryPolicy.standard
        let copy = first
        for _ in 0..<10 { _ = first.budget?.take(for: "a") }
        #expect(copy.budget?.take(for: "a") == false)
        #expect(RetryPolicy.standard.budget?.take(for: "a") == true)
    }
}
