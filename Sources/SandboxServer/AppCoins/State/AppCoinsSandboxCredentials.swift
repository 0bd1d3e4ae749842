/// What the sandbox's AppCoins knows from the start.
public struct AppCoinsSandboxCredentials: Sendable, Hashable {
    /// Bundle identifier of the app with products.
    public var domain: String

    /// Bundle identifier of an app that has not been approved.
    public var unapprovedDomain: String

    /// A guest identifier; every other one has a wallet too.
    public var guestUID: String

    /// Address of the signed-in user's wallet.
    public var userAddress: String

    /// Refresh token of the signed-in user's wallet.
    public var userRefreshToken: String
}
