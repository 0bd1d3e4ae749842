public import APIRuntime

/// A script and a record of the calls of one method of a generated mock that returns pages.
public final class MockedPages<Input: Sendable, Item: Sendable>: Sendable {
    private struct State: Sendable {
        var inputs: [Input] = []
        var pages: [[Item]]?
        var failure: (any Error)?
    }

    private let name: String
    private let state = LockedState(State())

    /// Creates a script without pages.
    ///
    /// - Parameter name: The name of the method, for the error of an iteration that has no pages.
    public init(_ name: String) {
        self.name = name
    }

    /// The inputs of the method, one per call.
    public var inputs: [Input] { state.withLock { $0.inputs } }

    /// Sets the items of each page.
    ///
    /// Every iteration starts at the first page.
    public func responds(with pages: [Item]...) {
        state.withLock { $0.pages = pages }
    }

    /// Sets a failure that occurs after the last page.
    public func fails(with failure: any Error) {
        state.withLock { $0.failure = failure }
    }

    /// Records the input and returns the pages.
    ///
    /// Generated methods only call this method.
    public func call(_ input: Input) -> PageSequence<Item> {
        state.withLock { $0.inputs.append(input) }
        return PageSequence(cursor: { cursor in try self.page(at: cursor.flatMap { Int($0) } ?? 0) })
    }

    private func page(at position: Int) throws -> ResultPage<Item> {
        let (pages, failure) = state.withLock { ($0.pages, $0.failure) }
        guard pages != nil || failure != nil else {
            throw TransportError(.unsupported, "'\(name)' of this double has no pages.")
        }
        let known = pages ?? []
        guard position < known.count else {
            if let failure {
                throw failure
            }
            return ResultPage(items: [])
        }
        let isLast = position + 1 == known.count && failure == nil
        return ResultPage(items: known[position], next: isLast ? nil : String(position + 1))
    }
}
