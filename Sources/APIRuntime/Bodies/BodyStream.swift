/// A body whose bytes are made while they are sent.
///
/// ```swift
/// let export = BodyStream(length: nil, isReplayable: true) {
///     BodyChunks { rows.next().map { Array($0.utf8) } }
/// }
/// ```
public struct BodyStream: Sendable {
    /// Length of the whole body in bytes; `nil` when it is not known, which sends it in chunks.
    public let length: Int?

    /// Whether ``open()`` can be called again and gives the same bytes.
    ///
    /// Without it the call is sent once only.
    public let isReplayable: Bool

    private let make: @Sendable () -> BodyChunks

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - length: Length of the whole body in bytes; `nil` when not known.
    ///   - isReplayable: Whether `make` can be called again and gives the same bytes.
    ///   - make: Starts a new pass over the bytes.
    public init(length: Int?, isReplayable: Bool, make: @escaping @Sendable () -> BodyChunks) {
        self.length = length
        self.isReplayable = isReplayable
        self.make = make
    }

    /// Starts a new pass over the bytes.
    public func open() -> BodyChunks { make() }
}

/// Pieces of a body in order, none of them empty.
public struct BodyChunks: AsyncSequence, Sendable {
    /// A piece of the body.
    public typealias Element = [UInt8]

    private let produce: @Sendable () async throws -> [UInt8]?

    /// Creates a sequence from a closure that gives the next piece, and `nil` at the end.
    ///
    /// The closure is never called by two tasks at once, as long as the sequence has one iterator.
    public init(_ next: @escaping @Sendable () async throws -> [UInt8]?) {
        produce = next
    }

    /// Creates a sequence of one piece, or of none when `bytes` is empty.
    public init(_ bytes: [UInt8]) {
        let rest = LockedState<[UInt8]?>(bytes.isEmpty ? nil : bytes)
        produce = { rest.withLock { $0.take() } }
    }

    /// Creates a sequence that reads several others one after the other; each is opened when its turn comes.
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

    /// Reads the pieces.
    public struct Iterator: AsyncIteratorProtocol {
        let produce: @Sendable () async throws -> [UInt8]?

        /// The next piece; `nil` at the end.
        public mutating func next() async throws -> [UInt8]? {
            while let chunk = try await produce() {
                if !chunk.isEmpty { return chunk }
            }
            return nil
        }
    }

    /// Creates an iterator.
    ///
    /// Iterators of one sequence share their position: take one only.
    public func makeAsyncIterator() -> Iterator { Iterator(produce: produce) }
}

extension Optional {
    /// The value, leaving nothing behind.
    mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}
