/// Fixed values that the services know the SDK by.
package enum BuildFacts {
    /// Version of the SDK whose behavior this one has.
    static let version = "4.3.2"

    /// Build number of that version.
    package static let build = "59"

    /// The `User-Agent` of every call except attribution.
    static let userAgent = "AppCoinsWalletIOS/.."

    /// The OEM that is used if no other is known.
    static let aptoideOEM = "a37f1d7a4599d0ba60f23f9ff7b9ce95"

    /// The OEM of the marketplace App Arena.
    static let appArenaOEM = "25110d106a9197a817a94e11f86cd4a6"

    /// The digest of the SDK's name, which is part of attribution's `User-Agent`.
    static let nameDigest = "a77eab3ad948fdad4416cf8e33a06981"

    /// Returns the `User-Agent` of attribution, by which the service recognizes an installation.
    static func attributionAgent(domain: String, device: DeviceFacts) -> String {
        let system = "\(device.system.major).\(device.system.minor)"
        let parts = [
            "iPhone", "iOS \(system)", "\(device.system.major)", device.model ?? "Unknown", "arm64", domain,
            device.appBuild ?? "Unknown", nameDigest, "0x0", device.vendorID ?? "Unknown",
        ]
        return "iOSAppCoinsSDK/\(version) (\(parts.joined(separator: "; ")))"
    }
}
