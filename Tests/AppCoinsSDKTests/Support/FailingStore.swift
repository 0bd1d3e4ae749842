import APIRuntime
import Foundation

@testable import AppCoinsSDK

/// A store in memory that refuses a number of changes, as a full disk or a locked Keychain does.
final class FailingStore: SecretStore {
    private let secrets = MemorySecretStore()
    private let plan = LockedState((accepted: 0, refused: 0))

    /// Refuses a number of changes, after it has accepted some.
    func fail(_ count: Int, after accepted: Int = 0) { plan.withLock { $0 = (accepted, count) } }

    func secret(_ name: String) throws -> Data? { secrets.secret(name) }

    func set(_ secret: Data?, for name: String) throws {
        let isRefused = plan.withLock { plan in
            if plan.accepted > 0 {
                plan.accepted -= 1
                return false
            }
            defer { plan.refused = max(plan.refused - 1, 0) }
            return plan.refused > 0
        }
        if isRefused { throw SecretStoreError("the disk is full") }
        secrets.set(secret, for: name)
    }
}
