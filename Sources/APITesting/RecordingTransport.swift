public import APIRuntime
import HTTPTypes

/// A transport that keeps what goes through it to another one.
public final class RecordingTransport: Transport {
    /// A request and how it ended.
    public struct Exchange: Sendable {
        /// The request.
        public let request: RecordedRequest

        /// The answer, or why none came.
        public let result: Result<ReceivedAnswer, TransportError>
    }

    private let next: any Transport
    private let kept = Lock<[Exchange]>([])

    /// Creates a transport in front of another one.
    public init(_ next: any Transport) {
        self.next = next
    }

    /// All exchanges that have ended, in the order of their ends.
    public var exchanges: [Exchange] { kept.withLock { $0 } }

    /// Passes the request on.
    ///
    /// Its body and the answer's are read whole.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
        let recorded = try await RecordedRequest(request)
        var whole = request
        if request.body != nil { whole.body = .bytes(recorded.body) }
        do {
            let answer = try await next.send(whole)
            let body = try await answer.body.collect(upTo: request.maximumBytes)
            let received = ReceivedAnswer(
                status: answer.head.status.code,
                headers: answer.head.headerFields,
                body: body
            )
            keep(Exchange(request: recorded, result: .success(received)))
            return TransportAnswer(answer.head, body: .bytes(body))
        } catch {
            keep(Exchange(request: recorded, result: .failure(error)))
            throw error
        }
    }

    private func keep(_ exchange: Exchange) {
        kept.withLock { $0.append(exchange) }
    }
}
