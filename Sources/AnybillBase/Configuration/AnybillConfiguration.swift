public import APIRuntime
public import AnybillAPI
public import Foundation
import Logging
public import URLSessionTransport

/// The configuration of the module for an app and a system of the service.
public struct AnybillConfiguration: Sendable {
    /// The id of the integration, sent with every call; `nil` sends none.
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
    /// as the service can be reached. If `false`, the call fails with an error of the type `networkError`.
    public var keepsOfflineEdits = false

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
    /// - Throws: ``AnybillConfigurationError`` if `customURLBase` cannot be used; no call ever goes to production instead.
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
        if let identityBase { servers.identity = identityBase }
        self.init(
            clientID: clientID,
            servers: servers,
            storage: storage,
            tokenStore: tokenStore,
            client: client
        )
    }

    /// Creates a configuration for custom hosts, such as a sandbox.
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
        self.clientID = clientID.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
        self.servers = servers
        self.storage = storage
        self.tokenStore = tokenStore
        self.client = client
    }

    /// The `User-Agent` of this module's requests.
    public static let userAgent = "anybill-ios/2.0.0"

    /// Reads the base URL of a gateway from its setting.
    ///
    /// - Returns: The URL without a trailing slash.
    /// - Throws: ``AnybillConfigurationError`` if the value is not an absolute `http` or `https` URL.
    static func base(_ text: String, of setting: String) throws(AnybillConfigurationError) -> URL {
        var text = text.trimmed
        if text.hasSuffix("/") { text.removeLast() }
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), let url = URL(string: text),
            url.host?.isEmpty == false
        else {
            throw AnybillConfigurationError(setting, "must be an absolute URL that begins with https:// or http://.")
        }
        guard url.query == nil, url.fragment == nil, url.user == nil, !text.contains("?"), !text.contains("#") else {
            throw AnybillConfigurationError(setting, "must not contain a user, a query or a fragment.")
        }
        return url
    }
}
