/// The elements of a response, each available when it has arrived: events, JSON lines or elements of a JSON array.
///
/// ```swift
/// for try await event in client.tasks.events() { show(event.data) }
/// ```
///
/// Each iterator sends the request when its first element is requested. Leaving the loop or cancelling the task closes the
/// connection. After a failure or the last element the iterator returns `nil`.
///
/// - Note: The iterator throws errors of the operation. They are declared as `any Error`, because the compiler crashes on
///   algorithms like `first(where:)` of sequences with a concrete failure.
public struct ResponseSequence<Element: Sendable>: AsyncSequence, Sendable {
    private let open: @Sendable () -> @Sendable () async throws -> Element?

    /// Creates a sequence, for tests and for doubles of clients.
    ///
    /// - Parameter open: Starts an iteration and returns a closure for the next element. The closure is not called again
    ///   after it has returned `nil` or thrown an error.
    public init(_ open: @escaping @Sendable () -> @Sendable () async throws -> Element?) {
        self.open = open
    }

    /// Creates a sequence of the elements of another one, for servers and doubles of clients.
    ///
    /// Each iterator starts a new iteration of the other sequence, and requests its elements one by one.
    public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
        self.init {
            let pump = SequencePump(sequence)
            return { try await pump.next() }
        }
    }

    /// Creates a sequence of a list's elements, for servers and doubles of clients.
    public init(_ elements: [Element]) {
        self.init {
            let rest = LockedState(elements[...])
            return { rest.withLock { $0.popFirst() } }
        }
    }

    /// Creates an iterator that starts before the first element.
    public func makeAsyncIterator() -> Iterator { Iterator(fetch: open()) }

    /// Returns the elements in order.
    public struct Iterator: AsyncIteratorProtocol {
        var fetch: (@Sendable () async throws -> Element?)?

        /// Returns the next element; `nil` after the last one.
        ///
        /// - Throws: The operation's error.
        public mutating func next() async throws -> Element? {
            guard let fetch else { return nil }
            do {
                if let element = try await fetch() { return element }
            } catch {
                self.fetch = nil
                throw error
            }
            self.fetch = nil
            return nil
        }
    }
}
