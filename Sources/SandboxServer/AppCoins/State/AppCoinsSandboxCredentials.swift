/// The predefined apps, users and tokens of the sandbox's AppCoins.
public struct AppCoinsSandboxCredentials: Sendable, Hashable {
    /// The bundle identifier of the app with products.
    public var domain: String

    /// The bundle identifier of an app that has not been approved.
    public var unapprovedDomain: String

    /// A guest identifier.
    ///
    /// Every other identifier has a wallet too.
    public var guestUID: String

    /// The wallet address of the signed-in user.
    public var userAddress: String

    /// The refresh token of the signed-in user's wallet.
    public var userRefreshToken: String
}
