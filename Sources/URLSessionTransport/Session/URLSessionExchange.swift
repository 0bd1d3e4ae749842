import APIRuntime
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HTTPTypes

/// One request of a `URLSession` and the received part of its response.
final class URLSessionExchange: Sendable {
    typealias Outcome = Result<TransportResponse, TransportError>
    typealias Continuation = CheckedContinuation<Outcome, Never>

    private struct State: Sendable {
        var head: HTTPResponse?
        var expectedLength: Int?
        var bytes: [UInt8] = []
        var received = 0
        var hasSent = false
        var isFinished = false
        /// Kept only until a caller waits for it: releasing the last reference ends a streamed response.
        var outcome: Outcome?
        var continuation: Continuation?
    }

    private let maximumBytes: Int
    private let isHead: Bool
    private let progress: (@Sendable (Int) -> Void)?
    private let state = LockedState(State())

    /// Receives the chunks of a streamed body; `nil` for a response that is delivered as a whole.
    private let stream: ChunkBuffer?

    init(_ request: TransportRequest, stream: ChunkBuffer? = nil) {
        maximumBytes = request.maximumBytes
        isHead = request.head.method == .head
        progress = request.progress
        self.stream = stream
    }

    /// The outcome when no caller waits for it; `nil` before the end.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    /// Whether the head of the response has arrived.
    var hasHead: Bool { state.withLock { $0.head != nil } }

    /// Sets the continuation of the caller that waits for the outcome, which may already exist.
    func attach(_ continuation: Continuation) {
        let outcome = state.withLock { state -> Outcome? in
            if !state.isFinished { state.continuation = continuation }
            return state.outcome.take()
        }
        if let outcome { continuation.resume(returning: outcome) }
    }

    /// Sets the outcome, unless there is one.
    func finish(_ outcome: Outcome) {
        let waiting = state.withLock { state -> Continuation? in
            guard !state.isFinished else { return nil }
            state.isFinished = true
            state.bytes = []
            if state.continuation == nil { state.outcome = outcome }
            return state.continuation.take()
        }
        waiting?.resume(returning: outcome)
    }

    /// Records the head of the response.
    ///
    /// - Returns: Whether the body is needed.
    func receive(_ response: URLResponse) -> Bool {
        guard let response = response as? HTTPURLResponse else { return false }
        let head = HTTPResponse(response)
        // The system also passes on interim responses, which precede the response.
        if (100..<200).contains(head.status.code), head.status.code != 101 { return true }
        if let problem = head.violation {
            fail(.malformedResponse(problem))
            return false
        }
        // The length of these is that of no body (RFC 9112, section 6.3).
        let hasBody = !isHead && ![204, 304].contains(head.status.code)
        let isPlain = head.headerFields[.contentEncoding] == nil && hasBody
        let length = head.headerFields[.contentLength].flatMap { Int($0) }
        if isPlain, let length, length > maximumBytes {
            finish(.failure(.tooLarge(maximumBytes)))
            return false
        }
        state.withLock { state in
            state.head = head
            state.expectedLength = isPlain ? length : nil
            if stream == nil { state.bytes.reserveCapacity(min(length ?? 0, maximumBytes, 1 << 20)) }
        }
        if let stream { finish(.success(TransportResponse(head, body: .chunks(stream.chunks)))) }
        return true
    }

    /// Records that a part of the request may have left the device.
    func noteSent() {
        state.withLock { $0.hasSent = true }
    }

    /// Reports the progress of the request's body.
    func sent(_ count: Int64) {
        noteSent()
        progress?(Int(count))
    }

    /// Adds a chunk of the body.
    ///
    /// - Returns: Whether more is needed.
    func receive(_ data: Data) -> Bool {
        if let stream {
            state.withLock { $0.received += data.count }
            return stream.add(Array(data))
        }
        let fits = state.withLock { state in
            guard !state.isFinished else { return false }
            guard data.count <= maximumBytes - state.bytes.count else { return false }
            data.withUnsafeBytes { state.bytes.append(contentsOf: $0) }
            state.received += data.count
            return true
        }
        if !fits { finish(.failure(.tooLarge(maximumBytes))) }
        return fits
    }

    /// Records the end of a task.
    ///
    /// The delegate is not called for the head of every response: not for an upload of a background session, whose body
    /// comes first, and on Linux not for some redirects that are not followed.
    ///
    /// - Parameters:
    ///   - response: The response of the task, or the part of it that has arrived.
    ///   - error: The reason why the response is missing or incomplete; `nil` for a complete one.
    func end(_ response: URLResponse?, error: (any Error)?) {
        if response != nil { noteSent() }
        if error == nil, !hasHead, let response { _ = receive(response) }
        complete(error)
    }

    /// Records the end of the response, or the reason why it is missing.
    func complete(_ error: (any Error)?) {
        if let error {
            let failure = TransportError(urlSession: error)
            // A network that is lost later has the same code as one that was never there.
            let mayHaveSent = state.withLock { $0.hasSent || $0.head != nil }
            return fail(mayHaveSent ? failure.with(sent: .everything) : failure)
        }
        let (head, bytes, received, expected) = state.withLock { state in
            let bytes = state.bytes
            state.bytes = []
            return (state.head, bytes, state.received, state.expectedLength)
        }
        guard let head else { return fail(TransportError(.connection, "The server gave no response.")) }
        // On Linux the body of a redirect that names no place is not handed over.
        let isRedirect = (301...308).contains(head.status.code)
        if let expected, received < expected, !(isRedirect && received == 0) {
            return fail(TransportError(.connection, "The response ended early."))
        }
        stream?.finish(nil)
        finish(.success(TransportResponse(head, body: .bytes(bytes))))
    }

    /// Ends the wait for the response and, if the response was delivered, its body.
    func fail(_ error: TransportError) {
        stream?.finish(error)
        finish(.failure(error))
    }
}
