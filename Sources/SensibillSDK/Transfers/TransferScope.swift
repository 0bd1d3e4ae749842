import APIRuntime

/// The document whose request is passed to the system instead of the client's transport.
final class TransferScope: Sendable {
    /// The scope for calls that are created now.
    @TaskLocal static var current: TransferScope?
    /// The scope of the request that is being sent; unset while a token is renewed for it.
    @TaskLocal static var sending: TransferScope?

    /// The document.
    let sourceId: String

    private let state: LockedState<Bool>

    /// Creates a scope.
    ///
    /// - Parameters:
    ///   - sourceId: The document.
    ///   - mayStart: Whether a new transfer may be started, rather than only awaited.
    init(_ sourceId: String, mayStart: Bool) {
        self.sourceId = sourceId
        state = LockedState(mayStart)
    }

    /// Whether a new transfer may be started.
    var mayStart: Bool { state.withLock { $0 } }

    /// Allows a new transfer, because the former one has ended with a response that requires another request.
    func allowStart() { state.withLock { $0 = true } }
}

/// A transport that passes requests with a document to the system, and all others to another transport.
struct HandoverTransport: HTTPTransport {
    let next: any HTTPTransport
    let desk: TransferDesk
    let isPinned: Bool

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard let scope = TransferScope.sending else { return try await next.send(request) }
        do {
            return try await desk.send(request, for: scope)
        } catch {
            throw isPinned ? error.asPinFailure : error
        }
    }
}
