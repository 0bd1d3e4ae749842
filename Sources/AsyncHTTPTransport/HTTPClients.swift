import APIRuntime
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOPosix
import NIOSSL

/// The clients of a transport: one for all hosts, and one for each rule of pins.
///
/// A connection is judged by the client that makes it, which does not say for which host: so hosts with different rules
/// never share one.
final class HTTPClients: Sendable {
    private let general: HTTPClient
    private let pinned: [HostPins: HTTPClient]
    private let security: TransportSecurity
    private let ownsClients: Bool
    private let refusal: TransportError?

    /// Makes clients that ``shutdown()`` or the end of this object shuts down.
    init(_ configuration: HTTPClient.Configuration, _ security: TransportSecurity) {
        var configuration = configuration
        var refusal: TransportError?
        if case .certificates(let roots) = security.roots {
            do {
                var tls = configuration.tlsConfiguration ?? .makeClientConfiguration()
                tls.trustRoots = .certificates(try roots.map { try NIOSSLCertificate(bytes: $0, format: .der) })
                tls.certificateVerification = .fullVerification
                configuration.tlsConfiguration = tls
            } catch {
                refusal = TransportError(.tls, "A trust root cannot be read.")
            }
        }
        self.refusal = refusal
        self.security = security
        ownsClients = true
        general = Self.makeClient(configuration, security)
        var pinned: [HostPins: HTTPClient] = [:]
        for rule in Set(security.pins) {
            pinned[rule] = Self.makeClient(configuration.judging(by: rule), security)
        }
        self.pinned = pinned
    }

    /// Takes a client that somebody else shuts down.
    init(given client: HTTPClient) {
        general = client
        pinned = [:]
        security = .system
        ownsClients = false
        refusal = nil
    }

    deinit {
        // After an explicit shutdown this only reports that there is nothing left to do.
        if ownsClients { all.forEach { $0.shutdown { _ in } } }
    }

    /// The event loops that all clients run on.
    var eventLoopGroup: any EventLoopGroup { general.eventLoopGroup }

    /// The client that a request may go through.
    func client(for request: TransportRequest) throws(TransportError) -> HTTPClient {
        try security.validate(request)
        if let refusal, request.head.scheme == "https" { throw refusal }
        guard let rule = security.rule(for: request.host) else { return general }
        // Never the general one: it would not look at the key.
        guard let client = pinned[rule] else { throw .notPinned }
        return client
    }

    /// Ends all connections, unless the client was given.
    func shutdown() async throws {
        guard ownsClients else { return }
        for client in all { try await client.shutdown() }
    }

    private var all: [HTTPClient] { [general] + pinned.values }

    private static func makeClient(
        _ configuration: HTTPClient.Configuration,
        _ security: TransportSecurity
    ) -> HTTPClient {
        let configuration = configuration.guardingStatus()
        // The client's own choice on Apple systems hides certificates and takes no roots.
        if security == .system { return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration) }
        let group = MultiThreadedEventLoopGroup.singleton
        return HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }
}

extension HTTPClient.Configuration {
    /// The same configuration, whose connections are closed before their first request when the server's key is not one
    /// of a rule's.
    fileprivate func judging(by rule: HostPins) -> HTTPClient.Configuration {
        var configuration = self
        var tls = tlsConfiguration ?? .makeClientConfiguration()
        tls.certificateVerification = .fullVerification
        configuration.tlsConfiguration = tls
        let first = http1_1ConnectionDebugInitializer
        configuration.http1_1ConnectionDebugInitializer = { channel in
            rule.judge(channel).flatMap { first?(channel) ?? channel.eventLoop.makeSucceededVoidFuture() }
        }
        let second = http2ConnectionDebugInitializer
        configuration.http2ConnectionDebugInitializer = { channel in
            rule.judge(channel).flatMap { second?(channel) ?? channel.eventLoop.makeSucceededVoidFuture() }
        }
        return configuration
    }
}

extension HostPins {
    /// Fails, and closes the connection, when the server's certificate does not carry one of the keys.
    ///
    /// Called after the handshake, in which the chain was verified, and before the connection is used.
    fileprivate func judge(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
            guard let certificate, accepts([try certificate.toDERBytes()]) else { throw TransportError.notPinned }
        }.flatMapErrorThrowing { error in
            channel.close(promise: nil)
            throw error is TransportError ? error : TransportError.notPinned
        }
    }
}

extension HTTPClient.Configuration.Proxy {
    /// The client's description of a proxy.
    init(_ proxy: ProxyServer) {
        guard let user = proxy.user else {
            self = .server(host: proxy.host, port: proxy.port)
            return
        }
        let authorization = HTTPClient.Authorization.basic(username: user, password: proxy.password ?? "")
        self = .server(host: proxy.host, port: proxy.port, authorization: authorization)
    }
}
