import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session with the delegate that its tasks report to.
struct SessionLease: Sendable {
    /// The session.
    let session: URLSession

    /// Knows what each task of the session is for.
    let exchanges: URLSessionExchanges

    /// Whether the session serves one request only and ends after it.
    let isSingle: Bool

    /// Starts a task; a session that serves one request takes no other.
    func start(_ task: URLSessionTask) {
        task.resume()
        if isSingle { session.finishTasksAndInvalidate() }
    }
}

/// The sessions of a transport: one that keeps connections and, where it must be, one more for a single request.
///
/// `URLSession` on Linux stands on libcurl, which responds the loss of a kept connection by sending the request again on
/// a new one, whatever its method, and cannot rewind the body of what it sends again: a payment would be made twice, or
/// the call would hang. It never does so on a connection that it has just opened. So there a request that must not be
/// sent twice, or has a body, gets a session of its own and with it a connection that nobody used before. Elsewhere the
/// system itself sends only idempotent requests again.
final class SessionLeases: Sendable {
    private let configuration: LockedState<URLSessionConfiguration>
    private let trust: URLSessionTrust
    private let shared: SessionLease

    init(_ configuration: URLSessionConfiguration, trust: URLSessionTrust) {
        self.configuration = LockedState(configuration)
        self.trust = trust
        shared = Self.makeLine(configuration, trust: trust, isSingle: false)
    }

    deinit {
        shared.session.finishTasksAndInvalidate()
    }

    /// The line that a request may go over.
    func line(for request: TransportRequest) -> SessionLease {
        #if canImport(Darwin)
        return shared
        #else
        // A streamed response waits for its reader on the session's only thread.
        if request.isReplayable && request.body == nil && request.delivery == .whole { return shared }
        return configuration.withLock { Self.makeLine($0, trust: trust, isSingle: true) }
        #endif
    }

    private static func makeLine(
        _ configuration: URLSessionConfiguration,
        trust: URLSessionTrust,
        isSingle: Bool
    ) -> SessionLease {
        let exchanges = URLSessionExchanges(trust)
        let session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: URLSession.callQueue)
        return SessionLease(session: session, exchanges: exchanges, isSingle: isSingle)
    }
}
