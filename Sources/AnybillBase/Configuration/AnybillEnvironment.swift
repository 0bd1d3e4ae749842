public import AnybillAPI

/// A system of the service.
public enum AnybillEnvironment: String, Sendable, Hashable, CaseIterable {
    /// The production system.
    case production = ""

    /// The staging system.
    case staging = "stg"

    /// The test system.
    case test

    /// Creates the environment for the documented setting: `stg` or `test`; production if it is `nil`.
    ///
    /// - Throws: ``AnybillConfigurationError`` for any other value, because an app under development must not use
    ///   production by mistake.
    public init(setting: String?) throws(AnybillConfigurationError) {
        switch setting?.trimmed.lowercased() {
        case nil: self = .production
        case "stg": self = .staging
        case "test": self = .test
        default: throw AnybillConfigurationError("anybill_base_url", "must be stg or test, or be removed for production.")
        }
    }

    /// The addresses of the system's hosts.
    public var servers: AnybillServers {
        switch self {
        case .production: .production
        case .staging: .staging
        case .test: .test
        }
    }
}
