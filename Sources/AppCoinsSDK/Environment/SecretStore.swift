public import Foundation

/// Keeps small secrets under names: the Keychain on Apple systems, files elsewhere.
///
/// Conform to keep wallets somewhere else. ``MemorySecretStore`` is the test double.
public protocol SecretStore: Sendable {
    /// The secret of a name; `nil` when there is none.
    ///
    /// - Throws: ``SecretStoreError`` when it is there but cannot be read.
    func secret(_ name: String) throws -> Data?

    /// Puts a secret in place of any other; `nil` deletes it.
    ///
    /// - Throws: ``SecretStoreError``; the former secret is then still there.
    func set(_ secret: Data?, for name: String) throws
}

/// A secret that could not be read or written.
public struct SecretStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Whether the app lacks the entitlement for the Keychain group `com.aptoide.appcoins-wallet`.
    public var isEntitlement: Bool

    /// What failed; never a secret.
    public var description: String

    /// Creates an error.
    public init(isEntitlement: Bool = false, _ description: String) {
        self.isEntitlement = isEntitlement
        self.description = description
    }
}
