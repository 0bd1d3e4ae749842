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
        if case .element(let element) = try await arrival(in: handOff.beginWait()) { element } else { nil }
    }

    /// Waits for the next element, but not longer than a duration.
    ///
    /// The sequence continues to produce an element that does not arrive in time. A later call returns it.
    ///
    /// - Throws: The error of the sequence, or `CancellationError` when the task is cancelled.
    package func next(within duration: Duration, of clock: any Clock<Duration>) async throws -> PumpArrival<Element> {
        let wait = handOff.beginWait()
        let timer = Task { [handOff] in
            try await clock.sleep(for: duration.sleepable)
            handOff.end(wait)
        }
        defer { timer.cancel() }
        return try await arrival(in: wait)
    }

    private func arrival(in wait: Int) async throws -> PumpArrival<Element> {
        try await withTaskCancellationHandler {
            try await handOff.take(wait)
        } onCancel: {
            // First, because the cancelled sequence may end without an error.
            handOff.end(CancellationError())
            task.cancel()
        }
    }
}

/// The result of a wait for an element.
package enum PumpArrival<Element: Sendable>: Sendable {
    case element(Element)
    /// The sequence has ended.
    case end
    /// No element arrived in time.
    case nothing
}

/// The place where a producer and a consumer meet for each element.
private final class HandOff<Element: Sendable>: Sendable {
    private struct State: Sendable {
        var consumer: CheckedContinuation<PumpArrival<Element>, any Error>?
        var producer: CheckedContinuation<Bool, Never>?
        /// An element that arrived after the consumer had stopped waiting.
        var late: Element?
        /// The number of the latest wait of the consumer.
        var wait = 0
        /// Whether the latest wait has ended, perhaps before the consumer waited.
        var isWaitOver = false
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

    /// Passes an element to the consumer, or keeps it until the consumer asks again.
    func give(_ element: Element) {
        let consumer = state.withLock { state in
            guard let consumer = state.consumer.take() else {
                state.late = element
                return CheckedContinuation<PumpArrival<Element>, any Error>?.none
            }
            return consumer
        }
        consumer?.resume(returning: .element(element))
    }

    /// Returns the number of the wait that the consumer begins.
    func beginWait() -> Int {
        state.withLock { state in
            state.wait += 1
            state.isWaitOver = false
            return state.wait
        }
    }

    /// Ends a wait of the consumer, without ending the sequence.
    func end(_ wait: Int) {
        let consumer: CheckedContinuation<PumpArrival<Element>, any Error>? = state.withLock { state in
            guard state.wait == wait else { return nil }
            state.isWaitOver = true
            return state.consumer.take()
        }
        consumer?.resume(returning: .nothing)
    }

    /// Asks for the next element.
    func take(_ wait: Int) async throws -> PumpArrival<Element> {
        try await withCheckedThrowingContinuation { continuation in
            let (arrival, producer): (Result<PumpArrival<Element>, any Error>?, CheckedContinuation<Bool, Never>?)
            (arrival, producer) = state.withLock { state in
                if let late = state.late.take() { return (.success(.element(late)), nil) }
                if let failure = state.failure.take() { return (.failure(failure), nil) }
                if state.isEnded { return (.success(.end), nil) }
                if state.wait == wait, state.isWaitOver { return (.success(.nothing), nil) }
                state.consumer = continuation
                return (nil, state.producer.take())
            }
            producer?.resume(returning: true)
            if let arrival { continuation.resume(with: arrival) }
        }
    }

    /// Ends the sequence for both sides; only the first call has an effect.
    func end(_ failure: (any Error)?) {
        let (consumer, producer) = state.withLock { state in
            guard !state.isEnded else {
                return (CheckedContinuation<PumpArrival<Element>, any Error>?.none, state.producer.take())
            }
            state.isEnded = true
            let consumer = state.consumer.take()
            // The failure is thrown once.
            if consumer == nil { state.failure = failure }
            return (consumer, state.producer.take())
        }
        producer?.resume(returning: false)
        if let failure { consumer?.resume(throwing: failure) } else { consumer?.resume(returning: .end) }
    }
}

extension Optional {
    /// Returns the value and sets the optional to `nil`.
    package mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}
