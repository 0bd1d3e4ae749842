import APIRuntime
public import Foundation
import Hummingbird
import LoopbackServer

/// A running sandbox: Anybill, Sensibill and AppCoins on one port of loopback.
///
/// ```swift
/// let sandbox = try await SandboxServer.start()
/// let client = AnybillClient(servers: AnybillServers(all: sandbox.baseURL), transport: .asyncHTTP)
/// // …
/// await sandbox.stop()
/// ```
public final class SandboxServer: Sendable {
    /// The configuration with which the sandbox was started.
    public let configuration: SandboxConfiguration

    /// The port on which the sandbox listens.
    public var port: Int { server.port }

    /// The predefined accounts.
    public let credentials: SandboxCredentials

    private let core: SandboxCore
    private let server: LoopbackServer

    private init(core: SandboxCore, server: LoopbackServer, credentials: SandboxCredentials) {
        self.core = core
        self.server = server
        self.credentials = credentials
        configuration = core.configuration
    }

    /// Starts a sandbox.
    ///
    /// - Returns: The sandbox, which is already listening.
    /// - Throws: ``PortInUse`` if the port is in use, or another error if the server cannot start.
    public static func start(_ configuration: SandboxConfiguration = SandboxConfiguration()) async throws
        -> SandboxServer
    {
        let core = SandboxCore(configuration: configuration)
        let services = SandboxServices(core: core)
        do {
            let server = try await LoopbackServer.start(
                services.router(),
                host: configuration.host,
                port: configuration.port,
                name: "sandbox"
            )
            return SandboxServer(core: core, server: server, credentials: services.credentials())
        } catch {
            throw PortInUse(configuration.port, error) ?? error
        }
    }

    /// Starts a sandbox, runs a closure with it, and stops it even if the closure throws.
    ///
    /// - Throws: An error if the sandbox cannot start, or the error that the closure throws.
    public static func withServer<Result>(
        _ configuration: SandboxConfiguration = SandboxConfiguration(),
        _ body: (SandboxServer) async throws -> Result
    ) async throws -> Result {
        let server = try await start(configuration)
        do {
            let result = try await body(server)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Stops listening, and returns when all connections are closed.
    public func stop() async {
        await server.stop()
    }

    /// Waits until the sandbox stops.
    ///
    /// - Throws: The error that stopped the sandbox.
    public func wait() async throws {
        try await server.wait()
    }

    /// The address of all services, without a trailing slash.
    public var baseURL: URL {
        var components = URLComponents()
        components.scheme = "http"
        components.host = configuration.host
        components.port = port
        guard let url = components.url else { preconditionFailure("A sandbox's host is a host name.") }
        return url
    }

    /// The clock that the services share.
    public var clock: SandboxClock { core.clock }

    /// The tokens of all services.
    public var tokens: SandboxTokens { core.tokens }

    /// The active faults.
    public var faults: Faults { core.faults }

    /// The counts of received requests.
    public var counter: RequestCounter { core.counter }
}
