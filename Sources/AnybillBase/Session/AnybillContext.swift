public import APIRuntime
public import AnybillAPI
import Foundation

/// An instance of the module: the generated client, the session and the store that the providers use.
///
/// Apps use the context of the providers' `shared` instances. Tests and servers can create any number of contexts.
public final class AnybillContext: Sendable {
    /// The context of the app, created at its first use from ``configureShared(_:)`` or else from the app's settings.
    ///
    /// The process ends with an explanation if a setting is missing or wrong, because calls to a wrong system could go
    /// unnoticed.
    public static let shared = AnybillContext(
        sharedConfiguration.withLock { $0 } ?? AnybillConfiguration.requiredSettings()
    )

    /// The configuration that the context was created with.
    public let configuration: AnybillConfiguration

    /// The generated client of the App API, authenticated as the user.
    public let client: AnybillClient

    /// The user's session.
    public let session: TokenSession

    /// The login and store on the device.
    let storage: UserStorage

    /// The library of the user's receipts.
    let library: ReceiptLibrary

    /// The push token of the device.
    let push = PushTokenBox()

    /// A gate that runs logins and logouts one at a time.
    let gate = SerialGate()

    /// The clients of the context.
    let clients: AnybillClients

    /// A gate that registers and removes push tokens one at a time.
    let pushGate = SerialGate()

    private let tokens: LoginTokenStore
    private let start = LockedState<Task<Void, Never>?>(nil)
    private static let sharedConfiguration = LockedState<AnybillConfiguration?>(nil)

    /// Creates a context; its stored data is opened in the background.
    public init(_ configuration: AnybillConfiguration) {
        let storage = UserStorage(configuration.storage)
        clients = AnybillClients(configuration)
        let library = ReceiptLibrary(
            storage: storage,
            keepsEdits: configuration.keepsOfflineEdits,
            logger: clients.logger,
            clock: configuration.client.clock
        )
        tokens = LoginTokenStore(configuration.tokenStore ?? Self.tokenStore(for: configuration.storage))
        session = clients.session(tokens) { [rejection = clients.rejection] partition in
            let status = rejection.withLock { $0.take() }
            storage.retire(partition)
            await library.detach(from: partition, error: status.map(ErrorMapping.rejected) ?? ErrorMapping.noUser)
        }
        client = clients.user(session)
        self.configuration = configuration
        self.storage = storage
        self.library = library
        Task { await library.load() }
    }

    /// Sets the configuration of ``shared`` in code; only the first call before the first use of ``shared`` has an
    /// effect.
    public static func configureShared(_ configuration: AnybillConfiguration) {
        sharedConfiguration.withLock { $0 = $0 ?? configuration }
    }

    /// Runs a call of a logged-in user.
    ///
    /// - Throws: An ``AnybillError`` for any failure; no request is sent if no user is logged in.
    package func call<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await ready()
        do {
            return try await body()
        } catch {
            throw ErrorMapping.error(for: error)
        }
    }

    /// The receipt operations.
    var receiptCalls: ReceiptCalls { ReceiptCalls(client: client, clientID: configuration.clientID) }

    /// Returns whether a user is logged in.
    ///
    /// - Throws: An error if the stored login cannot be read.
    func isLoggedIn() async throws -> Bool { try await session.current() != nil }

    /// Waits until session and store agree on the logged-in user, here and in other processes that share the folder.
    func ready() async {
        let task = start.withLock { start in
            let task = start ?? Task { await reconcile() }
            start = task
            return task
        }
        await task.value
        await followOtherContexts()
    }

    private func reconcile() async {
        await library.load()
        // If the token store cannot be read now, for example because the Keychain is locked, the login is unknown.
        guard let stored = try? await Self.read(session) else { return }
        let partition = storage.current?.partition
        switch stored.entry?.partition {
        case partition: break
        case nil:
            if let partition { await end(partition) }
        case let owner? where partition == nil && (!storage.isPersistent || owner == storage.marked):
            // In memory there is no store yet; on disk it could not be opened at the start.
            await adopt(owner)
        default:
            // Another process may be logging in. Without one, a login or logout was interrupted: complete it as a logout.
            guard let right = try? await storage.acquireLogin() else { return }
            defer { withExtendedLifetime(right) {} }
            guard storage.marked != stored.entry?.partition else { return }
            try? await session.signOut()
            if let partition { await end(partition) }
        }
    }

    /// Adopts the login or logout that another context of the same folder has made.
    private func followOtherContexts() async {
        guard storage.isPersistent, storage.marked != storage.current?.partition else { return }
        try? await gate.run { [self] in
            let marked = storage.marked
            let own = storage.current?.partition
            let entry = try await tokens.stored()
            guard marked != own else { return }
            if let entry, entry.partition == marked {
                try await session.signIn(entry.token, partition: entry.partition)
                await adopt(entry.partition)
            } else if marked == nil, entry == nil, let own {
                try? await session.signOut()
                await end(own)
            }
        }
    }

    private func adopt(_ owner: String) async {
        guard let store = try? storage.adopt(owner) else { return }
        await library.attach(store)
    }

    private func end(_ partition: String) async {
        storage.retire(partition)
        await library.detach(from: partition)
    }

    private static func read(_ session: TokenSession) async throws -> (entry: StoredToken?, isRead: Bool) {
        (try await session.current(), true)
    }

    private static func tokenStore(for location: AnybillStorageLocation) -> any TokenStore {
        guard case .folder(let folder) = location else { return MemoryTokenStore() }
        #if canImport(Security)
        return KeychainTokenStore(service: "anybill.session", account: AnybillStorageLocation.name(of: folder))
        #else
        return FileTokenStore(url: folder.appendingPathComponent("token"))
        #endif
    }
}
