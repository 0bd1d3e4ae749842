import APIRuntime
public import Foundation

/// A store that keeps secrets in memory, for tests and previews.
public final class MemorySecretStore: SecretStore {
    private let secrets = LockedState<[String: Data]>([:])

    /// Creates an empty store.
    public init() {}

    /// Returns the secret with a name; `nil` if there is none.
    public func secret(_ name: String) -> Data? { secrets.withLock { $0[name] } }

    /// Stores a secret and replaces any former one; `nil` deletes it.
    public func set(_ secret: Data?, for name: String) { secrets.withLock { $0[name] = secret } }
}
