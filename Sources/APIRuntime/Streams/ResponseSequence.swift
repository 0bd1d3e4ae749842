/// Elements of a response, each given as soon as it has arrived: events, JSON lines or the elements of a JSON array.
///
/// ```swift
/// for try await event in client.tasks.events() { show(event.value) }
/// ```
///
/// The request is sent when the first element is asked for, and again for each new walk. Leaving the loop or cancelling
/// the task closes the connection. After a failure or the last element the iterator gives `nil`.
///
/// - Note: Failures are errors of the operation. They are declared as `any Error`, because the compiler crashes on
///   algorithms like `first(where:)` of sequences with a concrete failure.
public struct ResponseSequence<Element: Sendable>: AsyncSequence, Sendable {
    private let open: @Sendable () -> @Sendable () async throws -> Element?

    /// Creates a sequence from what starts a walk: it gives a closure that fetches element after element.
    ///
    /// For tests and for doubles of clients; the closure is not called again after it gave `nil` or threw.
    public init(_ open: @escaping @Sendable () -> @Sendable () async throws -> Element?) {
        self.open = open
    }

    /// Creates an iterator in front of the first element.
    public func makeAsyncIterator() -> Iterator { Iterator(fetch: open()) }

    /// Gives element after element.
    public struct Iterator: AsyncIteratorProtocol {
        var fetch: (@Sendable () async throws -> Element?)?

        /// The next element; `nil` after the last one.
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
