public import APIRuntime

extension SensibillSDK {
    /// How the SDK works.
    public struct Configuration: Sendable {
        /// Where the service is, and how calls are made.
        public var api: SensibillAPIClient.Configuration

        /// How documents are uploaded.
        public var uploads: UploadPolicy

        /// Where the user's token is kept between runs of the app.
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
