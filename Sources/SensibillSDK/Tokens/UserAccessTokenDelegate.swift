/// Gives the access token of the current user, and renews it.
///
/// Both functions are called on the main actor, and `completion` may be called on any thread. Compare
/// `cacheIdentifier` with your own user in both, so that nobody is served the token of somebody else.
///
/// ```swift
/// final class MyDelegate: UserAccessTokenDelegate {
///     func currentAccessToken(for cacheIdentifier: String) -> String? { "token" }
///     func updateToken(for cacheIdentifier: String, completion: @escaping (Error?) -> Void) { completion(nil) }
/// }
/// ```
@preconcurrency @MainActor
public protocol UserAccessTokenDelegate: AnyObject {
    /// The user's token.
    ///
    /// - Parameter cacheIdentifier: The identifier that was set together with this delegate.
    /// - Returns: The token without the word "Bearer"; `nil` when there is none now, or the identifier is not of this
    ///   delegate's user.
    func currentAccessToken(for cacheIdentifier: String) -> String?

    /// Renews the user's token, so that ``currentAccessToken(for:)`` gives the new one afterwards.
    ///
    /// - Parameters:
    ///   - cacheIdentifier: The identifier that was set together with this delegate.
    ///   - completion: To be called once, with `nil` for success. Further calls are ignored, and so is one that comes
    ///     after the configured limit.
    func updateToken(for cacheIdentifier: String, completion: @escaping ((any Error)?) -> Void)
}
