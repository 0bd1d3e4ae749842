public import AnybillAPI

/// Which system of the service an app talks to.
public enum AnybillEnvironment: String, Sendable, Hashable, CaseIterable {
    /// The live system.
    case production = ""

    /// The staging system.
    case staging = "stg"

    /// The test system.
    case test

    /// Reads the documented setting; anything but `stg` and `test` means production.
    public init(setting: String?) {
        self = setting.flatMap { AnybillEnvironment(rawValue: $0.trimmed.lowercased()) } ?? .production
    }

    /// Addresses of the system's hosts.
    public var servers: AnybillServers {
        switch self {
        case .production: .production
        case .staging: .staging
        case .test: .test
        }
    }
}
