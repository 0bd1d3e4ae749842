public import AppCoinsAPI
public import Foundation

extension AppCoinsServers {
    /// Returns the addresses of all hosts of the service in one sandbox.
    ///
    /// - Parameters:
    ///   - baseURL: The address of the sandbox, with or without a trailing slash.
    ///   - version: The version segment for the services that use one: `8.` and eight digits.
    /// - Returns: The addresses by the role of the host.
    public static func sandbox(at baseURL: URL, version: String = "8.20240812") -> AppCoinsServers {
        let text = baseURL.absoluteString
        let base = text.hasSuffix("/") ? String(text.dropLast()) : text
        return .custom(
            productBase: "\(base)/productv2/\(version)",
            attributionBase: base,
            walletBase: "\(base)/appc",
            brokerBase: "\(base)/broker/\(version)",
            reportsBase: "\(base)/sdk-ios/\(version)",
            checkoutBase: base,
            serverToServerBase: base
        )
    }
}
