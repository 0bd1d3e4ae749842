import APIRuntime
@testable import AnybillBase
import Foundation
import SandboxServer
import URLSessionTransport

/// A test setup with providers that communicate with a running sandbox over real HTTP.
@MainActor
struct LiveBench {
    let server: SandboxServer
    let line: SwitchableTransport
    let context: AnybillContext
    let auth: AuthProvider
    let receipts: ReceiptProvider

    init(
        _ server: SandboxServer,
        storage: AnybillStorageLocation = .memory,
        servers: AnybillServers? = nil,
        keepsEdits: Bool = false
    ) {
        self.server = server
        line = SwitchableTransport()
        var client = ClientConfiguration(transport: line)
        client.retry = .never
        client.now = { [clock = server.clock] in clock.now }
        var configuration = AnybillConfiguration(
            clientID: server.credentials.anybill.clientID,
            servers: servers ?? AnybillServers(all: server.baseURL),
            storage: storage,
            client: client
        )
        configuration.keepsOfflineEdits = keepsEdits
        context = AnybillContext(configuration)
        auth = AuthProvider(context: context)
        receipts = ReceiptProvider(context: context)
    }

    /// Starts a sandbox, logs its registered user in with tokens, runs a closure, and stops the sandbox.
    static func run(
        receipts: Int = 12,
        _ configuration: SandboxConfiguration? = nil,
        storage: AnybillStorageLocation = .memory,
        _ body: @MainActor (LiveBench) async throws -> Void
    ) async throws {
        let server = try await SandboxServer.start(configuration ?? SandboxConfiguration(receipts: receipts))
        do {
            let bench = LiveBench(server, storage: storage)
            try await bench.auth.loginTokenUser(tokenUser: server.credentials.anybill.user.token)
            try await body(bench)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// The ids in the published list.
    var shown: [String] { receipts.observableReceipts.map(\.id) }

    /// Returns the number of received requests for an operation.
    func count(_ operation: String) -> Int { server.counter.count(operation) }
}

/// A transport whose connection can be interrupted.
final class SwitchableTransport: HTTPTransport {
    private let isCut = LockedState(false)
    private let next = URLSessionTransport()

    func set(cut: Bool) { isCut.withLock { $0 = cut } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if isCut.withLock({ $0 }) { throw TransportError(.unreachable, "The connection is interrupted.") }
        return try await next.send(request)
    }
}
