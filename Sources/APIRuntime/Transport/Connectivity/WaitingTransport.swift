/// A transport that waits for a network connection before it sends a request.
///
/// Without it a phone in a tunnel uses all of its attempts within a second. After the wait the request is sent in any
/// case, because the hint may be wrong.
///
/// ```swift
/// let transport = WaitingTransport(URLSessionTransport(), hint: PathMonitorConnectivity(), patience: .seconds(10))
/// ```
public struct WaitingTransport: HTTPTransport {
    private let next: any HTTPTransport
    private let hint: any ConnectivityHint
    private let patience: Duration
    private let clock: any Clock<Duration>

    /// Creates a transport that uses another one.
    ///
    /// - Parameters:
    ///   - next: The transport that sends the requests.
    ///   - hint: The source of hints about the connection.
    ///   - patience: Longest wait for a connection, in addition to the request's timeout.
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

    /// Waits for a connection if there is none, and sends the request.
    ///
    /// - Throws: ``TransportError`` of the next transport; `cancelled` when the task is cancelled.
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
            group.addTask { try? await clock.sleep(for: patience.sleepable) }
            await group.next()
            group.cancelAll()
        }
    }
}
