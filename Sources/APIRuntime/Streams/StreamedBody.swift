/// The body of a response on its way: bounds it, tells how far it has come, and notes how it ended.
///
/// The transfer ends with its last reference.
final class StreamedBody: Sendable {
    /// What is allowed and who is told.
    struct Rules: Sendable {
        /// Longest body in bytes.
        var maximumBytes: Int
        /// Longest time without a byte; `nil` for no bound.
        var idleTimeout: Duration?
        /// End of the whole call; `nil` for no bound.
        var deadline: CallDeadline?
        /// Measures both.
        var clock: any Clock<Duration>
        /// Told how many bytes have come.
        var progress: (@Sendable (Int) -> Void)?
        /// Told once how many bytes came, and why no more; `nil` for a body that is complete.
        var onEnd: @Sendable (Int, TransportError.Code?) -> Void
    }

    private let chunks: BodyChunks
    private let rules: Rules
    private let state = LockedState((received: 0, isEnded: false))

    /// Starts at the first byte.
    init(_ chunks: BodyChunks, _ rules: Rules) {
        self.chunks = chunks
        self.rules = rules
    }

    deinit {
        end(.cancelled)
    }

    /// The next piece; `nil` at the end.
    ///
    /// - Throws: Why there is no complete body.
    func next() async throws(TransportError) -> [UInt8]? {
        do {
            guard !Task.isCancelled else { throw TransportError.cancelled }
            guard let chunk = try await bounded() else {
                end(nil)
                return nil
            }
            let received = state.withLock { state in
                state.received += chunk.count
                return state.received
            }
            guard received <= rules.maximumBytes else { throw TransportError.tooLarge(rules.maximumBytes) }
            rules.progress?(received)
            return chunk
        } catch {
            let error = Self.transportError(error)
            end(error.code)
            throw error
        }
    }

    private func end(_ failure: TransportError.Code?) {
        let received = state.withLock { state -> Int? in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            return state.received
        }
        if let received { rules.onEnd(received, failure) }
    }

    private func bounded() async throws -> [UInt8]? {
        guard let limit = rules.deadline?.limit(rules.idleTimeout) ?? rules.idleTimeout else { return try await read() }
        let clock = rules.clock
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { try await self.read() }
            group.addTask {
                try await clock.sleep(for: limit)
                throw TransportError.timedOut
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private func read() async throws -> [UInt8]? {
        var iterator = chunks.makeAsyncIterator()
        return try await iterator.next()
    }

    private static func transportError(_ error: any Error) -> TransportError {
        switch error {
        case let error as TransportError: error
        case is CancellationError: .cancelled
        default: TransportError(.connection, "The response ended early.", underlying: "\(type(of: error))")
        }
    }
}
