import APIRuntime

/// The one purchase that may run at a time, and the way into it for links.
final class ActivePurchase: Sendable {
    private struct State: Sendable {
        var isTaken = false
        var inbox: AsyncStream<PurchaseMachine.Event>.Continuation?
        var sheet: (any CheckoutSheet)?
    }

    private let state = LockedState(State())

    /// Takes the place; `false` when it is taken.
    func enter() -> Bool {
        state.withLock { state in
            guard !state.isTaken else { return false }
            state.isTaken = true
            return true
        }
    }

    /// Opens the way for links.
    func open(_ inbox: AsyncStream<PurchaseMachine.Event>.Continuation, sheet: any CheckoutSheet) {
        state.withLock { state in
            state.inbox = inbox
            state.sheet = sheet
        }
    }

    /// Gives the place up.
    func leave() {
        let inbox = state.withLock { state in
            defer { state = State() }
            return state.inbox
        }
        inbox?.finish()
    }

    /// Gives the purchase an event; `false` when no checkout is shown.
    func tell(_ event: PurchaseMachine.Event) -> Bool {
        state.withLock { state in
            guard let inbox = state.inbox else { return false }
            inbox.yield(event)
            return true
        }
    }

    /// The checkout that is shown; `nil` when none is.
    var sheet: (any CheckoutSheet)? { state.withLock { $0.sheet } }
}
