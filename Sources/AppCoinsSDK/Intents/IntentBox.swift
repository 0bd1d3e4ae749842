import APIRuntime
import Foundation

/// The pending intent, what came before it, and who listens.
///
/// Pure: it says whom to tell, and does not tell.
struct IntentBox: Sendable {
    /// The latest intent that was neither confirmed nor rejected.
    private(set) var pending: PurchaseIntent?

    /// Intents that nobody has heard of yet, oldest first.
    private(set) var unheard: [PurchaseIntent] = []

    /// Identifiers of observers.
    private(set) var observers: Set<Int> = []

    private var nextObserver = 0
    private var used: Set<String> = []

    /// Takes an intent in; the former pending one is replaced.
    ///
    /// - Returns: The observers to tell.
    mutating func arrive(_ intent: PurchaseIntent) -> Set<Int> {
        pending = intent
        if observers.isEmpty, !unheard.contains(where: { $0.id == intent.id }) { unheard.append(intent) }
        return observers
    }

    /// Adds an observer.
    ///
    /// - Returns: Its number, and what it is told first.
    mutating func observe(now: Date) -> (observer: Int, first: [PurchaseIntent]) {
        nextObserver += 1
        observers.insert(nextObserver)
        var first = unheard
        unheard = []
        if let pending, !first.contains(where: { $0.id == pending.id }) { first.append(pending) }
        return (nextObserver, first.filter { !used.contains($0.id) && !$0.isExpired(at: now) })
    }

    /// Forgets an observer.
    mutating func leave(_ observer: Int) {
        observers.remove(observer)
    }

    /// Whether an intent can be used, and marks it as used.
    mutating func use(_ intent: PurchaseIntent, now: Date) -> Bool {
        guard !intent.isExpired(at: now), used.insert(intent.id).inserted else { return false }
        remove(intent.id)
        return true
    }

    /// Forgets what has expired.
    ///
    /// - Returns: Whether the pending intent was forgotten.
    mutating func sweep(now: Date) -> Bool {
        unheard.removeAll { $0.isExpired(at: now) }
        guard let pending, pending.isExpired(at: now) else { return false }
        remove(pending.id)
        return true
    }

    /// Whether an intent was confirmed or rejected in this process.
    func isUsed(_ intent: PurchaseIntent) -> Bool { used.contains(intent.id) }

    private mutating func remove(_ id: String) {
        if pending?.id == id { pending = nil }
        unheard.removeAll { $0.id == id }
    }
}
