#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Provides the credential of a security scheme, and a replacement when the server refuses it.
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
    /// Returns the credential to send now; may renew one that is about to expire.
    ///
    /// - Throws: ``AuthenticationError`` if no credential is available.
    func credential() async throws(AuthenticationError) -> AuthCredential

    /// Returns the credential for the second attempt after a 401 response.
    ///
    /// - Parameter credential: The credential that the server refused.
    /// - Returns: Another credential of the same owner; `nil` to return the 401 response to the caller.
    /// - Throws: ``AuthenticationError`` if no other credential can be obtained.
    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential?

    /// Records the response to a request that carried the credential.
    ///
    /// - Parameters:
    ///   - credential: The credential that was sent.
    ///   - status: The status of the response.
    ///   - serverDate: The server's time when it sent the response; `nil` when the response has no date or is from an
    ///     intermediate cache.
    func noteResponse(to credential: AuthCredential, status: Int, serverDate: Date?) async

    /// Returns the owner of the current credential without renewing it; `nil` when there is none.
    ///
    /// A client looks up cached responses under this name, also while the device is offline.
    func partition() async -> String?

    /// Returns the owner of the current credential without renewing it; `nil` when there is none, or when its
    /// ``partition()`` identifies it.
    ///
    /// A client binds each call to the owner that this method returns at the start of the call, else to the partition of
    /// the first credential. A source whose users share a partition, or whose user can sign out and in again, returns a
    /// different ``CredentialOwner/generation`` for each session, here and in its credentials.
    func owner() async -> CredentialOwner?

    /// Registers a cache whose responses are deleted when their owner signs out.
    ///
    /// Each client calls this method once for its cache. A source that observes sign-outs keeps the cache and calls
    /// ``ResponseCache/removeAll(partition:now:)`` before another user can sign in.
    func evictAtSignOut(_ cache: ResponseCache)
}

extension CredentialSource {
    /// Does nothing.
    public func noteResponse(to credential: AuthCredential, status: Int, serverDate: Date?) async {}

    /// Does nothing, because most sources have no sign-out.
    public func evictAtSignOut(_ cache: ResponseCache) {}

    /// Returns `nil`, so that the partition identifies the owner.
    public func owner() async -> CredentialOwner? { nil }

    /// Returns the partition of ``credential()``; a source whose ``credential()`` may renew should implement this
    /// method.
    public func partition() async -> String? {
        try? await credential().partition
    }
}
