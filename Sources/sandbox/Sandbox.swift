import AnybillServer
import ArgumentParser
import AsyncHTTPTransport
import Foundation
import PartnerBackend
import SandboxServer

/// A command that runs the sandbox until it is interrupted.
@main
struct Sandbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Runs a server that imitates Anybill, Sensibill and AppCoins on a port of this computer."
    )

    @Option(help: "The port to listen on. With 0, the system selects a free port.")
    var port = 8080

    @Option(help: "The lifetime of access tokens in seconds.")
    var tokenLifetime = 86_400

    @Option(help: "The number of receipts of Anybill's demonstration user.")
    var receipts = 231

    @Option(help: "The seed of the random number generator.")
    var seed: UInt64 = 1

    @Option(help: "The time in seconds that reading a document takes.")
    var processingDelay = 0

    @Option(help: "The loopback URL that receives a message for each new receipt.")
    var webhook: String?

    @Flag(help: "Run the backend of a partner too. It receives these messages, and issues the tokens of an app.")
    var partner = false

    @OptionGroup(title: "AppCoins")
    var appCoins: AppCoinsOptions

    @Flag(help: "Print the addresses and credentials as one line of JSON.")
    var json = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be from 0 to 65535.") }
        guard tokenLifetime > 0 else { throw ValidationError("--token-lifetime must be 1 or more.") }
        guard receipts >= 0 else { throw ValidationError("--receipts must be 0 or more.") }
        guard processingDelay >= 0 else { throw ValidationError("--processing-delay must be 0 or more.") }
        guard !partner || webhook == nil else {
            throw ValidationError("--partner and --webhook cannot be combined. The partner's backend is the webhook.")
        }
        let hosts = ["127.0.0.1", "localhost", "[::1]", "::1"]
        guard webhook.map({ hosts.contains(URL(string: $0)?.host() ?? "") }) ?? true else {
            throw ValidationError("--webhook must be a loopback URL, such as http://127.0.0.1:9000/hook.")
        }
    }

    func run() async throws {
        let key = SandboxConfiguration().webhookKey
        let backend = partner ? try await PartnerBackend.start(webhookKey: key) : nil
        let server = try await SandboxServer.start(
            SandboxConfiguration(
                port: port,
                tokenLifetime: TimeInterval(tokenLifetime),
                seed: seed,
                receipts: receipts,
                processingDelay: TimeInterval(processingDelay),
                webhookURL: backend?.webhookURL ?? webhook.flatMap { URL(string: $0) },
                appCoins: appCoins.settings
            )
        )
        backend?.connect(.sandbox(server))
        let overview = Overview(server, partner: backend)
        print(json ? overview.json : overview.text)
        // A process that reads a pipe waits for these lines, and output to a pipe is buffered unless it is flushed.
        fflush(nil)
        try await server.wait()
    }
}

extension AnybillPartnerClient {
    /// Returns a client with the sandbox's own service account.
    fileprivate static func sandbox(_ server: SandboxServer) -> AnybillPartnerClient {
        let accounts = server.credentials.anybill
        let account = AnybillServiceAccount(
            username: accounts.service.username,
            password: accounts.service.password,
            clientID: accounts.clientID,
            scope: accounts.service.scope
        )
        return AnybillPartnerClient(
            account: account,
            servers: AnybillServers(all: server.baseURL),
            transport: .asyncHTTP
        )
    }
}
