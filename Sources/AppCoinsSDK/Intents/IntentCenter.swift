import APIRuntime
import Foundation

/// A center that stores links and intents across restarts and processes, and notifies observers.
final class IntentCenter: Sendable {
    private let settings: AppcSettings
    private let now: @Sendable () -> Date
    private let state = LockedState(State())

    /// The mutable state of the center.
    private struct State: Sendable {
        var box = IntentBox()
        var continuations: [Int: AsyncStream<PurchaseIntent>.Continuation] = [:]
        var isResolving = false
    }

    /// Creates a center without an intent.
    init(settings: AppcSettings, now: @escaping @Sendable () -> Date) {
        self.settings = settings
        self.now = now
    }

    /// The pending intent; `nil` if there is none, if it has expired, or if another process has used it.
    var pending: PurchaseIntent? {
        sweep()
        guard let pending = state.withLock({ $0.box.pending }) else { return nil }
        return record.isUsed(pending.id) ? nil : pending
    }

    // MARK: - Links

    /// The links whose product has not been read, oldest first.
    var links: [IntentLink] { record.links.filter { !$0.isExpired(at: now()) } }

    /// Stores a link before its product is read.
    ///
    /// - Throws: ``SecretStoreError`` if the link cannot be stored.
    func keep(_ link: IntentLink) throws {
        try change { $0.add(link) }
    }

    /// Begins to read the products of links; `false` if that is in progress.
    func beginResolving() -> Bool {
        state.withLock { state in
            defer { state.isResolving = true }
            return !state.isResolving
        }
    }

    /// Ends reading the products of links.
    func endResolving() { state.withLock { $0.isResolving = false } }

    // MARK: - Intents

    /// Adds and stores a new intent.
    ///
    /// - Throws: ``SecretStoreError`` if the intent cannot be stored; it is still pending in this process.
    func arrive(_ intent: PurchaseIntent) throws {
        // Stored before observers are notified, because an intent that is used at once must not be stored afterwards.
        let isRead = state.withLock { !$0.box.observers.isEmpty }
        let keeping = Result { try change { $0.arrive(intent, isRead: isRead) } }
        tell(intent)
        try keeping.get()
    }

    /// Restores the intents of an earlier process.
    func restore(bindTo billing: AppcBilling) {
        adoptFormerIntent()
        let record = record
        for waiting in record.waiting where !waiting.intent.isExpired(at: now()) {
            let isKnown = state.withLock { state in
                state.box.isUsed(waiting.intent) || state.box.isKnown(waiting.intent)
            }
            if !isKnown { tell(waiting.intent.bound(to: billing)) }
        }
    }

    /// Returns a new stream of intents.
    func updates() -> AsyncStream<PurchaseIntent> {
        let (stream, continuation) = AsyncStream.makeStream(of: PurchaseIntent.self)
        let record = record
        let (observer, heard) = state.withLock { state in
            let (observer, first) = state.box.observe(now: now())
            state.continuations[observer] = continuation
            let fresh = first.filter { !record.isUsed($0.id) }
            fresh.forEach { continuation.yield($0) }
            return (observer, fresh.map(\.id))
        }
        if !heard.isEmpty { try? change { $0.read(Set(heard)) } }
        continuation.onTermination = { [weak self] _ in self?.leave(observer) }
        return stream
    }

    /// Marks an intent as used, so that no process can confirm or restore it.
    ///
    /// - Returns: `false` if it was already used or has expired.
    func use(_ intent: PurchaseIntent) -> Bool {
        let isUsable = state.withLock { $0.box.use(intent, now: now()) }
        do {
            return try settings.change(.intents, IntentRecord.self) { record in
                var changed = record ?? IntentRecord()
                let isFirst = changed.use(intent, now: now())
                record = changed
                return isFirst
            } && isUsable
        } catch {
            return isUsable
        }
    }

    /// Removes expired intents.
    func sweep() {
        _ = state.withLock { $0.box.sweep(now: now()) }
        var swept = record
        swept.sweep(now: now())
        if swept != record { try? change { _ in } }
    }

    // MARK: - The store

    private var record: IntentRecord { settings.value(.intents) ?? IntentRecord() }

    private func change(_ body: (inout IntentRecord) -> Void) throws {
        try settings.change(.intents, IntentRecord.self) { record in
            var changed = record ?? IntentRecord()
            changed.sweep(now: now())
            body(&changed)
            record = changed
        }
    }

    /// Takes over the intent that an earlier version has stored.
    private func adoptFormerIntent() {
        guard let former = settings.value(.intent, as: PurchaseIntent.self) else { return }
        try? change { $0.arrive(former, isRead: false) }
        try? settings.set(nil, .intent)
    }

    private func tell(_ intent: PurchaseIntent) {
        state.withLock { state in
            for observer in state.box.arrive(intent) { state.continuations[observer]?.yield(intent) }
        }
    }

    private func leave(_ observer: Int) {
        state.withLock { state in
            state.box.leave(observer)
            state.continuations[observer] = nil
        }
    }
}
