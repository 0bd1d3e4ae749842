public import APIRuntime
import HTTPTypes

/// A transport that injects faults into some of the requests it passes to another transport.
///
/// ```swift
/// let flaky = FaultInjectingTransport(URLSessionTransport.shared) { number, _ in number == 1 ? .lost : nil }
/// ```
public final class FaultInjectingTransport: HTTPTransport {
    /// A fault to inject.
    public enum Fault: Sendable {
        /// The request never reaches the server: `TransportError.Code.unreachable`.
        case unreachable
        /// The server acts on the request, but its response is lost: `TransportError.Code.connection`.
        case lost
        /// The transport passes the request on after a delay.
        case delay(Duration)
        /// The transport returns this response without passing the request on.
        case response(ScriptedResponse)
        /// The transport truncates the response's body after this number of bytes, as if the body were complete.
        case truncated(Int)
    }

    /// A closure that returns the fault for a request and its number, starting at 1; `nil` passes the request on
    /// unchanged.
    public typealias Plan = @Sendable (_ number: Int, _ request: TransportRequest) -> Fault?

    private let next: any HTTPTransport
    private let clock: any Clock<Duration>
    private let plan: Plan
    private let count = LockedState(0)

    /// Creates a transport that passes requests to another one.
    ///
    /// - Parameters:
    ///   - next: The transport that receives the requests.
    ///   - clock: The clock that measures delays.
    ///   - plan: A closure that chooses the faults.
    public init(_ next: any HTTPTransport, clock: any Clock<Duration> = ContinuousClock(), plan: @escaping Plan) {
        self.next = next
        self.clock = clock
        self.plan = plan
    }

    /// The number of requests so far.
    public var requestCount: Int { count.withLock { $0 } }

    /// Passes the request on, or injects a fault.
    ///
    /// - Throws: The `TransportError` of the fault or of the next transport.
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
