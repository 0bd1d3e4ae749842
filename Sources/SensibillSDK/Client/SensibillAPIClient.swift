/// The client of the Sensibill API: its configuration, its tasks and their errors.
///
/// ```swift
/// let configuration = SensibillAPIClient.Configuration(
///     baseUrl: "https://receipts-sandbox.sensibill.io",
///     certificatePinningEnabled: false
/// )
/// let client = SensibillAPIClient.get(configuration: configuration)
/// client.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada@example.com")
/// ```
public enum SensibillAPIClient {
    /// Creates a provider of its own, independent of ``SensibillSDK``.
    ///
    /// Retain the provider, and the delegate that you give it.
    ///
    /// - Parameter configuration: Where the service is, and how calls are made. An address that cannot be used shows
    ///   when the first task is created.
    /// - Returns: A provider without a user.
    public static func get(configuration: Configuration) -> any SensibillAPIProvider {
        LiveAPIProvider(configuration: configuration)
    }
}
