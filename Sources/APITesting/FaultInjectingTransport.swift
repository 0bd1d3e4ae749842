public import APIRuntime
import HTTPTypes

/// A transport that disturbs some of the requests on their way to another one.
///
/// ```swift
/// let flaky = FaultInjectingTransport(URLSessionTransport.shared) { number, _ in number == 1 ? .lost : nil }
/// ```
public final class FaultInjectingTransport: HTTPTransport {
    /// A disturbance.
    public enum Fault: Sendable {
        /// The request never reaches the server: ``TransportError/Code/unreachable``.
        case unreachable
        /// The server acts on the request, but its response is lost: ``TransportError/Code/connection``.
        case lost
        /// The request is passed on after a wait.
        case delay(Duration)
        /// This is the response; the request is not passed on.
        case response(ScriptedResponse)
        /// The response's body is cut after that many bytes, as if it were complete.
        case truncated(Int)
    }

    /// Decides on a fault for a request, by its number from 1; `nil` passes the request on as it is.
    public typealias Plan = @Sendable (_ number: Int, _ request: TransportRequest) -> Fault?

    private let next: any HTTPTransport
    private let clock: any Clock<Duration>
    private let plan: Plan
    private let count = LockedState(0)

    /// Creates a transport in front of another one.
    ///
    /// - Parameters:
    ///   - next: Where requests go.
    ///   - clock: Measures delays.
    ///   - plan: Decides on faults.
    public init(_ next: any HTTPTransport, clock: any Clock<Duration> = ContinuousClock(), plan: @escaping Plan) {
        self.next = next
        self.clock = clock
        self.plan = plan
    }

    /// Number of requests so far.
    public var requestCount: Int { count.withLock { $0 } }

    /// Passes the request on, or disturbs it.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let number = count.withLock { count in
            count += 1
            return count
        }
        switch plan(number, request) {
        case nil: return try await next.send(request)
        case .unreachable: throw TransportError(.unreachable, "An injected fault: the server is unreachable.")
        case .lost:
            _ = try await next.send(request)
            throw TransportError(.connection, "An injected fault: the response is lost.")
        case .delay(let duration):
            guard (try? await clock.sleep(for: duration)) != nil else { throw .cancelled }
            return try await next.send(request)
        case .response(let response): return try await response.perform(for: request, on: clock)
        case .truncated(let length):
            let response = try await next.send(request)
            let body = try await response.body.collect(upTo: request.maximumBytes)
            return TransportResponse(response.head, body: .bytes(Array(body.prefix(length))))
        }
    }
}
