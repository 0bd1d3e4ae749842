public import Foundation

/// Gives the credential of a security scheme, and another one when the server refuses it.
///
/// Conform when tokens come from elsewhere, such as an identity provider's own library. A minimal source:
///
/// ```swift
/// struct FixedToken: CredentialSource {
///     func credential() async throws(AuthenticationError) -> AuthCredential {
///         AuthCredential(value: "token", partition: "user")
///     }
///     func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }
/// }
/// ```
public protocol CredentialSource: Sendable {
    /// The credential to send now; may renew one that is about to expire.
    ///
    /// - Throws: ``AuthenticationError`` when there is none.
    func credential() async throws(AuthenticationError) -> AuthCredential

    /// The credential to send again with after a 401.
    ///
    /// - Parameter credential: The one that the server refused.
    /// - Returns: Another credential of the same owner; `nil` when the 401 is the response to give to the caller.
    /// - Throws: ``AuthenticationError`` when no other can be had.
    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential?

    /// Takes note of a response to a request that carried the credential.
    ///
    /// - Parameters:
    ///   - credential: What was sent.
    ///   - status: Status of the response.
    ///   - serverDate: The server's time when it answered; `nil` when it did not say, or a cache on the way answered.
    func noteResponse(to credential: AuthCredential, status: Int, serverDate: Date?) async

    /// The owner of the current credential, known without renewing anything; `nil` when there is none.
    ///
    /// Responses are looked up in a cache under this name, also while the device is offline.
    func partition() async -> String?

    /// Takes a cache whose responses are to be deleted when their owner signs out.
    ///
    /// Each client says so of its cache, once. A source that knows of sign-outs keeps the cache and calls
    /// ``ResponseCache/removeAll(partition:now:)`` before anybody else can sign in.
    func evictAtSignOut(_ cache: ResponseCache)
}

extension CredentialSource {
    /// Ignores it.
    public func noteResponse(to credential: AuthCredential, status: Int, serverDate: Date?) async {}

    /// Ignores it: of most sources nobody signs out.
    public func evictAtSignOut(_ cache: ResponseCache) {}

    /// The partition of ``credential()``; a source that may renew should say it without doing so.
    public func partition() async -> String? {
        try? await credential().partition
    }
}
