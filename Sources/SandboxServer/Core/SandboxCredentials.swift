/// Ready-made accounts of a sandbox, for tests, demonstrations and the first try.
public struct SandboxCredentials: Sendable {
    /// Accounts and tokens of Anybill.
    public let anybill: AnybillSandboxCredentials

    /// Clients, keys and users of Sensibill.
    public let sensibill: SensibillSandboxCredentials

    /// Applications, wallets and keys of AppCoins.
    public let appCoins: AppCoinsSandboxCredentials
}
