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

    /// The order of the calls with completion handlers.
    let callOrder = CallOrder()

    /// The order of logins and logouts.
    let loginOrder = LockedState(LoginOrder())

    /// The clients of the context.
    let clients: AnybillClients

    /// A gate that registers and removes push tokens one at a time.
    let pushGate = SerialGate()

    /// The move of the push token to the user who has logged in last, for tests.
    let moving = LockedState<Task<Void, Never>?>(nil)

    /// The stored tokens.
    let tokens: LoginTokenStore

    /// The agreement with the folder that other contexts share.
    let agreement = LockedState(Agreement())

    private static let sharedConfiguration = LockedState<AnybillConfiguration?>(nil)

    /// Creates a context; its stored data is opened in the background.
    ///
    /// The process ends with an explanation if the configuration cannot be used, because calls to a wrong system could
    /// go unnoticed.
    public convenience init(_ configuration: AnybillConfiguration) {
        self.init(configuration, storage: UserStorage(configuration.storage))
    }

    /// Creates a context for a storage, for tests.
    init(_ configuration: AnybillConfiguration, storage: UserStorage) {
        configuration.requireUsable()
        clients = AnybillClients(configuration)
        let library = ReceiptLibrary(
            storage: storage,
            keepsEdits: configuration.keepsOfflineEdits,
            logger: clients.logger,
            clock: configuration.client.clock
        )
        tokens = LoginTokenStore(configuration.tokenStore ?? Self.tokenStore(for: configuration), of: storage)
        session = clients.session(tokens) { [logger = clients.logger] partition, status in
            if status != nil, let store = storage.active, store.partition == partition {
                Self.warn(ofUnsent: await Self.unsentEdits(of: store), logger)
            }
            await BlockingWork.run { storage.retire(partition) }
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
    /// - Parameters:
    ///   - isOrdered: Whether the body lets the next call with a completion handler begin, with ``CallPlace/begin()``.
    ///   - body: The call.
    /// - Returns: The result of the body.
    /// - Throws: An ``AnybillError`` for any failure; no request is sent if no user is logged in.
    package func call<Value: Sendable>(
        isOrdered: Bool = false,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        await CallPlace.current?.turn()
        await ready()
        if !isOrdered { CallPlace.current?.begin() }
        do {
            return try await body()
        } catch {
            throw ErrorMapping.error(for: error)
        }
    }

    /// Runs a call of the user who is logged in when it starts.
    ///
    /// - Parameters:
    ///   - followsLogin: Whether the call may be for another user whom another context has logged in since the last call.
    ///   - isOrdered: Whether the body lets the next call with a completion handler begin.
    ///   - body: The call, with the name of the login; `nil` for none.
    /// - Returns: The result of the body.
    /// - Throws: An ``AnybillError`` for any failure, of the type `noUserError` if another user is logged in when the body
    ///   is to run.
    func userCall<Value: Sendable>(
        followsLogin: Bool = false,
        isOrdered: Bool = false,
        _ body: @Sendable (_ login: String?) async throws -> Value
    ) async throws -> Value {
        await CallPlace.current?.turn()
        let (order, isChanging) = loginOrder.withLock { ($0.applied, $0.isChanging) }
        let former = storage.active?.partition
        return try await call(isOrdered: isOrdered) { [self] in
            let login = storage.active?.partition
            let isSame = former == login || former == nil || followsLogin && !isChanging
            guard isSame, loginOrder.withLock(\.applied) == order else {
                throw former == nil ? ErrorMapping.noUser : ErrorMapping.otherUser
            }
            return try await body(login)
        }
    }

    /// Returns the PDF of a receipt of a login.
    ///
    /// - Throws: The error of the operation.
    func pdf(
        of id: String,
        isPrintedVersion: Bool,
        includeReturnReceipts: Bool,
        login: String?
    ) async throws -> Data {
        try await CredentialOwner.requiring(login) {
            try await receiptCalls.pdf(
                id,
                isPrintedVersion: isPrintedVersion,
                includeReturnReceipts: includeReturnReceipts
            )
        }
    }

    /// The receipt operations.
    var receiptCalls: ReceiptCalls { ReceiptCalls(client: client, clientID: configuration.clientID) }

    /// Returns whether a user is logged in.
    ///
    /// - Throws: An error if the stored login cannot be read.
    func isLoggedIn() async throws -> Bool { try await session.current() != nil }

    private static func tokenStore(for configuration: AnybillConfiguration) -> any TokenStore {
        guard case .folder(let folder) = configuration.storage else { return MemoryTokenStore() }
        #if canImport(Security)
        return KeychainTokenStore(
            service: "anybill.session",
            account: AnybillStorageLocation.name(of: folder),
            accessGroup: configuration.keychainAccessGroup
        )
        #else
        return FileTokenStore(url: folder.appendingPathComponent("token"))
        #endif
    }
}
