import APIRuntime
import URLSessionTransport

/// A transport that holds the calls to some paths until the test lets them go.
final class HoldingTransport: HTTPTransport {
    private let matches: @Sendable (String) -> Bool
    private let held = LockedState(0)
    private let gate: AsyncStream<Void>
    private let opener: AsyncStream<Void>.Continuation

    /// Creates a transport that holds one call at a time, to a path that matches.
    init(where matches: @escaping @Sendable (String) -> Bool) {
        self.matches = matches
        (gate, opener) = AsyncStream.makeStream()
    }

    /// Whether a call has been held.
    var isHolding: Bool { held.withLock { $0 > 0 } }

    /// Lets all calls go.
    func open() { opener.finish() }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if matches(String(request.url.prefix { $0 != "?" })) {
            held.withLock { $0 += 1 }
            for await _ in gate {}
        }
        return try await URLSessionTransport.shared.send(request)
    }
}
