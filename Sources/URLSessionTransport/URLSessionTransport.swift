public import APIRuntime
import HTTPTypes

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport over `URLSession`, for apps.
///
/// ```swift
/// let client = NotesClient(transport: .urlSession)
/// ```
///
/// It stores no cookies, responses or passwords. The bytes of a `BodyStream` are first written to a temporary file,
/// readable by the current user only, because `URLSession` cannot stream a body on all platforms.
///
/// On Linux `URLSession` is based on libcurl and has defects that a client cannot work around. Name this transport there only
/// for servers that are trusted, and use `AsyncHTTPTransport` for all others:
/// - A server ends the process by closing the connection within the head of a response, with a trailer after the last
///   chunk, or with a `Content-Length` near 2^63.
/// - A response without end, of many small chunks, or that expands a thousandfold occupies all sessions of the process,
///   for seconds or until the server stops. So does the body of a redirect, which is read without limit.
/// - A compressed body that ends early is accepted as complete, and a gzip body of several members is an error.
///
/// libcurl treats an unsolicited response on an idle connection as the response to the next request. Each request therefore
/// opens a new connection there, unless `reusesConnections` is set.
public final class URLSessionTransport: TimeoutKeepingTransport {
    /// Handles an authentication challenge of the system, for example to pin a certificate.
    public typealias ChallengeHandler =
        @Sendable (URLAuthenticationChallenge) -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// The shared transport.
    public static let shared = URLSessionTransport()

    private let lines: SessionLeases
    private let trust: URLSessionTrust
    private let redirects: RedirectPolicy
    package let connectionsPerHost: Int
    private let reusesConnections: Bool

    /// Creates a transport with separate connections.
    ///
    /// - Parameters:
    ///   - redirects: The rules for following redirects.
    ///   - connectionsPerHost: Largest number of simultaneous connections to one host; 1 or more.
    ///   - security: Pins and trust roots. `URLSession` checks them on Apple systems only; on other systems nothing is sent
    ///     to their hosts.
    ///   - proxy: A proxy for all requests; `nil` for the system's settings, on Linux those of the environment.
    ///     `URLSession` accepts one on Apple systems only; on other systems nothing is sent.
    ///   - reusesConnections: Whether requests share connections on systems other than Apple's. Set it only for servers
    ///     that are trusted: one that sends a response without a request, by a fault or on purpose, chooses the response to
    ///     the next call. Apple systems always reuse connections, and discard such a response.
    ///   - challenge: Handles the challenges that `security` does not decide; `nil` for the system's default handling. On
    ///     systems other than Apple's, a 401 without a credential from it is the response to the request.
    public init(
        redirects: RedirectPolicy = RedirectPolicy(),
        connectionsPerHost: Int = 6,
        security: TransportSecurity = .system,
        proxy: ProxyServer? = nil,
        reusesConnections: Bool = false,
        challenge: ChallengeHandler? = nil
    ) {
        precondition(connectionsPerHost > 0, "connectionsPerHost is not positive.")
        trust = URLSessionTrust(security: security, proxy: proxy, challenge: challenge)
        lines = SessionLeases(trust: trust, reusesConnections: reusesConnections) {
            .stateless(connectionsPerHost: connectionsPerHost, proxy: proxy)
        }
        self.redirects = redirects
        self.connectionsPerHost = connectionsPerHost
        self.reusesConnections = reusesConnections
    }

    /// The pinned keys and trust roots.
    package var security: TransportSecurity { trust.security }

    /// The proxy of all requests; `nil` for the system's settings.
    package var proxy: ProxyServer? { trust.proxy }

    /// Returns a transport with the same settings and separate connections that also compares the keys of servers.
    ///
    /// - Parameter pins: The pinned keys, which come before the transport's own for the same domains.
    /// - Returns: The transport.
    package func withPins(_ pins: [HostPins]) -> URLSessionTransport {
        var security = trust.security
        security.pins.insert(contentsOf: pins, at: 0)
        return URLSessionTransport(
            redirects: redirects,
            connectionsPerHost: connectionsPerHost,
            security: security,
            proxy: trust.proxy,
            reusesConnections: reusesConnections,
            challenge: trust.challenge
        )
    }

