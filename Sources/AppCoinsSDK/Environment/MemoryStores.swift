import APIRuntime
public import Foundation

/// Keeps secrets in memory, for tests and previews.
public final class MemorySecretStore: SecretStore {
    private let secrets = LockedState<[String: Data]>([:])

    /// Creates an empty store.
    public init() {}

    /// The secret of a name; `nil` when there is none.
    public func secret(_ name: String) -> Data? { secrets.withLock { $0[name] } }

    /// Puts a secret in place of any other; `nil` deletes it.
    public func set(_ secret: Data?, for name: String) { secrets.withLock { $0[name] = secret } }
}
