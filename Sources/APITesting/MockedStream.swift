public import APIRuntime

/// A script and a record of the calls of one method of a generated mock that returns a sequence.
///
/// ```swift
/// orders.onWatch.responds(with: ServerSentEvent(data: order))
/// for try await event in orders.watch(orderId: 1) { show(event.data) }
/// ```
public final class MockedStream<Input: Sendable, Element: Sendable>: Sendable {
    private struct State: Sendable {
        var inputs: [Input] = []
        var elements: [Element]?
        var failure: (any Error)?
        var work: (@Sendable (Input) -> ResponseSequence<Element>)?
    }

    private let name: String
    private let state = LockedState(State())

    /// Creates a script without elements.
    ///
    /// - Parameter name: The name of the method, for the error of an iteration that has no elements.
    public init(_ name: String) {
        self.name = name
    }

    /// The inputs of the method, one per call.
    public var inputs: [Input] { state.withLock { $0.inputs } }

    /// Sets the elements of every iteration.
    public func responds(with elements: Element...) {
        state.withLock { $0.elements = elements }
    }

    /// Sets a failure that every iteration throws after the last element.
    public func fails(with failure: any Error) {
        state.withLock { $0.failure = failure }
    }

    /// Sets the closure that returns the sequence for each call, instead of fixed elements.
    public func performs(_ work: @escaping @Sendable (Input) -> ResponseSequence<Element>) {
        state.withLock { $0.work = work }
    }

    /// Records the input and returns the sequence.
    ///
    /// Generated methods only call this method.
    public func call(_ input: Input) -> ResponseSequence<Element> {
        let work = state.withLock { state in
            state.inputs.append(input)
            return state.work
        }
        if let work { return work(input) }
        return ResponseSequence { [self] in
            let script = state.withLock { ($0.elements, $0.failure) }
            let rest = LockedState((script.0 ?? [])[...])
            return { [name] in
                if let element = rest.withLock({ $0.popFirst() }) { return element }
                if let failure = script.1 { throw failure }
                guard script.0 == nil else { return nil }
                throw TransportError(.unsupported, "'\(name)' of this double has no elements.")
            }
        }
    }
}
