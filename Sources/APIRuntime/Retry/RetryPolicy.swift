package import Foundation

/// When a failed attempt is followed by another one, and after how long.
///
/// Only decides; the caller waits, and takes from the ``budget``.
public struct RetryPolicy: Sendable {
    /// Attempts in all, the first one counted; 1 never retries.
    public var maximumAttempts: Int

    /// Upper bound of the wait after the first attempt; it doubles with every further one.
    public var baseDelay: Duration

    /// Upper bound of every wait that the server has not asked for.
    public var maximumDelay: Duration

    /// Statuses after which another attempt makes sense.
    public var retryableStatuses: Set<Int>

    /// Longest wait that a server may ask for; when it asks for more, its response goes to the caller.
    public var maximumRetryAfter: Duration

    /// Limits the retries of all calls to a host; `nil` for no limit.
    public var budget: RetryBudget?

    /// Creates a policy with a budget of its own.
    ///
    /// The statuses are those that a server gives when it may do better soon: 408 and 429 by their meaning, 500, 502, 503
    /// and 504 by experience.
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

    /// Three attempts with a budget of their own: keep the value to share the budget between calls.
    public static var standard: RetryPolicy { RetryPolicy() }

    /// One attempt.
    public static var never: RetryPolicy { RetryPolicy(maximumAttempts: 1, budget: nil) }
}

extension RetryPolicy {
    /// How long to wait before the next attempt.
    ///
    /// The wait is drawn evenly between zero and a bound that doubles ("full jitter"), so that clients that failed
    /// together do not come back together. A server's `Retry-After` is kept exactly instead.
    ///
    /// - Parameters:
    ///   - outcome: How the attempt ended.
    ///   - attempt: Its number; 1 for the first.
    ///   - replayable: Whether the operation may be done twice, see ``ReplaySafety/isReplayable``.
    ///   - bodyRewinds: Whether the body can be sent a second time; a stream cannot.
    ///   - retryAfter: The response's `Retry-After`, as it came; `nil` when there was none.
    ///   - now: The time to count a date in `retryAfter` from.
    ///   - random: Chance for the jitter, from 0 up to 1.
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
        // Nothing reached the server: even a payment cannot be made twice.
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
