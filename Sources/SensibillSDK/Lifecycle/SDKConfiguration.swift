public import APIRuntime

extension SensibillSDK {
    /// The configuration of the SDK.
    public struct Configuration: Sendable {
        /// The address of the service and the settings for its calls.
        public var api: SensibillAPIClient.Configuration

        /// The settings of uploads.
        public var uploads: UploadPolicy

        /// The store that keeps the user's token between launches of the app.
        public var tokenStore: any TokenStore

        /// Creates a configuration.
        public init(
            api: SensibillAPIClient.Configuration,
            uploads: UploadPolicy = UploadPolicy(),
            tokenStore: any TokenStore = MemoryTokenStore()
        ) {
            self.api = api
            self.uploads = uploads
            self.tokenStore = tokenStore
        }
    }
}
