public import APIRuntime

/// A transport that responds from a script and records the requests it receives.
///
/// ```swift
/// let transport = ScriptedTransport([.status(503), .json(#"{"name": "Ada"}"#)])
/// let credentials = NotesCredentials(userToken: .bearer("t"))
/// let client = NotesClient(credentials: credentials, configuration: .testing(transport))
/// let account = try await client.account.get()    // sends again after the first response
/// ```
public final class ScriptedTransport: TimeoutKeepingTransport {
    /// A closure that returns the response to a request.
    public typealias Script = @Sendable (RecordedRequest) async throws(TransportError) -> ScriptedResponse

    private struct State: Sendable {
        var queue: [ScriptedResponse]
        var requests: [RecordedRequest] = []
    }

    private let state: LockedState<State>
    private let script: Script?
    private let clock: any Clock<Duration>

    /// Creates a transport that returns the responses in order, and fails when there are no more.
    ///
    /// - Parameters:
    ///   - responses: One response for each request.
    ///   - clock: The clock that measures the timeout of requests that receive ``ScriptedResponse/pending``.
    public init(_ responses: [ScriptedResponse] = [], clock: any Clock<Duration> = ContinuousClock()) {
        state = LockedState(State(queue: responses))
        script = nil
        self.clock = clock
    }

    /// Creates a transport that calls a closure for each response.
    public init(clock: any Clock<Duration> = ContinuousClock(), script: @escaping Script) {
        state = LockedState(State(queue: []))
        self.script = script
        self.clock = clock
    }

    /// All requests so far, in order.
    public var requests: [RecordedRequest] { state.withLock { $0.requests } }

    /// The number of unused responses.
    public var remaining: Int { state.withLock { $0.queue.count } }

    /// Adds a response to the end of the script.
    public func append(_ response: ScriptedResponse) {
        state.withLock { $0.queue.append(response) }
    }

    /// Records the request and returns the next response.
    ///
    /// - Throws: The scripted `TransportError`, or one with the code `unsupported` if no response remains.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try request.validate()
        let recorded = try await RecordedRequest(request)
        let next = state.withLock { state in
            state.requests.append(recorded)
            return state.queue.isEmpty ? nil : state.queue.removeFirst()
        }
        let response: ScriptedResponse
        if let script {
            response = try await script(recorded)
        } else if let next {
            response = next
        } else {
            throw TransportError(.unsupported, "The script has no response for request \(requests.count).")
        }
        return try await response.perform(for: request, on: clock)
    }
}

extension ScriptedResponse {
    /// Returns the scripted response for one request.
    func perform(
        for request: TransportRequest,
        on clock: any Clock<Duration>
    ) async throws(TransportError) -> TransportResponse {
        switch action {
        case .response(let response):
            if Task.isCancelled { throw .cancelled }
            return response
        case .stream(let head, let pieces, let ending):
            if Task.isCancelled { throw .cancelled }
            return TransportResponse(head, body: .chunks(ending.chunks(behind: pieces)))
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

extension ScriptedResponse.StreamEnding {
    /// Returns the pieces, followed by this ending.
    fileprivate func chunks(behind pieces: [[UInt8]]) -> BodyChunks {
        let rest = LockedState(pieces[...])
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
