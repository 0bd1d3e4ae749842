public import Foundation

/// A store for small secrets by name: the Keychain on Apple systems, files elsewhere.
///
/// Conform to store wallets elsewhere. ``MemorySecretStore`` is the test double.
public protocol SecretStore: Sendable {
    /// Returns the secret with a name; `nil` if there is none.
    ///
    /// - Throws: ``SecretStoreError`` if the secret exists but cannot be read.
    func secret(_ name: String) throws -> Data?

    /// Stores a secret and replaces any former one; `nil` deletes it.
    ///
    /// - Throws: ``SecretStoreError``; the former secret is then unchanged.
    func set(_ secret: Data?, for name: String) throws
}

/// An error for a secret that could not be read or written.
public struct SecretStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Whether the app lacks the entitlement for the Keychain group `com.aptoide.appcoins-wallet`.
    public var isEntitlement: Bool

    /// A description of the failure, which never contains a secret.
    public var description: String

    /// Creates an error.
    public init(isEntitlement: Bool = false, _ description: String) {
        self.isEntitlement = isEntitlement
        self.description = description
    }
}
