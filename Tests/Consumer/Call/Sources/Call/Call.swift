import AppCoinsAPI
import AsyncHTTPTransport
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes one call to the server at the URL in its argument, and prints a property of the response; without an argument,
/// only creates the client.
@main
enum Call {
    static func main() async throws {
        guard let url = URL(string: CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:9") else { return }
        let client = AppCoinsClient(servers: AppCoinsServers(all: url), transport: .asyncHTTP)
        guard CommandLine.arguments.count > 1 else { return }
        print(try await client.wallets.guest(id: "ada").address)
    }
}
