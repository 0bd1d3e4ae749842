import APIRuntime
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
    /// - Throws: ``SecretStoreError``; the store keeps the previous secret.
    func set(_ secret: Data?, for name: String) throws

    /// Reads a secret, changes it and stores the result, without another update in between.
    ///
    /// The default implementation excludes updates in this process. Implement the method if several processes share
    /// the store. ``set(_:for:)`` is not an update.
    ///
    /// - Parameters:
    ///   - name: The name of the secret.
    ///   - change: A closure that changes the secret; it must not use ``update(_:_:)`` itself.
    /// - Returns: The result of the closure.
    /// - Throws: ``SecretStoreError`` if the secret cannot be read or stored; the error of the closure. The former
    ///   secret is then unchanged.
    func update<Result>(_ name: String, _ change: (inout Data?) throws -> Result) throws -> Result
}

extension SecretStore {
    /// Reads a secret, changes it and stores the result, without another update in this process in between.
    ///
    /// - Throws: ``SecretStoreError`` if the secret cannot be read or stored; the error of the closure.
    public func update<Result>(_ name: String, _ change: (inout Data?) throws -> Result) throws -> Result {
        try SecretStoreWriters.shared.withLock { _ in
            let former = try secret(name)
            var changed = former
            let result = try change(&changed)
            if changed != former { try set(changed, for: name) }
            return result
        }
    }
}

/// The lock that orders the writers of this process.
private enum SecretStoreWriters {
    static let shared = LockedState<Void>(())
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

extension SecretStoreError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
