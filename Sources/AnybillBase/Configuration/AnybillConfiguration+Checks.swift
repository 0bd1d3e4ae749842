import AnybillAPI
import Foundation

extension AnybillConfiguration {
    /// Ends the process with an explanation if the configuration cannot be used.
    func requireUsable() {
        do throws(AnybillConfigurationError) {
            try validate()
        } catch {
            fatalError(error.description)  // reason: calls to a wrong system could go unnoticed
        }
    }

    /// Checks the id of the integration and the addresses of the hosts that this module uses.
    ///
    /// - Throws: ``AnybillConfigurationError`` for the first one that cannot be used.
    func validate() throws(AnybillConfigurationError) {
        if let app = servers.app { _ = try Self.base(app.absoluteString, of: Setting.customURLBase.rawValue) }
        if let identity = servers.identity {
            _ = try Self.base(identity.absoluteString, of: Setting.identityBase.rawValue)
        }
        let usesOwnApp = Self.isOwn(servers.app)
        let usesOwnIdentity = Self.isOwn(servers.identity)
        if clientID?.isEmpty ?? (usesOwnApp || usesOwnIdentity) { throw .missingClientID }
        if servers.app != nil, !usesOwnApp, usesOwnIdentity, !isIdentityChosen { throw .uncoveredIdentity }
    }

    /// Returns whether a base URL is that of one of the service's own hosts, in any system.
    private static func isOwn(_ base: URL?) -> Bool {
        guard let host = base?.host?.lowercased() else { return false }
        return AnybillEnvironment.allCases.contains { environment in
            [environment.servers.app, environment.servers.identity].contains { $0?.host == host }
        }
    }

    /// Reads a base URL from its setting.
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

extension AnybillConfigurationError {
    /// The error for a gateway that does not receive the calls to the identity service.
    static let uncoveredIdentity = AnybillConfigurationError(
        AnybillConfiguration.Setting.identityBase.rawValue,
        "is missing: the gateway would not receive logins and renewals. Set it, also to the service's own host."
    )

    /// The error for an id that is missing or empty.
    static let missingClientID = AnybillConfigurationError(
        AnybillConfiguration.Setting.clientID.rawValue,
        "is missing or empty. Set it to the id that anybill has issued for the app."
    )
}
