/// The predefined accounts of a sandbox, for tests, demonstrations and first experiments.
public struct SandboxCredentials: Sendable {
    /// The accounts and tokens of Anybill.
    public let anybill: AnybillSandboxCredentials

    /// The clients, keys and users of Sensibill.
    public let sensibill: SensibillSandboxCredentials

    /// The applications, wallets and keys of AppCoins.
    public let appCoins: AppCoinsSandboxCredentials
}
