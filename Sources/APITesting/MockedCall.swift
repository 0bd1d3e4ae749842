public import APIRuntime

/// What one method of a generated double responds, and what it was given.
///
/// ```swift
/// let receipts = ReceiptsOperationsMock()
/// receipts.onList.responds(with: try ReceiptPage.example)
/// let screen = ReceiptScreen(receipts: receipts)
/// await screen.load()
/// #expect(receipts.onList.inputs.first?.take == 100)
/// ```
/// A method that was told nothing, or has no response left, fails with ``/APIRuntime/TransportError``.
public final class MockedCall<Input: Sendable, Output: Sendable, Failure: OperationError>: Sendable {
    /// Gives a response to what a method was given.
    public typealias Work = @Sendable (Input) async throws(Failure) -> Output

    private struct State: Sendable {
        var inputs: [Input] = []
        var responses: [Result<Output, Failure>] = []
        var work: Work?
    }

    private let name: String
    private let state = LockedState(State())

    /// Creates a script without responses.
    ///
    /// - Parameter name: Name of the method, for the failure of a call that has no response.
    public init(_ name: String) {
        self.name = name
    }

    /// What the method was given, call by call.
    ///
    /// The values of one call are a tuple labelled like the method, or the options alone where it has nothing else.
    public var inputs: [Input] { state.withLock { $0.inputs } }

    /// Adds responses, each for one call, in their order.
    public func responds(with outputs: Output...) {
        state.withLock { $0.responses += outputs.map { .success($0) } }
    }

    /// Adds a failure for one call.
    public func fails(with failure: Failure) {
        state.withLock { $0.responses.append(.failure(failure)) }
    }

    /// Responds to every call for which no response was added.
    public func performs(_ work: @escaping Work) {
        state.withLock { $0.work = work }
    }

    /// Responds to a call; generated methods do nothing else.
    public func call(_ input: Input) async throws(Failure) -> Output {
        let (response, work) = state.withLock { state -> (Result<Output, Failure>?, Work?) in
            state.inputs.append(input)
            return state.responses.isEmpty ? (nil, state.work) : (state.responses.removeFirst(), nil)
        }
        if let response {
            return try response.get()
        }
        guard let work else {
            throw Failure(.transport(TransportError(.unsupported, "'\(name)' of this double has no response.")))
        }
        return try await work(input)
    }
}

extension MockedCall where Output == Void {
    /// Adds a success for one call.
    public func succeeds() {
        responds(with: ())
    }
}
