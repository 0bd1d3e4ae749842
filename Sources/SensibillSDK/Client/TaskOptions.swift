extension SensibillAPIClient {
    /// The options of a task's execution.
    public struct TaskOptions: Hashable, Sendable {
        /// Whether to renew a missing or rejected user token through the delegate and to send the request again.
        ///
        /// Happens at most once for each execution, for either reason. The default is `false`. Has no effect on calls
        /// that receive their credentials as arguments. ``SensibillSDK/apiClient`` renews tokens even if it is `false`.
        public var shouldRefreshTokenAndRetryOnStatusCode401: Bool

        /// Creates options.
        public init(shouldRefreshTokenAndRetryOnStatusCode401: Bool = false) {
            self.shouldRefreshTokenAndRetryOnStatusCode401 = shouldRefreshTokenAndRetryOnStatusCode401
        }

        /// The options of a new task: tokens are not renewed.
        public static let defaults = TaskOptions(shouldRefreshTokenAndRetryOnStatusCode401: false)
    }
}
