import APIRuntime
import HTTPTypes

/// What the last request of a task sent and received, for debug information.
final class CallTrace: Sendable {
    /// One exchange; without a status when no response came.
    struct Exchange: Sendable {
        /// Address of the request, with its query.
        var url = ""
        /// Method of the request.
        var method = ""
        /// Status of the response; `nil` when none came.
        var status: Int?
        /// Body of the response.
        var response: [UInt8] = []
    }

    /// The trace that requests of this task are noted in.
    @TaskLocal static var current: CallTrace?

    private let kept = LockedState<Exchange?>(nil)

    /// The last exchange; `nil` when nothing was sent.
    var exchange: Exchange? { kept.withLock { $0 } }

    /// Notes an exchange in place of the one before.
    func note(_ exchange: Exchange) {
        kept.withLock { $0 = exchange }
    }
}

/// A transport that notes every exchange in the trace of its task.
struct TracingTransport: HTTPTransport {
    /// What sends the requests.
    let next: any HTTPTransport

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard let trace = CallTrace.current else { return try await next.send(request) }
        var exchange = CallTrace.Exchange(url: request.url, method: request.head.method.rawValue)
        trace.note(exchange)
        let response = try await next.send(request)
        exchange.status = response.head.status.code
        trace.note(exchange)
        exchange.response = try await response.body.collect(upTo: request.maximumBytes)
        trace.note(exchange)
        return TransportResponse(response.head, body: .bytes(exchange.response))
    }
}
