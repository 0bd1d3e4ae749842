public import Foundation

extension AnybillConfiguration {
    /// The names of the settings: unchanged in Info.plist, in capitals in the process's environment.
    enum Setting: String, CaseIterable {
        /// The id of the integration.
        case clientID = "anybill_client_id"
        /// The system, `stg` or `test`; production if the setting is missing.
        case environment = "anybill_base_url"
        /// The base URL of a gateway in front of the App API.
        case customURLBase = "custom_url_base"
        /// The base URL that replaces the identity service; not one of the service's documented settings.
        case identityBase = "anybill_identity_url_base"
        /// The access group of the Keychain; not one of the service's documented settings.
        case accessGroup = "anybill_keychain_access_group"
    }

    /// Reads the settings of an app, or of a server process without a bundle.
    ///
    /// - Parameters:
    ///   - bundle: The bundle whose Info.plist contains the settings.
    ///   - environment: The environment variables for settings that the bundle does not contain.
    /// - Returns: The configuration, with default values for missing settings.
    /// - Throws: ``AnybillConfigurationError`` if a setting cannot be used, or the id of the integration is missing.
    public static func fromSettings(
        of bundle: Bundle = .main,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(AnybillConfigurationError) -> AnybillConfiguration {
        try fromSettings(bundle.infoDictionary ?? [:], environment: environment)
    }

    /// Reads settings from both sources; a bundle's setting takes precedence over a variable.
    ///
    /// - Throws: ``AnybillConfigurationError`` if a setting cannot be used.
    static func fromSettings(
        _ info: [String: Any],
        environment: [String: String]
    ) throws(AnybillConfigurationError) -> AnybillConfiguration {
        func value(_ setting: Setting) throws(AnybillConfigurationError) -> String? {
            if let value = info[setting.rawValue] {
                guard let text = value as? String else {
                    throw AnybillConfigurationError(setting.rawValue, "must be a string.")
                }
                return text.trimmed
            }
            return environment[setting.rawValue.uppercased()]?.trimmed
        }
        guard let clientID = try value(.clientID), !clientID.isEmpty else {
            throw .missingClientID
        }
        var identityBase: URL?
        if let text = try value(.identityBase) { identityBase = try base(text, of: Setting.identityBase.rawValue) }
        var configuration = try AnybillConfiguration(
            clientID: clientID,
            environment: AnybillEnvironment(setting: try value(.environment)),
            customURLBase: try value(.customURLBase),
            identityBase: identityBase
        )
        configuration.keychainAccessGroup = try value(.accessGroup)
        return configuration
    }

    /// Reads the settings of an app; the process ends with an explanation if a setting is missing or wrong.
    static func requiredSettings() -> AnybillConfiguration {
        do {
            return try fromSettings()
        } catch {
            fatalError("\(error)")  // reason: calls to a wrong system could go unnoticed
        }
    }
}
