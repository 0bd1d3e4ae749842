public import AnybillAPI

/// A system of the service.
public enum AnybillEnvironment: String, Sendable, Hashable, CaseIterable {
    /// The production system.
    case production = ""

    /// The staging system.
    case staging = "stg"

    /// The test system.
    case test

    /// Creates the environment for the documented setting; any value except `stg` and `test` means production.
    public init(setting: String?) {
        self = setting.flatMap { AnybillEnvironment(rawValue: $0.trimmed.lowercased()) } ?? .production
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
