import APIRuntime

/// The slot for the one purchase that may run at a time, and the connection through which links reach it.
final class ActivePurchase: Sendable {
    /// The mutable state of the slot.
    private struct State: Sendable {
        var isTaken = false
        var inbox: AsyncStream<PurchaseMachine.Event>.Continuation?
        var sheet: (any CheckoutSheet)?
        var order: String?
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
    func open(_ inbox: AsyncStream<PurchaseMachine.Event>.Continuation, sheet: any CheckoutSheet, order: String) {
        state.withLock { state in
            state.inbox = inbox
            state.sheet = sheet
            state.order = order
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

    /// The identifier of the order whose checkout is open; `nil` if there is none.
    var order: String? { state.withLock { $0.order } }

    /// The open checkout; `nil` if there is none.
    var sheet: (any CheckoutSheet)? { state.withLock { $0.sheet } }
}