    /// Sends a request and follows its redirects.
    ///
    /// - Throws: `TransportError` if the request is invalid or not allowed, or no complete response is received.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await redirects.follow(request) { next throws(TransportError) in
            try next.validate()
            try trust.validate(next)
            guard case .stream(let stream) = next.body else { return try await sendOnce(next) }
            let started = ContinuousClock.now
            let spool = try BodySpool()
            defer { spool.remove() }
            try await spool.write(stream, within: next.timeout)
            var filed = next
            filed.body = .file(spool.url)
            filed.timeout = next.timeout.map { max(.zero, $0 - started.duration(to: .now)) }
            return try await sendOnce(filed)
        }
    }

    private func sendOnce(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let line = lines.line(for: request)
        let task = StoppableTask(try makeTask(for: request, on: line.session))
        let stream = request.delivery == .streamed ? ChunkBuffer(task) : nil
        let exchange = URLSessionExchange(request, stream: stream)
        line.exchanges.add(exchange, for: task)
        let watchdog = request.timeout.map { timeout in
            Task {
                guard (try? await ContinuousClock().sleep(for: timeout.sleepable)) != nil else { return }
                exchange.finish(.failure(.timedOut))
                task.stop()
            }
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchange.attach(continuation)
                line.start(task.task)
            }
        } onCancel: {
            exchange.finish(.failure(.cancelled))
            task.stop()
        }
        watchdog?.cancel()
        // A streamed response continues: its exchange is removed when the task ends.
        if stream == nil { line.exchanges.remove(task.task) }
        return try result.get()
    }

    private func makeTask(
        for request: TransportRequest,
        on session: URLSession
    ) throws(TransportError) -> URLSessionTask {
        var native = try URLRequest(request)
        switch request.body {
        case .file(let file):
            guard FileManager.default.isReadableFile(atPath: file.path) else {
                throw TransportError(.body, "The body's file cannot be read.", sent: .nothing)
            }
            #if canImport(Darwin)
            return session.uploadTask(with: native, fromFile: file)
            #else
            try native.attach(file)
            #endif
        case .bytes(let bytes): native.httpBody = Data(bytes)
        case .stream, nil: break
        }
        return session.dataTask(with: native)
    }
}

extension URLRequest {
    /// Creates a request without its body.
    ///
    /// - Throws: ``TransportError`` for a URL that the system would rewrite.
    init(_ request: TransportRequest) throws(TransportError) {
        // A parser that spells the URL differently could reach another resource than the one meant.
        guard let url = URL(string: request.url), url.absoluteString == request.url else {
            throw TransportError(.invalidRequest, "The URL cannot be sent as it is spelled.")
        }
        self.init(url: url)
        httpMethod = request.head.method.rawValue
        httpShouldHandleCookies = false
        // Whoever sends it measures the whole exchange; the session's own timer would only see pauses.
        timeoutInterval = 7 * 24 * 3600
        for field in request.head.headerFields where field.name != .cookie {
            addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        // Each cookie is a separate field of the head, but HTTP/1.1 permits only one field for all of them.
        if let cookies = request.head.headerFields[.cookie] { setValue(cookies, forHTTPHeaderField: "Cookie") }
        if request.body != nil, request.head.headerFields[.contentType] == nil {
            // The system would call it a form.
            setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
    }
}

#if !canImport(Darwin)
extension URLRequest {
    /// Longest file in bytes that is read before it is sent.
    private static let longestInMemory = 16 << 20

    /// Sets a file as the body.
    ///
    /// On Linux an upload task for a file ends the process when it is cancelled while it reads. A short file is therefore
    /// read first. A longer one is read while it is sent in chunks, because a stream has no length there.
    fileprivate mutating func attach(_ file: URL) throws(TransportError) {
        if let length = HTTPBody.file(file).length, length <= Self.longestInMemory {
            guard let data = try? Data(contentsOf: file) else {
                throw TransportError(.body, "The body's file cannot be read.", sent: .nothing)
            }
            httpBody = data
        } else {
            httpBodyStream = InputStream(url: file)
        }
    }
}
#endif
