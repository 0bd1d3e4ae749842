public import APIRuntime

extension SensibillSDK {
    /// The configuration of the SDK.
    public struct Configuration: Sendable {
        /// The address of the service and the settings for its calls.
        public var api: SensibillAPIClient.Configuration

        /// The settings of uploads.
        public var uploads: UploadPolicy

        /// The store of the user's token; the default keeps it in memory, so that each launch of the app requests one.
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
