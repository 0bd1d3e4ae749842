import APIRuntime
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session with the delegate of its tasks.
struct SessionLease: Sendable {
    /// The session.
    let session: URLSession

    /// The delegate, which assigns each task to its exchange.
    let exchanges: URLSessionExchanges

    /// Whether the session ends after one request.
    let isSingle: Bool

    /// Starts a task; a session for one request accepts no further task.
    func start(_ task: URLSessionTask) {
        task.resume()
        if isSingle { session.finishTasksAndInvalidate() }
    }
}

/// The sessions of a transport: one that reuses connections, and further ones for single requests where necessary.
///
/// `URLSession` on Linux uses libcurl. When a reused connection is lost, libcurl repeats the request on a new one, whatever
/// its method, and cannot rewind its body: a payment could be made twice, or the call could hang. It never repeats a
/// request on a new connection. libcurl also treats an unsolicited response on an idle connection as the response to the
/// next request. On Linux, each request therefore uses a separate session with a new connection. With
/// `reusesConnections`, only those do that must not be sent twice, have a body or are streamed. Other systems repeat only
/// idempotent requests.
final class SessionLeases: Sendable {
    // A closure, because a configuration is a mutable object that is not Sendable on every system.
    private let makeConfiguration: @Sendable () -> URLSessionConfiguration
    private let trust: URLSessionTrust
    private let shared: SessionLease
    private let reusesConnections: Bool

    /// Creates the sessions.
    ///
    /// - Parameters:
    ///   - trust: The security settings of the sessions.
    ///   - reusesConnections: Whether requests share connections on systems other than Apple's.
    ///   - makeConfiguration: Creates the configuration of a session.
    init(
        trust: URLSessionTrust,
        reusesConnections: Bool,
        makeConfiguration: @escaping @Sendable () -> URLSessionConfiguration
    ) {
        self.reusesConnections = reusesConnections
        self.makeConfiguration = makeConfiguration
        self.trust = trust
        shared = Self.makeLine(makeConfiguration(), trust: trust, isSingle: false)
    }

    deinit {
        shared.session.finishTasksAndInvalidate()
    }

    /// Returns the session for a request.
    func line(for request: TransportRequest) -> SessionLease {
        #if canImport(Darwin)
        return shared
        #else
        // A streamed response waits for its reader on the session's only thread.
        if reusesConnections && request.isReplayable && request.body == nil && request.delivery == .whole {
            return shared
        }
        return Self.makeLine(makeConfiguration(), trust: trust, isSingle: true)
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
