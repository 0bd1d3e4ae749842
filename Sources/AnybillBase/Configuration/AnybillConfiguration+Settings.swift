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
    }

    /// Reads the settings of an app, or of a server process without a bundle.
    ///
    /// - Parameters:
    ///   - bundle: The bundle whose Info.plist contains the settings.
    ///   - environment: The environment variables for settings that the bundle does not contain.
    /// - Returns: The configuration, with default values for missing settings.
    public static func fromSettings(
        of bundle: Bundle = .main,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> AnybillConfiguration {
        fromSettings(bundle.infoDictionary ?? [:], environment: environment)
    }

    /// Reads settings from both sources; a bundle's setting takes precedence over a variable.
    static func fromSettings(_ info: [String: Any], environment: [String: String]) -> AnybillConfiguration {
        func value(_ setting: Setting) -> String? {
            let text = info[setting.rawValue] as? String ?? environment[setting.rawValue.uppercased()]
            return text.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
        }
        return AnybillConfiguration(
            clientID: value(.clientID),
            environment: AnybillEnvironment(setting: value(.environment)),
            customURLBase: value(.customURLBase),
            identityBase: base(value(.identityBase))
        )
    }
}
