import APIRuntime
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOPosix
import NIOSSL

/// The clients of a transport: one for all unpinned hosts, and one for each pinning rule.
///
/// The client that opens a connection verifies it, without knowing the host. Hosts with different rules therefore never
/// share a client.
final class HTTPClients: Sendable {
    private let general: HTTPClient
    private let pinned: [HostPins: HTTPClient]
    private let security: TransportSecurity
    private let ownsClients: Bool
    private let refusal: TransportError?

    /// Creates clients that are shut down by ``shutdown()`` or when this object is deallocated.
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

    /// Uses an existing client, which its owner shuts down.
    init(given client: HTTPClient) {
        general = client
        pinned = [:]
        security = .system
        ownsClients = false
        refusal = nil
    }

    deinit {
        // After an explicit shutdown, this only reports that the client is already shut down.
        if ownsClients { all.forEach { $0.shutdown { _ in } } }
    }

    /// Whether the connections are checked by ``MessageFence``, as all but those of an existing client are.
    var areFenced: Bool { ownsClients }

    /// The event loops that all clients use.
    var eventLoopGroup: any EventLoopGroup { general.eventLoopGroup }

    /// Returns the client for a request.
    func client(for request: TransportRequest) throws(TransportError) -> HTTPClient {
        try security.validate(request)
        if let refusal, request.head.scheme == "https" { throw refusal }
        guard let rule = security.rule(for: request.host) else { return general }
        // Never use the general client: it does not check the key.
        guard let client = pinned[rule] else { throw .notPinned }
        return client
    }

    /// Closes all connections, unless the client was passed in.
    func shutdown() async throws {
        guard ownsClients else { return }
        for client in all { try await client.shutdown() }
    }

    private var all: [HTTPClient] { [general] + pinned.values }

    private static func makeClient(
        _ configuration: HTTPClient.Configuration,
        _ security: TransportSecurity
    ) -> HTTPClient {
        let configuration = configuration.fencingConnections()
        // The client's default on Apple platforms exposes no certificates and accepts no trust roots.
        if security == .system { return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration) }
        let group = MultiThreadedEventLoopGroup.singleton
        return HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }
}

extension HTTPClient.Configuration {
    /// Returns a configuration that closes a connection before its first request unless the server's key matches a
    /// rule.
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
    /// Closes the connection and fails unless the server's certificate contains one of the keys.
    ///
    /// Called after the handshake, which verifies the chain, and before the connection is used.
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
    /// Creates the client's description of a proxy.
    init(_ proxy: ProxyServer) {
        guard let user = proxy.user else {
            self = .server(host: proxy.host, port: proxy.port)
            return
        }
        let authorization = HTTPClient.Authorization.basic(username: user, password: proxy.password ?? "")
        self = .server(host: proxy.host, port: proxy.port, authorization: authorization)
    }
}
