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
    /// Creates a provider that is independent of ``SensibillSDK``.
    ///
    /// Retain the provider and the delegate that you pass to it.
    ///
    /// - Parameter configuration: The address of the service and the settings for its calls. If the address cannot be
    ///   used, creating the first task throws an error. If pinned keys are missing, every execution fails; call
    ///   ``Configuration/check()`` first to learn why.
    /// - Returns: A provider without a user.
    public static func get(configuration: Configuration) -> any SensibillAPIProvider {
        LiveAPIProvider(configuration: configuration)
    }
}
