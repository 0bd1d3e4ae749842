import APIRuntime
import Foundation

/// A center that stores the pending intent across restarts and notifies observers.
final class IntentCenter: Sendable {
    private let settings: AppcSettings
    private let now: @Sendable () -> Date
    private let state = LockedState(State())

    /// The mutable state of the center.
    private struct State: Sendable {
        var box = IntentBox()
        var continuations: [Int: AsyncStream<PurchaseIntent>.Continuation] = [:]
    }

    /// Creates a center without an intent.
    init(settings: AppcSettings, now: @escaping @Sendable () -> Date) {
        self.settings = settings
        self.now = now
    }

    /// The pending intent; `nil` if there is none or it has expired.
    var pending: PurchaseIntent? {
        sweep()
        return state.withLock { $0.box.pending }
    }

    /// Adds and stores a new intent.
    ///
    /// - Throws: ``SecretStoreError`` if the intent cannot be stored; it is still pending in this process.
    func arrive(_ intent: PurchaseIntent) throws {
        // Stored before observers are notified, because an intent that is used at once must not be stored afterwards.
        let keeping = Result { try settings.set(intent, .intent) }
        tell(intent)
        try keeping.get()
    }

    /// Restores the intent of an earlier process, if there is one.
    func restore(bindTo billing: AppcBilling) {
        guard state.withLock({ $0.box.pending == nil }),
            let intent = settings.value(.intent, as: PurchaseIntent.self)
        else { return }
        guard !intent.isExpired(at: now()), !state.withLock({ $0.box.isUsed(intent) }) else {
            try? settings.set(nil, .intent)
            return
        }
        tell(intent.bound(to: billing))
    }

    /// Returns a new stream of intents.
    func updates() -> AsyncStream<PurchaseIntent> {
        let (stream, continuation) = AsyncStream.makeStream(of: PurchaseIntent.self)
        let observer = state.withLock { state in
            let (observer, first) = state.box.observe(now: now())
            state.continuations[observer] = continuation
            first.forEach { continuation.yield($0) }
            return observer
        }
        continuation.onTermination = { [weak self] _ in self?.leave(observer) }
        return stream
    }

    /// Marks an intent as used, so that it can be neither confirmed nor restored.
    ///
    /// - Returns: `false` if it was already used or has expired.
    func use(_ intent: PurchaseIntent) -> Bool {
        let isUsable = state.withLock { $0.box.use(intent, now: now()) }
        let kept = settings.value(.intent, as: PurchaseIntent.self)
        if kept?.id == intent.id { try? settings.set(nil, .intent) }
        return isUsable
    }

    /// Removes expired intents.
    func sweep() {
        if state.withLock({ $0.box.sweep(now: now()) }) { try? settings.set(nil, .intent) }
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
