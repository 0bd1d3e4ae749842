public import Foundation

extension AnybillConfiguration {
    /// Names of the settings: in Info.plist as they stand here, in the process's environment in capitals.
    enum Setting: String, CaseIterable {
        /// Id of the integration.
        case clientID = "anybill_client_id"
        /// `stg` or `test`; production when it is missing.
        case environment = "anybill_base_url"
        /// Address of a gateway in front of the App API.
        case customURLBase = "custom_url_base"
        /// Address in place of the identity service; not one of the service's documented settings.
        case identityBase = "anybill_identity_url_base"
    }

    /// Reads the settings of an app, or of a server process that has no bundle.
    ///
    /// - Parameters:
    ///   - bundle: Bundle whose Info.plist holds the settings.
    ///   - environment: Variables for what the bundle does not hold.
    /// - Returns: The configuration, with standard values for what is set nowhere.
    public static func fromSettings(
        of bundle: Bundle = .main,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> AnybillConfiguration {
        fromSettings(bundle.infoDictionary ?? [:], environment: environment)
    }

    /// Reads settings from both places; a bundle's setting wins over a variable.
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
