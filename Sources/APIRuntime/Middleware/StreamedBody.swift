/// The body of a response that is read while it arrives, with bounds on its size and time.
///
/// The transfer ends with the last reference to the body.
final class StreamedBody: Sendable {
    /// Bounds and observers of a body.
    struct Rules: Sendable {
        /// Longest body in bytes.
        var maximumBytes = Int.max
        /// Longest time without a byte; `nil` for no bound.
        var idleTimeout: Duration?
        /// End of the whole call; `nil` for no bound.
        var deadline: CallDeadline?
        /// Measures both.
        var clock: any Clock<Duration>
        /// Receives the number of bytes so far.
        var progress: (@Sendable (Int) -> Void)?
        /// Called once with the number of bytes, and the reason for an early end; `nil` for a complete body.
        var onEnd: (@Sendable (Int, TransportError.Code?) -> Void)?

        /// Creates rules without bounds.
        init(clock: any Clock<Duration>, onEnd: (@Sendable (Int, TransportError.Code?) -> Void)? = nil) {
            self.clock = clock
            self.onEnd = onEnd
        }
    }

    private let chunks: BodyChunks
    private let rules: Rules
    private let state = LockedState((received: 0, isEnded: false, failure: CallFailure?.none))

    /// Creates a body whose first byte has not been read.
    init(_ chunks: BodyChunks, _ rules: Rules) {
        self.chunks = chunks
        self.rules = rules
    }

    deinit {
        end(.cancelled)
    }

    /// The body as a sequence of chunks, which keeps the transfer alive.
    var sequence: BodyChunks {
        var sequence = BodyChunks { try await self.next() }
        sequence.isUntouched = chunks.isUntouched
        return sequence
    }

    /// Returns the next chunk; `nil` at the end.
    ///
    /// - Throws: The reason why the body is incomplete.
    func next() async throws(CallFailure) -> [UInt8]? {
        // A chunk after a failure would not be the one that follows.
        if let failure = state.withLock({ $0.failure }) { throw failure }
        do {
            guard !Task.isCancelled else { throw CallFailure.cancelled }
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
            let failure = CallFailure(bodyError: error)
            state.withLock { $0.failure = failure }
            end(failure.transportCode)
            throw failure
        }
    }

    private func end(_ failure: TransportError.Code?) {
        let received = state.withLock { state -> Int? in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            return state.received
        }
        if let received { rules.onEnd?(received, failure) }
    }

    private func bounded() async throws -> [UInt8]? {
        guard let limit = rules.deadline?.limit(rules.idleTimeout) ?? rules.idleTimeout else { return try await read() }
        let race = DeadlineRace(clock: rules.clock)
        return try await race.run(within: limit, failure: .timedOut) { try await self.read() }
    }

    private func read() async throws -> [UInt8]? {
        var iterator = chunks.makeAsyncIterator()
        return try await iterator.next()
    }
}
