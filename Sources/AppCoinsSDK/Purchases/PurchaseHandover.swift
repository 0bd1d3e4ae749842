import APIRuntime

/// The purchases that an instance returns to the app for delivery.
///
/// Until a checkout has returned a purchase, no list of unfinished purchases returns it. A list leaves out what a checkout
/// has claimed at any time while the list was read, and a checkout cannot claim what a list has returned. Later lists
/// return the purchase until the app finishes it.
final class PurchaseHandover: Sendable {
    /// The mutable state of the handover.
    private struct State: Sendable {
        /// The purchases that lists have returned.
        var listed: Set<String> = []
        /// The purchases that the open checkout is about to return.
        var claimed: Set<String> = []
        /// The purchases that were claimed while a list is read, by list.
        var hidden: [Int: Set<String>] = [:]
        /// The number of lists.
        var lists = 0
    }

    private let state = LockedState(State())

    /// Claims a purchase for the result of the open checkout.
    ///
    /// - Returns: `false` if a list has returned the purchase.
    func claim(_ uid: String) -> Bool {
        state.withLock { state in
            guard !state.listed.contains(uid) else { return false }
            state.claimed.insert(uid)
            for list in state.hidden.keys { state.hidden[list]?.insert(uid) }
            return true
        }
    }

    /// Ends all claims, except for that of the purchase that the checkout returns.
    func release(keeping uid: String?) {
        state.withLock { $0.claimed = $0.claimed.filter { $0 == uid } }
    }

    /// Ends the claim of a purchase, after the checkout has returned it.
    func release(_ uid: String) {
        state.withLock { _ = $0.claimed.remove(uid) }
    }

    /// Reads a list of unfinished purchases, and leaves out those of the checkout.
    ///
    /// - Throws: The error of `body`.
    func list(_ body: () async throws -> PurchaseList) async rethrows -> PurchaseList {
        let id = state.withLock { state in
            state.lists += 1
            state.hidden[state.lists] = state.claimed
            return state.lists
        }
        do {
            let list = try await body()
            let hidden = state.withLock { state in
                let hidden = state.hidden.removeValue(forKey: id) ?? []
                state.listed.formUnion(list.purchases.map(\.uid).filter { !hidden.contains($0) })
                return hidden
            }
            return PurchaseList(
                purchases: list.purchases.filter { !hidden.contains($0.uid) },
                finishing: list.finishing,
                failures: list.failures
            )
        } catch {
            state.withLock { _ = $0.hidden.removeValue(forKey: id) }
            throw error
        }
    }
}
