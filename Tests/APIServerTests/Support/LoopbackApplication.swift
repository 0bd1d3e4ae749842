import Foundation
import Hummingbird
import Logging

/// A server with some routes on a free loopback port.
enum LoopbackApplication {
    /// Starts a server, runs a closure with its address, and stops it even if the closure throws.
    static func run<Result>(
        _ router: Router<BasicRequestContext>,
        _ body: (URL) async throws -> Result
    ) async throws -> Result {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                port.yield(channel.localAddress?.port ?? 0)
                port.finish()
            },
            logger: Logger(label: "notes") { _ in SwiftLogNoOpLogHandler() }
        )
        let running = Task { try await application.runService(gracefulShutdownSignals: []) }
        defer { running.cancel() }
        guard let number = await ports.first(where: { $0 > 0 }), let url = URL(string: "http://127.0.0.1:\(number)")
        else { throw CancellationError() }
        return try await body(url)
    }
}
