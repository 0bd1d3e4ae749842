/// The end of the time for a piece of work, measured by any clock.
package struct CallDeadline: Sendable {
    private let total: Duration?
    private let elapsed: @Sendable () -> Duration

    /// Starts the time.
    ///
    /// - Parameters:
    ///   - total: Length of the time; `nil` for no end.
    ///   - clock: Measures it.
    package init<C: Clock>(after total: Duration?, clock: C) where C.Duration == Duration {
        let start = clock.now
        self.total = total
        elapsed = { start.duration(to: clock.now) }
    }

    /// Time left, never negative; `nil` when there is no end.
    package var remaining: Duration? {
        total.map { max(.zero, $0 - elapsed()) }
    }

    /// Whether the time is over.
    package var isOver: Bool { remaining == .zero }

    /// Whether the time is not over yet after waiting for a delay.
    package func allows(_ delay: Duration) -> Bool {
        remaining.map { delay < $0 } ?? true
    }

    /// The shorter of a time limit and the time left; `nil` when neither ends.
    package func limit(_ timeout: Duration?) -> Duration? {
        switch (timeout, remaining) {
        case (let timeout?, let remaining?): min(timeout, remaining)
        case (let timeout, let remaining): timeout ?? remaining
        }
    }
}
