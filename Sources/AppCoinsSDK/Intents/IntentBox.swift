import APIRuntime
import Foundation

/// The state of purchase intents in this process: the intents that wait for a decision, and the observers.
///
/// A value without side effects: it returns the observers to notify and does not notify them.
struct IntentBox: Sendable {
    /// The intents that were neither confirmed nor rejected, also if they could not be stored.
    private var record = IntentRecord()

    /// The identifiers of the observers.
    private(set) var observers: Set<Int> = []

    private var nextObserver = 0
    private var used: Set<String> = []

    /// Returns the latest intent that can be confirmed; `nil` if there is none.
    func pending(at now: Date) -> PurchaseIntent? {
        record.waiting.last { !$0.intent.isExpired(at: now) }?.intent
    }

    /// Adds an intent.
    ///
    /// - Returns: The observers to notify.
    mutating func arrive(_ intent: PurchaseIntent, isRead: Bool = false) -> Set<Int> {
        guard !used.contains(intent.id) else { return [] }
        let isRenewed = isKnown(intent)
        record.arrive(intent, isRead: isRead)
        return isRenewed ? [] : observers
    }

    /// Adds an observer.
    ///
    /// - Returns: The identifier of the observer, and the intents to deliver to it first: those that no observer has
    ///   received, and the latest.
    mutating func observe(now: Date) -> (observer: Int, first: [PurchaseIntent]) {
        nextObserver += 1
        observers.insert(nextObserver)
        let latest = pending(at: now)
        let first = record.waiting.filter { !$0.isRead || $0.intent.id == latest?.id }
        return (nextObserver, first.map(\.intent).filter { !$0.isExpired(at: now) })
    }

    /// Removes an observer.
    mutating func leave(_ observer: Int) {
        observers.remove(observer)
    }

    /// Records that an observer receives an intent.
    ///
    /// - Returns: The intent, which may have been renewed; `nil` if it was confirmed or rejected in the meantime, or has
    ///   expired.
    mutating func read(_ intent: PurchaseIntent, now: Date) -> PurchaseIntent? {
        let latest = record.waiting.first { $0.intent.id == intent.id }?.intent ?? intent
        record.read([intent.id])
        return used.contains(intent.id) || latest.isExpired(at: now) ? nil : latest
    }

    /// Marks an intent as used and returns whether it can be used.
    mutating func use(_ intent: PurchaseIntent, now: Date) -> Bool {
        guard record.use(intent, now: now), used.insert(intent.id).inserted else { return false }
        return true
    }

    /// Removes expired intents.
    mutating func sweep(now: Date) {
        record.sweep(now: now)
    }

    /// Returns whether an intent was confirmed or rejected in this process.
    func isUsed(_ intent: PurchaseIntent) -> Bool { used.contains(intent.id) }

    /// Returns whether an intent waits for a decision.
    func isKnown(_ intent: PurchaseIntent) -> Bool { record.waiting.contains { $0.intent.id == intent.id } }
}
