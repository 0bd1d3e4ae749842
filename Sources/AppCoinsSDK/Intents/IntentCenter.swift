import APIRuntime
import Foundation

/// Keeps the pending intent over restarts and tells observers.
final class IntentCenter: Sendable {
    private let settings: AppcSettings
    private let now: @Sendable () -> Date
    private let state = LockedState(State())

    private struct State: Sendable {
        var box = IntentBox()
        var continuations: [Int: AsyncStream<PurchaseIntent>.Continuation] = [:]
    }

    /// Creates a center without an intent.
    init(settings: AppcSettings, now: @escaping @Sendable () -> Date) {
        self.settings = settings
        self.now = now
    }

    /// The pending intent; `nil` when there is none or it has expired.
    var pending: PurchaseIntent? {
        sweep()
        return state.withLock { $0.box.pending }
    }

    /// Takes a new intent in and keeps it.
    ///
    /// - Throws: ``SecretStoreError`` when it cannot be kept; it is pending for this process all the same.
    func arrive(_ intent: PurchaseIntent) throws {
        // Kept before anybody hears of it: one that is used up at once must not be kept afterwards.
        let keeping = Result { try settings.set(intent, .intent) }
        tell(intent)
        try keeping.get()
    }

    /// Reads the intent of an earlier process; nothing happens when there is none.
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

    /// A new stream of intents.
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

    /// Marks an intent as used, so that it can neither be confirmed nor come back.
    ///
    /// - Returns: `false` when it was used before or has expired.
    func use(_ intent: PurchaseIntent) -> Bool {
        let isUsable = state.withLock { $0.box.use(intent, now: now()) }
        let kept = settings.value(.intent, as: PurchaseIntent.self)
        if kept?.id == intent.id { try? settings.set(nil, .intent) }
        return isUsable
    }

    /// Forgets what has expired.
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
