public import APIRuntime
import HTTPTypes

/// A transport that records the requests and responses it passes to and from another transport.
///
/// Bodies pass through it as they arrive, so that calls with streams work as without it. All bytes are kept, also those of
/// a stream that does not end.
public final class RecordingTransport: HTTPTransport {
    /// A request and its result.
    public struct Exchange: Sendable {
        /// The request; of a stream, it contains the bytes that the other transport has read so far.
        public let request: RecordedRequest

        /// The response, with the part of its body that has been read so far; or the error if there was no response, or if
        /// its body failed.
        public let result: Result<RawResponse, TransportError>
    }

    private let next: any HTTPTransport
    private let kept = LockedState<[Recording]>([])

    /// Creates a transport that passes requests to another one.
    public init(_ next: any HTTPTransport) {
        self.next = next
    }

    /// The exchanges whose response or error has arrived, in the order of arrival.
    public var exchanges: [Exchange] { kept.withLock { $0 }.map(\.exchange) }

    /// Passes the request on and records the exchange.
    ///
    /// - Throws: The error of the next transport, or `TransportError` if the file of a body cannot be read.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let recording: Recording
        var request = request
        if case .stream(let stream) = request.body {
            recording = Recording(RecordedRequest(request, body: []))
            request.body = .stream(recording.records(stream))
        } else {
            recording = Recording(try await RecordedRequest(request))
        }
        do {
            let response = try await next.send(request)
            // A copy keeps the redirects that led to the response.
            var copy = response
            copy.body = recording.records(response)
            kept.withLock { $0.append(recording) }
            return copy
        } catch {
            recording.fails(with: error)
            kept.withLock { $0.append(recording) }
            throw error
        }
    }
}

/// One exchange, whose bodies grow while they are read.
private final class Recording: Sendable {
    private struct State: Sendable {
        var requestBody: [UInt8]
        var passes = 0
        var head: HTTPResponse?
        var body: [UInt8] = []
        var failure: TransportError?
    }

    private let request: RecordedRequest
    private let state: LockedState<State>

    init(_ request: RecordedRequest) {
        self.request = request
        state = LockedState(State(requestBody: request.body))
    }

    var exchange: RecordingTransport.Exchange {
        let state = state.withLock { $0 }
        let result: Result<RawResponse, TransportError> =
            if let failure = state.failure {
                .failure(failure)
            } else {
                .success(
                    RawResponse(
                        status: state.head?.status.code ?? 0,
                        headers: state.head?.headerFields ?? [:],
                        body: state.body
                    )
                )
            }
        return .init(request: RecordedRequest(request, body: state.requestBody), result: result)
    }

    func fails(with error: TransportError) {
        state.withLock { $0.failure = error }
    }

    /// Returns a stream that records its bytes; each pass over them replaces those of the one before, also of one that
    /// has not ended.
    func records(_ stream: BodyStream) -> BodyStream {
        BodyStream(length: stream.length, isReplayable: stream.isReplayable) { [self] in
            let pass = state.withLock { state in
                state.requestBody = []
                state.passes += 1
                return state.passes
            }
            let chunks = stream.open()
            return BodyChunks { [self] in
                var iterator = chunks.makeAsyncIterator()
                let chunk = try await iterator.next()
                state.withLock { state in
                    if let chunk, state.passes == pass { state.requestBody += chunk }
                }
                return chunk
            }
        }
    }

    /// Returns the body of a response, which records its bytes when they are read.
    func records(_ response: TransportResponse) -> TransportResponseBody {
        state.withLock { $0.head = response.head }
        switch response.body {
        case .bytes(let bytes):
            state.withLock { $0.body = bytes }
            return response.body
        case .chunks(let chunks):
            return .chunks(
                BodyChunks { [self] in
                    var iterator = chunks.makeAsyncIterator()
                    do {
                        let chunk = try await iterator.next()
                        if let chunk { state.withLock { $0.body += chunk } }
                        return chunk
                    } catch {
                        note(error)
                        throw error
                    }
                }
            )
        }
    }

    /// Records the error of a response's body; that of a reader who has stopped is none of the response.
    private func note(_ error: any Error) {
        let failure = error as? TransportError
        guard !(error is CancellationError), failure?.code != .cancelled else { return }
        fails(
            with: failure ?? TransportError(.connection, "The response ended early.", underlying: "\(type(of: error))")
        )
    }
}
