#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The conditions under which a failed attempt is followed by another one.
///
/// A policy only decides. The caller waits, and removes the retry from the ``budget``.
public struct RetryPolicy: Sendable {
    /// The number of attempts, including the first one; 1 never retries.
    public var maximumAttempts: Int

    /// The upper bound of the wait after the first attempt; it doubles with each further attempt.
    public var baseDelay: Duration

    /// The upper bound of all waits, except those that the server requests.
    public var maximumDelay: Duration

    /// The statuses after which another attempt is made.
    public var retryableStatuses: Set<Int>

    /// The longest wait that a server may request.
    ///
    /// If it requests more, the caller receives its response.
    public var maximumRetryAfter: Duration

    /// The limit on the retries of all calls to a host; `nil` for none.
    public var budget: RetryBudget?

    /// Creates a policy.
    ///
    /// The default statuses are those of temporary failures: 408 and 429 by definition, 500, 502, 503 and 504 by
    /// convention. The default budget is new.
    public init(
        maximumAttempts: Int = 3,
        baseDelay: Duration = .milliseconds(500),
        maximumDelay: Duration = .seconds(20),
        retryableStatuses: Set<Int> = [408, 429, 500, 502, 503, 504],
        maximumRetryAfter: Duration = .seconds(60),
        budget: RetryBudget? = RetryBudget()
    ) {
        self.maximumAttempts = maximumAttempts
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
        self.retryableStatuses = retryableStatuses
        self.maximumRetryAfter = maximumRetryAfter
        self.budget = budget
    }

    /// A policy of three attempts with a new budget: reuse the value to share the budget between calls.
    public static var standard: RetryPolicy { RetryPolicy() }

    /// A policy of one attempt.
    public static var never: RetryPolicy { RetryPolicy(maximumAttempts: 1, budget: nil) }
}

extension RetryPolicy {
    /// Returns the wait before the next attempt.
    ///
    /// The wait is a random time between zero and a bound that doubles ("full jitter"), so that clients which failed
    /// together do not retry together. A server's `Retry-After` takes precedence and is followed exactly.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the attempt.
    ///   - attempt: The number of the attempt; 1 for the first.
    ///   - replayable: Whether the operation may be sent twice, see ``ReplaySafety/isReplayable``.
    ///   - bodyRewinds: Whether the body can be sent a second time; a stream cannot.
    ///   - retryAfter: The value of the response's `Retry-After`; `nil` without one.
    ///   - now: The current date, from which a date in `retryAfter` is measured.
    ///   - random: A number from 0 to 1 for the jitter.
    /// - Returns: The wait; `nil` when the outcome is final.
    package func delay(
        after outcome: AttemptOutcome,
        attempt: Int,
        replayable: Bool,
        bodyRewinds: Bool = true,
        retryAfter: String? = nil,
        now: Date = Date(),
        random: Double = .random(in: 0..<1)
    ) -> Duration? {
        guard attempt < maximumAttempts, bodyRewinds, isRetryable(outcome, replayable: replayable) else { return nil }
        if case .status = outcome, let retryAfter, let asked = RetryAfter.delay(from: retryAfter, now: now) {
            return asked <= maximumRetryAfter ? asked : nil
        }
        return bound(afterAttempt: attempt) * min(max(random, 0), 1)
    }

    private func isRetryable(_ outcome: AttemptOutcome, replayable: Bool) -> Bool {
        switch outcome {
        case .status(let status): replayable && retryableStatuses.contains(status)
        // Nothing reached the server, so even a payment cannot be made twice.
        case .notSent: true
        case .connectionLost, .timedOut: replayable
        }
    }

    private func bound(afterAttempt attempt: Int) -> Duration {
        var bound = baseDelay
        for _ in 1..<max(attempt, 1) where bound < maximumDelay {
            bound = bound * 2
        }
        return min(bound, maximumDelay)
    }
}
