import APIRuntime
import AppCoinsAPI
import Foundation

extension AppcEnvironment {
    /// Returns the environment of the system: the main bundle, the Keychain or private files, and the system's
    /// checkout.
    ///
    /// - Parameter domain: The bundle identifier of the app; `nil` uses that of the main bundle.
    /// - Returns: The environment.
    public static func live(domain: String? = nil) -> AppcEnvironment {
        let domain = domain ?? Bundle.main.bundleIdentifier ?? ""
        let folder = Self.supportFolder.appendingPathComponent("AppCoinsSDK-\(domain)")
        let files = FileSecretStore(folder: folder)
        var environment = AppcEnvironment(
            domain: domain,
            servers: domain == developmentDomain ? .development : .production,
            wallets: files,
            settings: files,
            folder: folder
        )
        environment.useSystem()
        return environment
    }

    private static var supportFolder: URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
    }
}

#if !canImport(UIKit) || !canImport(WebKit)
extension AppcEnvironment {
    /// Does nothing; systems without a web view provide no further information.
    mutating func useSystem() {
        environmentLogToStandardError()
    }

    private mutating func environmentLogToStandardError() {
        log = { text in FileHandle.standardError.write(Data("\(text)\n".utf8)) }
    }
}
#endif
