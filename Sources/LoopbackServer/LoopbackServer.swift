package import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// A running Hummingbird server for tests and examples.
///
/// Cancelling a Hummingbird server traps if a connection has been accepted and is not yet served, so ``stop()`` shuts
/// it down gracefully first.
package struct LoopbackServer: Sendable {
    /// The port on which the server listens.
    package let port: Int

    private let group: ServiceGroup
    private let running: Task<Void, any Error>

    /// The time that the requests in progress have to end before they are cancelled.
    private static let patience: Duration = .milliseconds(500)

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - router: A router.
    ///   - host: The name or address of the interface.
    ///   - port: The port to listen on; 0 lets the system choose a free one.
    ///   - name: The value of the `Server` header field; `nil` omits the field.
    /// - Returns: The server, which is already listening.
    /// - Throws: An `IOError` if the port is not available, or another error if the server cannot start.
    package static func start<Builder: HTTPResponderBuilder>(
        _ router: Builder,
        host: String = "127.0.0.1",
        port: Int = 0,
        name: String? = nil
    ) async throws -> LoopbackServer
    where Builder.Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let (ports, portIsKnown) = AsyncThrowingStream.makeStream(of: Int.self)
        let silent = Logger(label: "loopback") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            router: router,
            configuration: .init(address: .hostname(host, port: port), serverName: name),
            onServerRunning: { channel in
                portIsKnown.yield(channel.localAddress?.port ?? port)
                portIsKnown.finish()
            },
            logger: silent
        )
        var configuration = ServiceGroupConfiguration(services: [application], logger: silent)
        configuration.maximumGracefulShutdownDuration = patience
        let group = ServiceGroup(configuration: configuration)
        let running = Task {
            do {
                try await group.run()
                portIsKnown.finish()
            } catch {
                portIsKnown.finish(throwing: error)
                throw error
            }
        }
        for try await port in ports { return LoopbackServer(port: port, group: group, running: running) }
        throw CancellationError()
    }

    /// Stops listening, ends all connections, and returns when they are closed.
    package func stop() async {
        await group.triggerGracefulShutdown()
        _ = await running.result
    }

    /// Waits until the server stops.
    ///
    /// - Throws: The error that stopped the server.
    package func wait() async throws { try await running.value }
}
