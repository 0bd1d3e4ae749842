extension SensibillAPIClient {
    /// How one task is executed.
    public struct TaskOptions: Hashable, Sendable {
        /// Whether a missing or refused user token is renewed through the delegate, and the request sent once more.
        ///
        /// Happens once for each execution, whichever of the two came first. Off unless set. Without effect on calls that
        /// carry credentials of their own.
        public var shouldRefreshTokenAndRetryOnStatusCode401: Bool

        /// The options of a new task: nothing is renewed.
        public static let defaults = TaskOptions(shouldRefreshTokenAndRetryOnStatusCode401: false)
    }
}
