public import APIRuntime
import HTTPTypes

/// A transport that records the requests and responses it passes to and from another transport.
public final class RecordingTransport: HTTPTransport {
    /// A request and its result.
    public struct Exchange: Sendable {
        /// The request.
        public let request: RecordedRequest

        /// The response, or the error if none was received.
        public let result: Result<RawResponse, TransportError>
    }

    private let next: any HTTPTransport
    private let kept = LockedState<[Exchange]>([])

    /// Creates a transport that passes requests to another one.
    public init(_ next: any HTTPTransport) {
        self.next = next
    }

    /// All completed exchanges, in order of completion.
    public var exchanges: [Exchange] { kept.withLock { $0 } }

    /// Passes the request on and records the exchange.
    ///
    /// Reads the complete bodies of the request and the response.
    ///
    /// - Throws: The error of the next transport, or `TransportError` if a body cannot be read.
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
