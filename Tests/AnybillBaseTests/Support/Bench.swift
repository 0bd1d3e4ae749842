import APIRuntime
import APITesting
import AnybillAPI
import Foundation
import Logging

@testable import AnybillBase

/// A test setup with providers and a scripted service.
@MainActor
struct Bench {
    let transport: ScriptedTransport
    let context: AnybillContext
    let auth: AuthProvider
    let receipts: ReceiptProvider
    let date: TestDate

    init(
        _ transport: ScriptedTransport = ScriptedTransport(),
        storage: AnybillStorageLocation = .memory,
        tokenStore: (any TokenStore)? = nil,
        date: TestDate = TestDate(),
        keepsOfflineEdits: Bool = false,
        clock: TestClock? = nil,
        logger: Logger? = nil,
        willBlock: @escaping @Sendable () -> Void = {}
    ) {
        var client = ClientConfiguration.testing(transport, date: date)
        client.retry = .never
        if let clock { client.clock = clock }
        client.logger = logger
        var configuration = AnybillConfiguration(
            clientID: "app-1",
            servers: AnybillServers(
                app: URL(string: "https://app.example"),
                partner: nil,
                vendor: nil,
                identity: URL(string: "https://identity.example")
            ),
            storage: storage,
            tokenStore: tokenStore,
            client: client
        )
        configuration.keepsOfflineEdits = keepsOfflineEdits
        self.transport = transport
        self.date = date
        context = AnybillContext(configuration, storage: UserStorage(storage, willBlock: willBlock))
        auth = AuthProvider(context: context)
        receipts = ReceiptProvider(context: context)
    }

    /// Returns a bench with a logged-in user.
    static func loggedIn(
        _ responses: [ScriptedResponse] = [],
        storage: AnybillStorageLocation = .memory
    ) async throws -> Bench {
        try await loggedIn(ScriptedTransport(responses), storage: storage)
    }

    /// Returns a bench with a logged-in user and the given transport.
    static func loggedIn(
        _ transport: ScriptedTransport,
        storage: AnybillStorageLocation = .memory
    ) async throws -> Bench {
        let bench = Bench(transport, storage: storage)
        try await bench.logIn()
        return bench
    }

    /// Logs a user in with tokens.
    func logIn(_ name: String = "a1") async throws {
        let user = TokenUser(accessToken: name, expiresIn: 3600, refreshToken: "r-\(name)")
        try await auth.loginTokenUser(tokenUser: user)
    }

    /// Waits until an attempt has ended to open the store that could not be opened before.
    func waitForReopening() async throws {
        await waitForOpening()
        _ = try await receipts.getReceipts(take: 1)
    }

    /// Waits like ``waitForReopening()``, without a call.
    func waitForOpening() async {
        await context.agreement.withLock { $0.reopening }?.value
    }

    /// Waits until the push token has been moved or removed that a login or a logout has left to the background.
    func settlePush() async {
        await context.moving.withLock { $0 }?.value
    }

    /// The ids in the published list.
    var shown: [String] { receipts.observableReceipts.map(\.id) }

    /// Waits until the published list has a number of receipts.
    func waitForReceipts(_ count: Int) async {
        for await list in receipts.receiptUpdates where list.count == count { return }
    }
}

/// Returns the error that a call throws; `nil` if it succeeds or throws an error of another kind.
@MainActor
func failure(of call: @MainActor () async throws -> some Any) async -> (any AnybillError)? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? any AnybillError
    }
}

/// An event that happens once, for which tasks can wait.
actor Latch {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func wait() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}

/// A folder that is deleted when its owner is deallocated.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("anybill-\(UUID().uuidString)")

    var location: AnybillStorageLocation { .folder(url) }

    deinit { try? FileManager.default.removeItem(at: url) }
}
