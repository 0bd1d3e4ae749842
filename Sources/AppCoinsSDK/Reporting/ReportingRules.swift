/// The regions and system versions for which purchases are reported for Apple's Core Technology Commission.
public struct ReportingRules: Sendable, Hashable {
    /// The oldest system version that provides tokens.
    public var minimumSystem: DeviceFacts.SystemVersion

    /// The regions whose purchases are reported, ISO 3166 alpha-2 in capitals; `nil` for all.
    public var regions: Set<String>?

    /// Creates rules.
    public init(minimumSystem: DeviceFacts.SystemVersion, regions: Set<String>?) {
        self.minimumSystem = minimumSystem
        self.regions = regions
    }

    /// The rules for iOS 26 and later in the European Union.
    public static let standard = ReportingRules(
        minimumSystem: DeviceFacts.SystemVersion(26),
        regions: [
            "AT", "BE", "BG", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GR", "HU", "IE", "IT", "LV", "LT", "LU",
            "MT", "NL", "PL", "PT", "RO", "SK", "SI", "ES", "SE",
        ]
    )

    /// The rules that report nothing.
    public static let never = ReportingRules(minimumSystem: DeviceFacts.SystemVersion(.max), regions: [])

    /// Returns whether purchases on a device are reported.
    ///
    /// Purchases in an unknown region are reported.
    public func apply(to device: DeviceFacts) -> Bool {
        guard device.system >= minimumSystem else { return false }
        guard let regions, let region = device.region else { return true }
        return regions.contains(region.uppercased())
    }
}
