public import APIRuntime

/// A script and a record of the calls of one method of a generated mock.
///
/// ```swift
/// let receipts = ReceiptsOperationsMock()
/// receipts.onList.responds(with: try ReceiptPage.example)
/// let screen = ReceiptScreen(receipts: receipts)
/// await screen.load()
/// #expect(receipts.onList.inputs.first?.take == 100)
/// ```
/// A method without a configured or remaining response fails with `TransportError`.
public final class MockedCall<Input: Sendable, Output: Sendable, Failure: OperationError>: Sendable {
    /// A closure that returns the output for a call's input.
    public typealias Work = @Sendable (Input) async throws(Failure) -> Output

    private struct State: Sendable {
        var inputs: [Input] = []
        var responses: [Result<Output, Failure>] = []
        var work: (@Sendable (Input) async -> Result<Output, Failure>)?
    }

    private let name: String
    private let state = LockedState(State())

    /// Creates a script without responses.
    ///
    /// - Parameter name: The name of the method, for the error of a call that has no response.
    public init(_ name: String) {
        self.name = name
    }

    /// The inputs of the method, one per call.
    ///
    /// The input of a call is a tuple with the labels of the method's parameters, or the options alone if the method
    /// has no other parameters.
    public var inputs: [Input] { state.withLock { $0.inputs } }

    /// Adds responses, one per call, in order.
    public func responds(with outputs: Output...) {
        state.withLock { $0.responses += outputs.map { .success($0) } }
    }

    /// Adds a failure for one call.
    public func fails(with failure: Failure) {
        state.withLock { $0.responses.append(.failure(failure)) }
    }

    /// Sets the closure that responds to every call without an added response.
    public func performs(_ work: @escaping Work) {
        // Stored without typed throws: a generic type with such a function requires the runtime of iOS 18 and macOS 15.
        let result: @Sendable (Input) async -> Result<Output, Failure> = { input in
            do throws(Failure) {
                return .success(try await work(input))
            } catch {
                return .failure(error)
            }
        }
        state.withLock { $0.work = result }
    }

    /// Records the input and returns the response.
    ///
    /// Generated methods only call this method.
    ///
    /// - Throws: The added failure, an error of the closure, or a transport error if the call has no response.
    public func call(_ input: Input) async throws(Failure) -> Output {
        let (response, work) = state.withLock { state in
            state.inputs.append(input)
            return state.responses.isEmpty ? (nil, state.work) : (state.responses.removeFirst(), nil)
        }
        if let response {
            return try response.get()
        }
        guard let work else {
            throw Failure(.transport(TransportError(.unsupported, "'\(name)' of this double has no response.")))
        }
        return try await work(input).get()
    }
}

extension MockedCall where Output == Void {
    /// Adds a success for one call.
    public func succeeds() {
        responds(with: ())
    }
}
