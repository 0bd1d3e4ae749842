import Foundation
import Hummingbird
import LoopbackServer

/// A server with some routes on a free loopback port.
enum LoopbackApplication {
    /// Starts a server, runs a closure with its address, and stops it even if the closure throws.
    static func run<Result>(
        _ router: Router<BasicRequestContext>,
        _ body: (URL) async throws -> Result
    ) async throws -> Result {
        let server = try await LoopbackServer.start(router)
        do {
            guard let url = URL(string: "http://127.0.0.1:\(server.port)") else { throw CancellationError() }
            let result = try await body(url)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }
}
