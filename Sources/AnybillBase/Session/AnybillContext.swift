public import APIRuntime
public import AnybillAPI
import Foundation

/// One installation of the module: the generated client, the session and the store behind the providers.
///
/// Apps use the one behind the providers' `shared`. Tests and servers make as many as they like.
public final class AnybillContext: Sendable {
    /// The context of the app, made at its first use from the app's settings or what ``configureShared(_:)`` was given.
    public static let shared = AnybillContext(
        sharedConfiguration.withLock { $0 } ?? AnybillConfiguration.fromSettings()
    )

    /// The configuration that it was made with.
    public let configuration: AnybillConfiguration

    /// The generated client of the App API, signed in as the user.
    public let client: AnybillClient

    /// The user's session.
    public let session: TokenSession

    /// Login and store on the device.
    let storage: UserStorage

    /// The receipts.
    let library: ReceiptLibrary

    /// The push token of the device.
    let push = PushTokenBox()

    /// Lets log-ins and log-outs through one at a time.
    let gate = SerialGate()

    private let start = LockedState<Task<Void, Never>?>(nil)
    private static let sharedConfiguration = LockedState<AnybillConfiguration?>(nil)

    /// Creates a context and opens what is stored for it.
    public init(_ configuration: AnybillConfiguration) {
        var settings = configuration.client
        settings.cache = nil
        settings.logger = settings.logger ?? AnybillLogger.current
        let storage = UserStorage(configuration.storage)
        let library = ReceiptLibrary(storage: storage)
        let identity = AnybillClient(servers: configuration.servers, configuration: settings)
        session = TokenSession(
            store: configuration.tokenStore ?? Self.tokenStore(for: configuration.storage),
            refresher: identity.userTokenRefresher(clientID: configuration.clientID ?? ""),
            now: settings.now,
            onSignOut: { partition in
                storage.retire(partition)
                await library.detach(from: partition)
            }
        )
        client = AnybillClient(
            servers: configuration.servers,
            credentials: AnybillCredentials(userToken: session),
            configuration: settings
        )
        self.configuration = configuration
        self.storage = storage
        self.library = library
    }

    /// Gives the configuration of ``shared`` in code; only the first call before its first use counts.
    public static func configureShared(_ configuration: AnybillConfiguration) {
        sharedConfiguration.withLock { $0 = $0 ?? configuration }
    }

    /// Runs a call of a logged-in user.
    ///
    /// - Throws: An ``AnybillError`` for any failure; nothing is sent when nobody is logged in.
    package func call<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await ready()
        do {
            return try await body()
        } catch {
            throw ErrorMapping.error(for: error)
        }
    }

    /// The calls about receipts.
    var receiptCalls: ReceiptCalls { ReceiptCalls(client: client, clientID: configuration.clientID) }

    /// Waits until session and store agree about who is logged in.
    func ready() async {
        let task = start.withLock { start in
            let task = start ?? Task { await reconcile() }
            start = task
            return task
        }
        await task.value
    }

    private func reconcile() async {
        // A store of tokens that cannot be read now, such as a locked Keychain, says nothing about the login.
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
            // A log-in or log-out was cut off half-way: it ends as a log-out.
            try? await session.signOut()
            if let partition { await end(partition) }
        }
    }

    private func adopt(_ owner: String) async {
        guard let store = try? storage.prepare(owner), (try? storage.activate(store)) != nil else { return }
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
        return KeychainTokenStore(service: "anybill.session", account: folder.lastPathComponent)
        #else
        return FileTokenStore(url: folder.appendingPathComponent("token"))
        #endif
    }
}
