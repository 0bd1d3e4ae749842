public import APIRuntime
import HTTPTypes

/// A transport that keeps what goes through it to another one.
public final class RecordingTransport: HTTPTransport {
    /// A request and how it ended.
    public struct Exchange: Sendable {
        /// The request.
        public let request: RecordedRequest

        /// The response, or why none came.
        public let result: Result<RawResponse, TransportError>
    }

    private let next: any HTTPTransport
    private let kept = LockedState<[Exchange]>([])

    /// Creates a transport in front of another one.
    public init(_ next: any HTTPTransport) {
        self.next = next
    }

    /// All exchanges that have ended, in the order of their ends.
    public var exchanges: [Exchange] { kept.withLock { $0 } }

    /// Passes the request on.
    ///
    /// Its body and the response's are read whole.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let recorded = try await RecordedRequest(request)
        var whole = request
        if request.body != nil { whole.body = .bytes(recorded.body) }
        do {
            let response = try await next.send(whole)
            let body = try await response.body.collect(upTo: request.maximumBytes)
            let received = RawResponse(
                status: response.head.status.code,
                headers: response.head.headerFields,
                body: body
            )
            keep(Exchange(request: recorded, result: .success(received)))
            return TransportResponse(response.head, body: .bytes(body))
        } catch {
            keep(Exchange(request: recorded, result: .failure(error)))
            throw error
        }
    }

    private func keep(_ exchange: Exchange) {
        kept.withLock { $0.append(exchange) }
    }
}
