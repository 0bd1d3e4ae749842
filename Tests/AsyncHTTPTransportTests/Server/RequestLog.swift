import APIRuntime
import Testing

/// A request as the server received it.
struct Echo: Codable, Sendable {
    var method: String
    var path: String
    var headers: [String: String]
    var bytes: Int
    var checksum: Int
}

/// The requests that a server received, and the state of its connections.
final class RequestLog: Sendable {
    private struct State: Sendable {
        var echoes: [Echo] = []
        var heads = 0
        var openConnections = 0
        var newConnections = 0
        var abandonedResponses = 0
        var sentBytes = 0
    }

    private let state = LockedState(State())

    /// All completely received requests, in order.
    var all: [Echo] { state.withLock { $0.echoes } }

    /// The number of requests whose head was received.
    var heads: Int { state.withLock { $0.heads } }

    /// The number of open connections.
    var openConnections: Int { state.withLock { $0.openConnections } }

    /// The number of connections opened so far.
    var newConnections: Int { state.withLock { $0.newConnections } }

    /// The number of responses that the client did not wait for.
    var abandonedResponses: Int { state.withLock { $0.abandonedResponses } }

    /// The number of sent bytes of endless responses.
    var sentBytes: Int { state.withLock { $0.sentBytes } }

    /// Resets everything except the number of open connections.
    func clear() {
        state.withLock { $0 = State(openConnections: $0.openConnections) }
    }

    func add(_ echo: Echo) { state.withLock { $0.echoes.append(echo) } }
    func addHead() { state.withLock { $0.heads += 1 } }
    func opened() {
        state.withLock {
            $0.openConnections += 1
            $0.newConnections += 1
        }
    }
    func closed() { state.withLock { $0.openConnections -= 1 } }
    func abandoned() { state.withLock { $0.abandonedResponses += 1 } }
    func sent(_ count: Int) { state.withLock { $0.sentBytes += count } }
}

/// Returns a weighted sum of all bytes, modulo a prime, which depends on their order.
func checksum(_ bytes: some Sequence<UInt8>, from start: Int = 7) -> Int {
    // Without optimization, an iterator of millions of bytes would take most of a test's time.
    let sum = bytes.withContiguousStorageIfAvailable { bytes in
        var (sum, index) = (start, 0)
        while index < bytes.count {
            sum = (sum &* 31 &+ Int(bytes[index])) % 1_000_003
            index += 1
        }
        return sum
    }
    return sum ?? bytes.reduce(start) { ($0 &* 31 &+ Int($1)) % 1_000_003 }
}

/// Waits until a condition holds, and fails the test if it does not within the limit.
func eventually(
    _ what: @autoclosure () -> Comment,
    within limit: Duration = .seconds(10),
    at location: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
) async {
    let end = ContinuousClock.now + limit
    while !condition() {
        guard ContinuousClock.now < end else {
            Issue.record(what(), sourceLocation: location)
            return
        }
        try? await Task.sleep(for: .milliseconds(2))
    }
}
