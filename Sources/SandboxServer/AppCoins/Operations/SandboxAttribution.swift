import AppCoinsAPI
import APIServer
import Crypto
import Foundation

/// Operations of the tag `attribution`.
struct SandboxAttribution: AppCoinsAttributionService {
    let world: AppCoinsWorld

    /// Identifier of the OEM that every installation is attributed to.
    static let oemID = "a37f1d7a4599d0ba60f23f9ff7b9ce95"

    /// Attribution of one installation: the same for the same device and app.
    func get(
        packageName: String,
        userAgent: String?,
        oemid: String?,
        guestUID: String?,
        installerPackageName: String?,
        versionCode: String?,
        timestamp: String?,
        request: ServerRequest
    ) async throws(GetAttributionError) -> ServerResponse<AttributionResult> {
        guard !packageName.isEmpty else { throw .badRequest(.missing(request, "package_name")) }
        let guest = guestUID ?? Self.guestUID(packageName: packageName, device: Self.device(in: userAgent ?? ""))
        return ServerResponse(AttributionResult(guestUID: guest, packageName: packageName, oemid: oemid ?? Self.oemID))
    }

    /// The guest identifier of an installation.
    static func guestUID(packageName: String, device: String) -> String {
        "guest-" + WalletTokens.address(of: "installation:\(device):\(packageName)").dropFirst(2).prefix(16)
    }

    /// The vendor identifier at the end of the user agent's comment; the whole text when it has no such form.
    static func device(in userAgent: String) -> String {
        guard userAgent.hasSuffix(")"), let last = userAgent.split(separator: ";").last else { return userAgent }
        return last.dropLast().trimmingCharacters(in: .whitespaces)
    }
}
