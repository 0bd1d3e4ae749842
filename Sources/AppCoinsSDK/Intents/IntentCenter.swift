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
        while let pending = state.withLock({ $0.box.pending(at: now()) }) {
            guard record.isUsed(pending.id) else { return pending }
            // Another process has used it, so an earlier one may be the latest.
            _ = state.withLock { $0.box.use(pending, now: now()) }
        }
        return nil
    }

    // MARK: - Links

    /// The links whose product has not been read, oldest first.
    var links: [IntentLink] { record.links.filter { !$0.isExpired(at: now()) } }

    /// Stores a link before its product is read.
    ///
    /// - Returns: The stored link, which an identical one may have become before.
    /// - Throws: ``TooManyIntents`` if too many wait; ``SecretStoreError`` if the link cannot be stored.
    func keep(_ link: IntentLink) throws -> IntentLink {
        var stored: IntentLink?
        try change { stored = $0.add(link) }
        guard let stored else { throw TooManyIntents() }
        return stored
    }

    /// Records that the service does not know the product of a link.
    func markUnknown(_ link: IntentLink) {
        try? change { $0.markUnknown(link.id) }
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
        let keeping = Result { try change { $0.arrive(intent, isRead: false) } }
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
            if !isKnown { tell(waiting.intent.bound(to: billing), isRead: waiting.isRead) }
        }
    }

    /// Returns a new stream of intents.
    ///
    /// An intent counts as received when the observer asks for it. Until then, it waits in the stream and in the store.
    func updates() -> AsyncStream<PurchaseIntent> {
        let (waiting, continuation) = AsyncStream.makeStream(of: PurchaseIntent.self)
        let record = record
        let observer = state.withLock { state in
            let (observer, first) = state.box.observe(now: now())
            state.continuations[observer] = continuation
            for intent in first where !record.isUsed(intent.id) { continuation.yield(intent) }
            return observer
        }
        continuation.onTermination = { [weak self] _ in self?.leave(observer) }
        return AsyncStream { [weak self] in
            for await intent in waiting {
                if let latest = self?.read(intent) { return latest }
            }
            return nil
        }
    }

    /// Records that an observer receives an intent.
    ///
    /// - Returns: The intent, which may have been renewed; `nil` if it was confirmed or rejected in the meantime, or has
    ///   expired.
    private func read(_ intent: PurchaseIntent) -> PurchaseIntent? {
        guard let latest = state.withLock({ $0.box.read(intent, now: now()) }) else { return nil }
        var isUsed = false
        try? change { record in
            isUsed = record.isUsed(intent.id)
            record.read([intent.id])
        }
        return isUsed ? nil : latest
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
        state.withLock { $0.box.sweep(now: now()) }
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

    private func tell(_ intent: PurchaseIntent, isRead: Bool = false) {
        state.withLock { state in
            for observer in state.box.arrive(intent, isRead: isRead) { state.continuations[observer]?.yield(intent) }
        }
    }

    private func leave(_ observer: Int) {
        state.withLock { state in
            state.box.leave(observer)
            state.continuations[observer] = nil
        }
    }
}
