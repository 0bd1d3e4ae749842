/// A transport that waits for a way to the network before it sends, for a while.
///
/// A phone in a tunnel would otherwise use up its attempts in a second. When the wait is over the request is sent, with
/// or without a way: the hint may be wrong.
///
/// ```swift
/// let transport = WaitingTransport(URLSessionTransport(), hint: PathMonitorConnectivity(), patience: .seconds(10))
/// ```
public struct WaitingTransport: HTTPTransport {
    private let next: any HTTPTransport
    private let hint: any ConnectivityHint
    private let patience: Duration
    private let clock: any Clock<Duration>

    /// Creates a transport around another.
    ///
    /// - Parameters:
    ///   - next: Sends the requests.
    ///   - hint: Says whether there is a way.
    ///   - patience: Longest wait for one; it comes on top of the request's timeout.
    ///   - clock: Measures the wait.
    public init(
        _ next: any HTTPTransport,
        hint: any ConnectivityHint,
        patience: Duration,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.next = next
        self.hint = hint
        self.patience = patience
        self.clock = clock
    }

    /// Waits for a way when there is none, and sends.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if hint.isReachable == false { await wait() }
        guard !Task.isCancelled else { throw .cancelled }
        return try await next.send(request)
    }

    private func wait() async {
        await withTaskGroup { group in
            group.addTask {
                for await isReachable in hint.changes() where isReachable { return }
            }
            group.addTask { try? await clock.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
    }
}
