/// A deadline on any clock.
package struct CallDeadline: Sendable {
    private let rest: @Sendable () -> Duration?

    /// Creates a deadline that starts now.
    ///
    /// - Parameters:
    ///   - total: The time until the deadline; `nil` for none.
    ///   - clock: The clock that measures the time.
    package init<C: Clock>(after total: Duration?, clock: C) where C.Duration == Duration {
        let start = clock.now
        rest = { total.map { $0 - start.duration(to: clock.now) } }
    }

    /// Creates a deadline that can move.
    ///
    /// - Parameter remaining: Returns the time that remains; `nil` while there is no deadline.
    package init(remaining: @escaping @Sendable () -> Duration?) {
        rest = remaining
    }

    /// The remaining time, never negative; `nil` without a deadline.
    package var remaining: Duration? {
        rest().map { max(.zero, $0) }
    }

    /// Whether the deadline has passed.
    package var isOver: Bool { remaining == .zero }

    /// Returns whether the deadline has not passed after a delay.
    package func allows(_ delay: Duration) -> Bool {
        remaining.map { delay < $0 } ?? true
    }

    /// Returns the shorter of a time limit and the remaining time; `nil` when neither is limited.
    package func limit(_ timeout: Duration?) -> Duration? {
        switch (timeout, remaining) {
        case (let timeout?, let remaining?): min(timeout, remaining)
        case (let timeout, let remaining): timeout ?? remaining
        }
    }
}
