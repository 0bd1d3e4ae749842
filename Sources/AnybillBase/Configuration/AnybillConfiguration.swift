public import APIRuntime
public import AnybillAPI
public import Foundation
import Logging

/// What the module needs to know about the app and the system it talks to.
public struct AnybillConfiguration: Sendable {
    /// Id of the integration, sent with every call; `nil` sends none.
    public var clientID: String?

    /// Addresses of the hosts.
    public var servers: AnybillServers

    /// Where receipts and the session are kept.
    public var storage: AnybillStorageLocation

    /// Keeps the session's tokens; `nil` takes the Keychain where there is one, otherwise a private file in ``storage``.
    public var tokenStore: (any TokenStore)?

    /// How calls are sent.
    ///
    /// Its cache is not used: receipts are kept by this module's own store.
    public var client: ClientConfiguration

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - clientID: Id of the integration.
    ///   - environment: System to talk to.
    ///   - customURLBase: Address of a proxy or gateway in front of the App API, which replaces that host only. One
    ///     slash at its end is tolerated; what is no absolute `http` or `https` address is ignored.
    ///   - identityBase: Address in place of the identity service, as a sandbox needs it.
    ///   - storage: Where receipts and the session are kept.
    ///   - tokenStore: Keeps the session's tokens.
    ///   - client: How calls are sent.
    public init(
        clientID: String? = nil,
        environment: AnybillEnvironment = .production,
        customURLBase: String? = nil,
        identityBase: URL? = nil,
        storage: AnybillStorageLocation = .standard,
        tokenStore: (any TokenStore)? = nil,
        client: ClientConfiguration = ClientConfiguration(userAgent: AnybillConfiguration.userAgent)
    ) {
        var servers = environment.servers
        if let base = Self.base(customURLBase) { servers.app = base }
        if let identityBase { servers.identity = identityBase }
        self.init(
            clientID: clientID,
            servers: servers,
            storage: storage,
            tokenStore: tokenStore,
            client: client
        )
    }

    /// Creates a configuration for hosts of your own, such as a sandbox.
    public init(
        clientID: String? = nil,
        servers: AnybillServers,
        storage: AnybillStorageLocation = .standard,
        tokenStore: (any TokenStore)? = nil,
        client: ClientConfiguration = ClientConfiguration(userAgent: AnybillConfiguration.userAgent)
    ) {
        self.clientID = clientID.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
        self.servers = servers
        self.storage = storage
        self.tokenStore = tokenStore
        self.client = client
    }

    /// How this module names itself to the service.
    public static let userAgent = "anybill-ios/2.0.0"

    /// Reads an address as the setting for a gateway gives it.
    ///
    /// - Returns: The address without a slash at its end; `nil`, with a line in the log, for anything else than an
    ///   absolute `http` or `https` address.
    static func base(_ text: String?) -> URL? {
        guard var text = text?.trimmed, !text.isEmpty else { return nil }
        if text.hasSuffix("/") { text.removeLast() }
        guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http",
            url.host?.isEmpty == false, url.query == nil, url.fragment == nil
        else {
            AnybillLogger.current?.warning("The custom URL base is not an absolute address and is ignored.")
            return nil
        }
        return url
    }
}
