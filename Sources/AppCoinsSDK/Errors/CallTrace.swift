import APIRuntime
import HTTPTypes

/// What the last request of a task sent and received, for debug information.
final class CallTrace: Sendable {
    /// One exchange; without a status when no answer came.
    struct Exchange: Sendable {
        /// Address of the request, with its query.
        var url = ""
        /// Method of the request.
        var method = ""
        /// Status of the answer; `nil` when none came.
        var status: Int?
        /// Body of the answer.
        var answer: [UInt8] = []
    }

    /// The trace that requests of this task are noted in.
    @TaskLocal static var current: CallTrace?

    private let kept = Lock<Exchange?>(nil)

    /// The last exchange; `nil` when nothing was sent.
    var exchange: Exchange? { kept.withLock { $0 } }

    /// Notes an exchange in place of the one before.
    func note(_ exchange: Exchange) {
        kept.withLock { $0 = exchange }
    }
}

/// A transport that notes every exchange in the trace of its task.
struct TracingTransport: Transport {
    /// What sends the requests.
    let next: any Transport

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
        guard let trace = CallTrace.current else { return try await next.send(request) }
        var exchange = CallTrace.Exchange(url: request.url, method: request.head.method.rawValue)
        trace.note(exchange)
        let answer = try await next.send(request)
        exchange.status = answer.head.status.code
        trace.note(exchange)
        exchange.answer = try await answer.body.collect(upTo: request.maximumBytes)
        trace.note(exchange)
        return TransportAnswer(answer.head, body: .bytes(exchange.answer))
    }
}
