import APIRuntime

/// The slot for the one purchase that may run at a time, and the connection through which links reach it.
final class ActivePurchase: Sendable {
    /// The mutable state of the slot.
    private struct State: Sendable {
        var isTaken = false
        var inbox: AsyncStream<PurchaseMachine.Event>.Continuation?
        var sheet: (any CheckoutSheet)?
    }

    private let state = LockedState(State())

    /// Occupies the slot; `false` if it is occupied.
    func enter() -> Bool {
        state.withLock { state in
            guard !state.isTaken else { return false }
            state.isTaken = true
            return true
        }
    }

    /// Connects links to the purchase.
    func open(_ inbox: AsyncStream<PurchaseMachine.Event>.Continuation, sheet: any CheckoutSheet) {
        state.withLock { state in
            state.inbox = inbox
            state.sheet = sheet
        }
    }

    /// Releases the slot.
    func leave() {
        let inbox = state.withLock { state in
            defer { state = State() }
            return state.inbox
        }
        inbox?.finish()
    }

    /// Sends an event to the purchase; `false` if no checkout is open.
    func tell(_ event: PurchaseMachine.Event) -> Bool {
        state.withLock { state in
            guard let inbox = state.inbox else { return false }
            inbox.yield(event)
            return true
        }
    }

    /// The open checkout; `nil` if there is none.
    var sheet: (any CheckoutSheet)? { state.withLock { $0.sheet } }
}
