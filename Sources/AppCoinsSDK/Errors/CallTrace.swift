import APIRuntime
import HTTPTypes

/// A record of the last request and response of a task, for debug information.
final class CallTrace: Sendable {
    /// A request and its response, if one was received.
    struct Exchange: Sendable {
        /// The URL of the request, including its query.
        var url = ""
        /// The HTTP method of the request.
        var method = ""
        /// The status of the response; `nil` if none was received.
        var status: Int?
        /// The body of the response.
        var response: [UInt8] = []
    }

    /// The trace that records the requests of this task.
    @TaskLocal static var current: CallTrace?

    private let kept = LockedState<Exchange?>(nil)

    /// The last exchange; `nil` if nothing was sent.
    var exchange: Exchange? { kept.withLock { $0 } }

    /// Records an exchange and replaces the previous one.
    func note(_ exchange: Exchange) {
        kept.withLock { $0 = exchange }
    }
}

/// A transport that records every exchange in the trace of its task, and the time of the service.
struct TracingTransport: HTTPTransport {
    /// The transport that sends the requests.
    let next: any HTTPTransport
    /// The clock that the dates of responses set; `nil` if none is needed.
    let clock: ServiceClock?

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard let trace = CallTrace.current else {
            let response = try await next.send(request)
            clock?.note(response.head, to: request.url)
            return response
        }
        var exchange = CallTrace.Exchange(url: request.url, method: request.head.method.rawValue)
        trace.note(exchange)
        let response = try await next.send(request)
        clock?.note(response.head, to: request.url)
        exchange.status = response.head.status.code
        trace.note(exchange)
        exchange.response = try await response.body.collect(upTo: request.maximumBytes)
        trace.note(exchange)
        return TransportResponse(response.head, body: .bytes(exchange.response))
    }
}
