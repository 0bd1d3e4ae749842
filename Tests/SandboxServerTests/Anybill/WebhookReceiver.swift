import APIRuntime
import HTTPTypes

/// A transport that receives messages of the webhook, after refusing some.
actor WebhookReceiver: HTTPTransport {
    private var refusals: Int
    private var received: [TransportRequest] = []
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(refusals: Int) {
        self.refusals = refusals
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        received.append(request)
        for waiter in waiting where received.count >= waiter.count { waiter.continuation.resume() }
        waiting.removeAll { received.count >= $0.count }
        let isRefused = refusals > 0
        refusals -= isRefused ? 1 : 0
        return TransportResponse(HTTPResponse(status: isRefused ? .serviceUnavailable : .noContent), body: .bytes([]))
    }

    /// Waits for a number of messages, and returns them.
    func requests(_ count: Int) async -> [TransportRequest] {
        if received.count < count {
            await withCheckedContinuation { waiting.append((count, $0)) }
        }
        return received
    }
}

/// A clock whose sleeps end immediately.
struct ImmediateClock: Clock {
    /// An instant without meaning.
    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
    }
}
