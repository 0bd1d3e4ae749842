import APIRuntime
import APITesting
import HTTPTypes
import Testing

/// What goes wrong with every call to one endpoint.
enum MatrixFault: Sendable, Hashable, CustomTestStringConvertible {
    /// The server answers with this status and does nothing.
    case status(Int)
    /// No answer comes in time; the server may have acted.
    case timeOut(isServed: Bool)
    /// The connection is lost before an answer; the server may have acted.
    case dropped(isServed: Bool)
    /// No connection can be made.
    case unreachable

    /// All of them.
    static let all: [MatrixFault] =
        [401, 429, 500, 502, 503, 504].map { MatrixFault.status($0) } + [
            .timeOut(isServed: false), .timeOut(isServed: true), .dropped(isServed: false), .dropped(isServed: true),
            .unreachable,
        ]

    /// The documented error, when the call's answer decides.
    var error: String {
        if case .status = self { "systemError" } else { "networkError" }
    }

    /// Whether the server does what it is asked to.
    var isServed: Bool {
        switch self {
        case .timeOut(let isServed), .dropped(let isServed): isServed
        case .status, .unreachable: false
        }
    }

    var testDescription: String {
        switch self {
        case .status(let status): "status \(status)"
        case .timeOut(let isServed): isServed ? "time-out after the work" : "time-out before the work"
        case .dropped(let isServed): isServed ? "dropped answer" : "dropped request"
        case .unreachable: "unreachable"
        }
    }

    /// What the caller gets instead of the answer.
    func failure() throws(TransportError) -> TransportAnswer {
        switch self {
        case .status(let status):
            return TransportAnswer(HTTPResponse(status: .init(code: status)), body: .bytes([]))
        case .timeOut: throw TransportError(.timedOut, "Too late.")
        case .dropped: throw TransportError(.connection, "Lost.")
        case .unreachable: throw TransportError(.unreachable, "Nobody there.")
        }
    }
}

/// A transport on which the calls to one endpoint fail until the fault is lifted.
final class MatrixTransport: Transport {
    private let fault: Lock<MatrixFault?>
    private let matches: @Sendable (String, String) -> Bool

    /// Creates a transport that fails for calls whose method and path match.
    init(_ fault: MatrixFault, where matches: @escaping @Sendable (_ method: String, _ path: String) -> Bool) {
        self.fault = Lock(fault)
        self.matches = matches
    }

    /// Ends the trouble.
    func lift() { fault.withLock { $0 = nil } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
        let path = String(request.head.path?.prefix { $0 != "?" } ?? "")
        guard let fault = fault.withLock({ $0 }), matches(request.head.method.rawValue, path) else {
            return try await URLSessionTransport.shared.send(request)
        }
        if fault.isServed {
            let answer = try await URLSessionTransport.shared.send(request)
            _ = try await answer.body.collect(upTo: request.maximumBytes)
        }
        return try fault.failure()
    }
}
