import AppCoinsAPI
import APIServer
import Crypto
import Foundation

/// The operations of the tag `attribution`.
struct SandboxAttribution: AppCoinsAttributionService {
    let world: AppCoinsWorld

    /// The identifier of the OEM to which every installation is attributed.
    static let oemID = "a37f1d7a4599d0ba60f23f9ff7b9ce95"

    /// Returns the attribution of an installation, which is the same for the same device and app.
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

    /// Returns the guest identifier of an installation.
    static func guestUID(packageName: String, device: String) -> String {
        "guest-" + WalletTokens.address(of: "installation:\(device):\(packageName)").dropFirst(2).prefix(16)
    }

    /// Returns the vendor identifier at the end of the user agent's comment.
    ///
    /// Returns the complete string if it does not have this form.
    static func device(in userAgent: String) -> String {
        guard userAgent.hasSuffix(")"), let last = userAgent.split(separator: ";").last else { return userAgent }
        return last.dropLast().trimmingCharacters(in: .whitespaces)
    }
}
