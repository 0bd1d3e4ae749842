/// Passes the elements of an asynchronous sequence to one consumer, each when the consumer asks for it.
///
/// A task iterates over the sequence, so that the iterator, which is rarely sendable, stays in one place. The task waits
/// for each demand, holds no more than one element, and is cancelled with the pump.
package final class SequencePump<Element: Sendable>: Sendable {
    private let handOff: HandOff<Element>
    private let task: Task<Void, Never>
    /// The task that ends the waits for an element; `nil` for a pump without ticks.
    private let ticker: Task<Void, Never>?

    /// Creates a pump, which requests no element before the first call of ``next()``.
    ///
    /// - Parameters:
    ///   - sequence: The elements.
    ///   - tick: The time after which a wait for an element ends; `nil` for none. A wait ends after up to twice the time.
    ///   - clock: The clock of the ticks.
    package init<S: AsyncSequence & Sendable>(
        _ sequence: S,
        tick: Duration? = nil,
        of clock: any Clock<Duration> = ContinuousClock()
    ) where S.Element == Element {
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
        // One timer for all elements, because a cancelled one remains until its time.
        ticker = tick.map { tick in
            Task {
                while (try? await clock.sleep(for: tick.sleepable)) != nil { handOff.tick() }
            }
        }
    }

    deinit {
        ticker?.cancel()
        task.cancel()
        handOff.end(CancellationError())
    }

    /// Returns the next element; `nil` after the last one.
    ///
    /// - Throws: The error of the sequence, or `CancellationError` when the task is cancelled.
    package func next() async throws -> Element? {
        while true {
            switch try await arrival() {
            case .element(let element): return element
            case .end: return nil
            case .tick: continue
            }
        }
    }

    /// Waits for the next element or a tick.
    ///
    /// The sequence continues to produce an element that does not arrive before a tick. A later call returns it.
    ///
    /// - Throws: The error of the sequence, or `CancellationError` when the task is cancelled.
    package func arrival() async throws -> PumpArrival<Element> {
        try await withTaskCancellationHandler {
            try await handOff.take()
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
    /// No element has arrived since the last tick.
    case tick
}

/// The place where a producer and a consumer meet for each element.
private final class HandOff<Element: Sendable>: Sendable {
    private struct State: Sendable {
        var consumer: CheckedContinuation<PumpArrival<Element>, any Error>?
        var producer: CheckedContinuation<Bool, Never>?
        /// An element that arrived after the consumer had stopped waiting.
        var late: Element?
        /// Whether the consumer has received an element since the last tick.
        var isActive = false
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
            state.isActive = true
            return consumer
        }
        consumer?.resume(returning: .element(element))
    }

    /// Ends the wait of the consumer, if it waits and has received no element since the last tick.
    func tick() {
        let consumer: CheckedContinuation<PumpArrival<Element>, any Error>? = state.withLock { state in
            defer { state.isActive = false }
            return state.isActive ? nil : state.consumer.take()
        }
        consumer?.resume(returning: .tick)
    }

    /// Asks for the next element.
    func take() async throws -> PumpArrival<Element> {
        try await withCheckedThrowingContinuation { continuation in
            let (arrival, producer): (Result<PumpArrival<Element>, any Error>?, CheckedContinuation<Bool, Never>?)
            (arrival, producer) = state.withLock { state in
                if let late = state.late.take() {
                    state.isActive = true
                    return (.success(.element(late)), nil)
                }
                if let failure = state.failure.take() { return (.failure(failure), nil) }
                if state.isEnded { return (.success(.end), nil) }
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
