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
        abstract: "Imitates Anybill, Sensibill and AppCoins on one port of this machine."
    )

    @Option(help: "Port to listen on; 0 picks a free one.")
    var port = 8080

    @Option(help: "Life of access tokens in seconds.")
    var tokenLifetime = 86_400

    @Option(help: "How many receipts Anybill's demonstration user has.")
    var receipts = 231

    @Option(help: "Start of every random choice.")
    var seed: UInt64 = 1

    @Option(help: "Time in seconds that reading a document takes.")
    var processingDelay = 0

    @Option(help: "Loopback URL that is notified of new receipts.")
    var webhook: String?

    @Flag(help: "Also run a partner's backend, which is notified of receipts and provides an app with its tokens.")
    var partner = false

    @OptionGroup(title: "AppCoins")
    var appCoins: AppCoinsOptions

    @Flag(help: "Print one line of JSON instead of text.")
    var json = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
        guard tokenLifetime > 0 else { throw ValidationError("A token lives 1 second or longer.") }
        guard receipts >= 0 else { throw ValidationError("A user has 0 receipts or more.") }
        guard processingDelay >= 0 else { throw ValidationError("Reading takes 0 seconds or longer.") }
        guard !partner || webhook == nil else {
            throw ValidationError("The partner's backend is the webhook: give --partner or --webhook, not both.")
        }
        let hosts = ["127.0.0.1", "localhost", "[::1]", "::1"]
        guard webhook.map({ hosts.contains(URL(string: $0)?.host() ?? "") }) ?? true else {
            throw ValidationError("A webhook's URL must be one of this machine, such as http://127.0.0.1:9000/hook.")
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
