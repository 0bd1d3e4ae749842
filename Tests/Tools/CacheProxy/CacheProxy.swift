import APIRuntime
import ArgumentParser
import Foundation
import NIOCore

/// A command that runs the runtime's cache in front of a server, so that a test suite for HTTP caches can use it.
///
/// `swift run cache-proxy --origin http://127.0.0.1:8000 --port 8080`
@main
struct CacheProxy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache-proxy",
        abstract: "Serves a server's responses through the runtime's cache, on loopback."
    )

    @Option(help: "Base URL of the server behind the cache.")
    var origin: String

    @Option(help: "Port to listen on; 0 takes a free one.")
    var port = 8080

    @Option(help: "Seconds for which a stale response may replace a failure; by default, the responses determine it.")
    var staleIfError: Int?

    func run() async throws {
        guard let url = URL(string: origin), url.scheme == "http", let host = url.host, Self.loopback.contains(host)
        else { throw ValidationError("The origin is an http URL of this machine, such as http://127.0.0.1:8000.") }
        let cache = ProxyCache(origin: url, staleIfError: staleIfError.map { .seconds($0) })
        try await CacheFront(cache).run(port: port) { listener in
            let port = listener.localAddress?.port ?? port
            print("cache-proxy: http://127.0.0.1:\(port) in front of \(origin)")
        }
    }

    private static let loopback: Set<String> = ["127.0.0.1", "::1", "localhost"]
}
