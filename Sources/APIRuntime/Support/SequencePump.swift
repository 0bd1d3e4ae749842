/// Passes the elements of an asynchronous sequence to one consumer, each when the consumer asks for it.
///
/// A task iterates over the sequence, so that the iterator, which is rarely sendable, stays in one place. The task waits
/// for each demand, holds no more than one element, and is cancelled with the pump.
package final class SequencePump<Element: Sendable>: Sendable {
    private let handOff: HandOff<Element>
    private let task: Task<Void, Never>

    /// Creates a pump, which requests no element before the first call of ``next()``.
    package init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
        let handOff = HandOff<Element>()
        self.handOff = handOff
        task = Task {
            guard await handOff.demand() else { return }
            do {
                for try await element in sequence {
                    handOff.give(element)
                    guard await handOff.demand() else { return }
                }
                handOff.end(nil)
            } catch {
                handOff.end(error)
            }
        }
    }

    deinit {
        task.cancel()
        handOff.end(CancellationError())
    }

    /// Returns the next element; `nil` after the last one.
    ///
    /// - Throws: The error of the sequence, or `CancellationError` when the task is cancelled.
    package func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            try await handOff.take()
        } onCancel: {
            // First, because the cancelled sequence may end without an error.
            handOff.end(CancellationError())
            task.cancel()
        }
    }
}

/// The place where a producer and a consumer meet for each element.
private final class HandOff<Element: Sendable>: Sendable {
    private struct State: Sendable {
        var consumer: CheckedContinuation<Element?, any Error>?
        var producer: CheckedContinuation<Bool, Never>?
        var isEnded = false
        var failure: (any Error)?
    }

    private let state = LockedState(State())

    /// Waits until the consumer asks for an element; returns `false` if it no longer does.
    func demand() async -> Bool {
        await withCheckedContinuation { continuation in
            let isWanted: Bool? = state.withLock { state in
                if state.isEnded { return false }
                if state.consumer != nil { return true }
                state.producer = continuation
                return nil
            }
            if let isWanted { continuation.resume(returning: isWanted) }
        }
    }

    /// Passes an element to the waiting consumer.
    func give(_ element: Element) {
        let consumer = state.withLock { $0.consumer.take() }
        consumer?.resume(returning: element)
    }

    /// Asks for the next element.
    func take() async throws -> Element? {
        try await withCheckedThrowingContinuation { continuation in
            let (isEnded, failure, producer) = state.withLock { state in
                if state.isEnded { return (true, state.failure, CheckedContinuation<Bool, Never>?.none) }
                state.consumer = continuation
                return (false, nil, state.producer.take())
            }
            producer?.resume(returning: true)
            guard isEnded else { return }
            state.withLock { $0.failure = nil }
            if let failure { continuation.resume(throwing: failure) } else { continuation.resume(returning: nil) }
        }
    }

    /// Ends the sequence for both sides; only the first call has an effect.
    func end(_ failure: (any Error)?) {
        let (consumer, producer) = state.withLock { state in
            guard !state.isEnded else { return (CheckedContinuation<Element?, any Error>?.none, state.producer.take()) }
            state.isEnded = true
            let consumer = state.consumer.take()
            // The failure is thrown once.
            if consumer == nil { state.failure = failure }
            return (consumer, state.producer.take())
        }
        producer?.resume(returning: false)
        if let failure { consumer?.resume(throwing: failure) } else { consumer?.resume(returning: nil) }
    }
}

extension Optional {
    /// Returns the value and sets the optional to `nil`.
    package mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}
