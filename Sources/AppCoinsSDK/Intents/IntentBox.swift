import APIRuntime
import Foundation

/// The state of purchase intents: the pending intent, the undelivered intents and the observers.
///
/// A value without side effects: it returns the observers to notify and does not notify them.
struct IntentBox: Sendable {
    /// The latest intent that was neither confirmed nor rejected.
    private(set) var pending: PurchaseIntent?

    /// The intents that have not been delivered to an observer, oldest first.
    private(set) var unheard: [PurchaseIntent] = []

    /// The identifiers of the observers.
    private(set) var observers: Set<Int> = []

    private var nextObserver = 0
    private var used: Set<String> = []

    /// Adds an intent and replaces the pending one.
    ///
    /// - Returns: The observers to notify.
    mutating func arrive(_ intent: PurchaseIntent) -> Set<Int> {
        pending = intent
        if observers.isEmpty, !unheard.contains(where: { $0.id == intent.id }) { unheard.append(intent) }
        return observers
    }

    /// Adds an observer.
    ///
    /// - Returns: The identifier of the observer, and the intents to deliver to it first.
    mutating func observe(now: Date) -> (observer: Int, first: [PurchaseIntent]) {
        nextObserver += 1
        observers.insert(nextObserver)
        var first = unheard
        unheard = []
        if let pending, !first.contains(where: { $0.id == pending.id }) { first.append(pending) }
        return (nextObserver, first.filter { !used.contains($0.id) && !$0.isExpired(at: now) })
    }

    /// Removes an observer.
    mutating func leave(_ observer: Int) {
        observers.remove(observer)
    }

    /// Marks an intent as used and returns whether it can be used.
    mutating func use(_ intent: PurchaseIntent, now: Date) -> Bool {
        guard !intent.isExpired(at: now), used.insert(intent.id).inserted else { return false }
        remove(intent.id)
        return true
    }

    /// Removes expired intents.
    ///
    /// - Returns: Whether the pending intent was removed.
    mutating func sweep(now: Date) -> Bool {
        unheard.removeAll { $0.isExpired(at: now) }
        guard let pending, pending.isExpired(at: now) else { return false }
        remove(pending.id)
        return true
    }

    /// Returns whether an intent was confirmed or rejected in this process.
    func isUsed(_ intent: PurchaseIntent) -> Bool { used.contains(intent.id) }

    /// Returns whether an intent is pending or waits for an observer.
    func isKnown(_ intent: PurchaseIntent) -> Bool {
        pending?.id == intent.id || unheard.contains { $0.id == intent.id }
    }

    private mutating func remove(_ id: String) {
        if pending?.id == id { pending = nil }
        unheard.removeAll { $0.id == id }
    }
}
