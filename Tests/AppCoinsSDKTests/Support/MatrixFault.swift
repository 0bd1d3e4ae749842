import APIRuntime
import APITesting
import HTTPTypes
import Testing
import URLSessionTransport

/// A fault of every call to one endpoint.
enum MatrixFault: Sendable, Hashable, CustomTestStringConvertible {
    /// The server responds with this status and does not process the request.
    case status(Int)
    /// No response is received in time; the server may have processed the request.
    case timeOut(isServed: Bool)
    /// The connection is lost before the response; the server may have processed the request.
    case dropped(isServed: Bool)
    /// No connection can be established.
    case unreachable

    /// All faults.
    static let all: [MatrixFault] =
        [401, 429, 500, 502, 503, 504].map { MatrixFault.status($0) } + [
            .timeOut(isServed: false), .timeOut(isServed: true), .dropped(isServed: false), .dropped(isServed: true),
            .unreachable,
        ]

    /// The documented error for a call whose response determines the result.
    var error: String {
        if case .status = self { "systemError" } else { "networkError" }
    }

    /// Whether the server processes the request.
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
        case .dropped(let isServed): isServed ? "dropped response" : "dropped request"
        case .unreachable: "unreachable"
        }
    }

    /// Throws or returns the result that the caller receives instead of the response.
    func failure() throws(TransportError) -> TransportResponse {
        switch self {
        case .status(let status):
            return TransportResponse(HTTPResponse(status: .init(code: status)), body: .bytes([]))
        case .timeOut: throw TransportError(.timedOut, "The request timed out.")
        case .dropped: throw TransportError(.connection, "The connection was lost.")
        case .unreachable: throw TransportError(.unreachable, "The host is unreachable.")
        }
    }
}

/// A transport whose calls to one endpoint fail until the fault is removed.
final class MatrixTransport: HTTPTransport {
    private let fault: LockedState<MatrixFault?>
    private let matches: @Sendable (String, String) -> Bool

    /// Creates a transport that fails for calls whose method and path match.
    init(_ fault: MatrixFault, where matches: @escaping @Sendable (_ method: String, _ path: String) -> Bool) {
        self.fault = LockedState(fault)
        self.matches = matches
    }

    /// Removes the fault.
    func lift() { fault.withLock { $0 = nil } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let path = String(request.head.path?.prefix { $0 != "?" } ?? "")
        guard let fault = fault.withLock({ $0 }), matches(request.head.method.rawValue, path) else {
            return try await URLSessionTransport.shared.send(request)
        }
        if fault.isServed {
            let response = try await URLSessionTransport.shared.send(request)
            _ = try await response.body.collect(upTo: request.maximumBytes)
        }
        return try fault.failure()
    }
}
