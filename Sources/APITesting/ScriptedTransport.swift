public import APIRuntime

/// A transport that answers from a script and keeps the requests it was given.
///
/// ```swift
/// let transport = ScriptedTransport([.status(503), .json(#"{"name": "Ada"}"#)])
/// let credentials = NotesCredentials(userToken: .bearer("t"))
/// let client = NotesClient(credentials: credentials, configuration: .testing(transport))
/// let account = try await client.account.get()    // asks again after the first answer
/// ```
public final class ScriptedTransport: Transport {
    /// Decides on an answer.
    public typealias Script = @Sendable (RecordedRequest) async throws(TransportError) -> ScriptedAnswer

    private struct State: Sendable {
        var queue: [ScriptedAnswer]
        var requests: [RecordedRequest] = []
    }

    private let state: Lock<State>
    private let script: Script?
    private let clock: any Clock<Duration>

    /// Creates a transport that gives the answers in order, and a failure when there are no more.
    ///
    /// - Parameters:
    ///   - answers: One for each request.
    ///   - clock: Measures the timeout of requests that get ``ScriptedAnswer/pending``.
    public init(_ answers: [ScriptedAnswer] = [], clock: any Clock<Duration> = ContinuousClock()) {
        state = Lock(State(queue: answers))
        script = nil
        self.clock = clock
    }

    /// Creates a transport that asks a closure for each answer.
    public init(clock: any Clock<Duration> = ContinuousClock(), script: @escaping Script) {
        state = Lock(State(queue: []))
        self.script = script
        self.clock = clock
    }

    /// All requests so far, in order.
    public var requests: [RecordedRequest] { state.withLock { $0.requests } }

    /// Number of answers that are not used yet.
    public var remaining: Int { state.withLock { $0.queue.count } }

    /// Adds an answer to the end of the script.
    public func append(_ answer: ScriptedAnswer) {
        state.withLock { $0.queue.append(answer) }
    }

    /// Records the request and gives the next answer.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
        try request.validate()
        let recorded = try await RecordedRequest(request)
        let next = state.withLock { state in
            state.requests.append(recorded)
            return state.queue.isEmpty ? nil : state.queue.removeFirst()
        }
        let answer: ScriptedAnswer
        if let script {
            answer = try await script(recorded)
        } else if let next {
            answer = next
        } else {
            throw TransportError(.unsupported, "The script has no answer for request \(requests.count).")
        }
        return try await answer.perform(for: request, on: clock)
    }
}

extension ScriptedAnswer {
    /// Does what the script says for one request.
    func perform(
        for request: TransportRequest,
        on clock: any Clock<Duration>
    ) async throws(TransportError) -> TransportAnswer {
        switch action {
        case .answer(let answer):
            if Task.isCancelled { throw .cancelled }
            return answer
        case .stream(let head, let pieces, let ending):
            if Task.isCancelled { throw .cancelled }
            return TransportAnswer(head, body: .chunks(ending.chunks(behind: pieces)))
        case .failure(let error): throw error
        case .pending:
            guard let timeout = request.timeout else {
                for await _ in AsyncStream<Never>(unfolding: { await untilCancelled() }) {}
                throw .cancelled
            }
            guard (try? await clock.sleep(for: timeout)) != nil else { throw .cancelled }
            throw .timedOut
        }
    }
}

extension ScriptedAnswer.StreamEnding {
    /// The pieces, and then this end.
    fileprivate func chunks(behind pieces: [[UInt8]]) -> BodyChunks {
        let rest = Lock(pieces[...])
        return BodyChunks {
            if let piece = rest.withLock({ $0.popFirst() }) { return piece }
            switch self {
            case .complete: return nil
            case .failure(let error): throw error
            case .pending:
                _ = await untilCancelled()
                throw TransportError.cancelled
            }
        }
    }
}

/// Waits until the task is cancelled.
private func untilCancelled() async -> Never? {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    return nil
}
