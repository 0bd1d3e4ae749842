/// A body whose bytes are produced while they are sent.
///
/// ```swift
/// let export = BodyStream(length: nil, isReplayable: true) {
///     BodyChunks { rows.next().map { Array($0.utf8) } }
/// }
/// ```
public struct BodyStream: Sendable {
    /// The length of the whole body in bytes; `nil` when it is unknown and the body is sent in chunks.
    public let length: Int?

    /// Whether ``open()`` can be called again and returns the same bytes.
    ///
    /// A call whose body is not replayable is sent only once.
    public let isReplayable: Bool

    private let make: @Sendable () -> BodyChunks

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - length: The length of the whole body in bytes; `nil` when it is unknown.
    ///   - isReplayable: Whether `make` can be called again and returns the same bytes.
    ///   - make: Starts a new pass over the bytes.
    public init(length: Int?, isReplayable: Bool, make: @escaping @Sendable () -> BodyChunks) {
        self.length = length
        self.isReplayable = isReplayable
        self.make = make
    }

    /// Starts a new pass over the bytes.
    public func open() -> BodyChunks { make() }
}

/// The chunks of a body in order, none of them empty.
public struct BodyChunks: AsyncSequence, Sendable {
    /// A chunk of the body.
    public typealias Element = [UInt8]

    private let produce: @Sendable () async throws -> [UInt8]?

    /// Whether the bytes are those of the server's response, which no middleware has changed.
    var isUntouched = false

    /// Creates a sequence from a closure that returns the next chunk, or `nil` at the end.
    ///
    /// The closure is never called concurrently, as long as the sequence has only one iterator.
    public init(_ next: @escaping @Sendable () async throws -> [UInt8]?) {
        produce = next
    }

    /// Creates a sequence of one chunk, or of none when `bytes` is empty.
    public init(_ bytes: [UInt8]) {
        let rest = LockedState<[UInt8]?>(bytes.isEmpty ? nil : bytes)
        produce = { rest.withLock { $0.take() } }
    }

    /// Creates a sequence that reads several others one after another and opens each when the previous one ends.
    init(joining parts: [@Sendable () -> BodyChunks]) {
        let state = LockedState((next: 0, current: BodyChunks?.none))
        produce = {
            while true {
                let current = state.withLock { state -> BodyChunks? in
                    if state.current == nil, state.next < parts.count {
                        state.current = parts[state.next]()
                        state.next += 1
                    }
                    return state.current
                }
                guard let current else { return nil }
                if let chunk = try await current.produce() { return chunk }
                state.withLock { $0.current = nil }
            }
        }
    }

    /// An iterator over the chunks.
    public struct Iterator: AsyncIteratorProtocol {
        let produce: @Sendable () async throws -> [UInt8]?

        /// Returns the next chunk; `nil` at the end.
        ///
        /// - Throws: The error of the file or stream that provides the bytes.
        public mutating func next() async throws -> [UInt8]? {
            while let chunk = try await produce() {
                if !chunk.isEmpty { return chunk }
            }
            return nil
        }
    }

    /// Creates an iterator.
    ///
    /// Iterators of one sequence share their position: create only one.
    public func makeAsyncIterator() -> Iterator { Iterator(produce: produce) }
}
