public import APIRuntime
public import AnybillAPI
public import Foundation
import Logging
public import URLSessionTransport

/// The configuration of the module for an app and a system of the service.
public struct AnybillConfiguration: Sendable {
    /// The id of the integration, sent with every call.
    ///
    /// `nil` sends none, which only a gateway or a sandbox accepts: a context of the service's own hosts needs an id.
    public var clientID: String?

    /// The addresses of the hosts.
    public var servers: AnybillServers

    /// The location where receipts and the session are stored.
    public var storage: AnybillStorageLocation

    /// The store of the session's tokens.
    ///
    /// `nil` uses the Keychain if available, or else a private file in ``storage``.
    public var tokenStore: (any TokenStore)?

    /// The transport and further settings of the calls.
    ///
    /// Its cache is not used, because this module has its own store for receipts.
    public var client: ClientConfiguration

    /// Whether edits and deletions of receipts made without a connection are kept and sent later; `false` by default.
    ///
    /// If `true`, such a call succeeds, the list shows the change, and it is sent once, in the order of the edits, as soon
    /// as the service can be reached. An edit that the service refuses then is added to ``ReceiptProvider/refusedEdits``.
    /// An edit that cannot be stored is not kept. If `false`, the call fails with an error of the type `networkError`.
    ///
    /// Kept edits survive the end of the process. A logout and the end of the session delete those that have not been
    /// sent, with all data of the user.
    public var keepsOfflineEdits = false

    /// The access group of the Keychain that the app and its extensions share; `nil` uses the default group of each.
    ///
    /// Set it in the app and in every extension that uses the same ``storage``: a process that cannot see the tokens of a
    /// login has no user. Users log in again after a change. Not used with a ``tokenStore``, and without a Keychain.
    public var keychainAccessGroup: String?

    /// Whether the base URL of the identity service was given, so that a gateway need not receive its calls.
    private(set) var isIdentityChosen = false

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - clientID: The id of the integration.
    ///   - environment: The system of the service.
    ///   - customURLBase: The base URL of a proxy or gateway that receives all calls, including those to the identity
    ///     service. An absolute `http` or `https` URL without a query; one trailing slash is allowed.
    ///   - identityBase: The base URL that replaces the identity service, if the gateway does not forward these calls.
    ///   - storage: The location where receipts and the session are stored.
    ///   - tokenStore: The store of the session's tokens.
    ///   - client: The transport and further settings of the calls.
    /// - Throws: ``AnybillConfigurationError`` if a base URL or the id cannot be used, or if no gateway is given and the id
    ///   is missing; no call ever goes to production instead.
    public init(
        clientID: String? = nil,
        environment: AnybillEnvironment = .production,
        customURLBase: String? = nil,
        identityBase: URL? = nil,
        storage: AnybillStorageLocation = .standard,
        tokenStore: (any TokenStore)? = nil,
        client: ClientConfiguration = ClientConfiguration(
            transport: .urlSession,
            userAgent: AnybillConfiguration.userAgent
        )
    ) throws(AnybillConfigurationError) {
        var servers = environment.servers
        if let customURLBase {
            let base = try Self.base(customURLBase, of: "custom_url_base")
            servers.app = base
            servers.identity = base
        }
        if let identityBase {
            servers.identity = try Self.base(identityBase.absoluteString, of: Setting.identityBase.rawValue)
        }
        self.init(
            clientID: clientID,
            servers: servers,
            storage: storage,
            tokenStore: tokenStore,
            client: client
        )
        isIdentityChosen = identityBase != nil
        try validate()
    }

    /// Creates a configuration for custom hosts, such as a sandbox.
    ///
    /// The hosts and the id are checked when a context is created: a custom host of the App API requires one of the
    /// identity service. For a gateway that does not forward the calls to the identity service, use
    /// ``init(clientID:environment:customURLBase:identityBase:storage:tokenStore:client:)``.
    public init(
        clientID: String? = nil,
        servers: AnybillServers,
        storage: AnybillStorageLocation = .standard,
        tokenStore: (any TokenStore)? = nil,
        client: ClientConfiguration = ClientConfiguration(
            transport: .urlSession,
            userAgent: AnybillConfiguration.userAgent
        )
    ) {
        self.clientID = clientID?.trimmed
        self.servers = servers
        self.storage = storage
        self.tokenStore = tokenStore
        self.client = client
    }

    /// The `User-Agent` of this module's requests.
    public static let userAgent = "anybill-ios/2.0.0"
}
