import APIRuntime
import Foundation

@testable import AppCoinsSDK

/// A store in memory that refuses a number of changes or reads, as a full disk or a locked Keychain does.
final class FailingStore: SecretStore {
    private let secrets = MemorySecretStore()
    private let reads = LockedState(0)
    private let plan = LockedState((accepted: 0, refused: 0))

    /// Refuses a number of changes, after it has accepted some.
    func fail(_ count: Int, after accepted: Int = 0) { plan.withLock { $0 = (accepted, count) } }

    /// Refuses a number of reads.
    func failReads(_ count: Int) { reads.withLock { $0 = count } }

    func secret(_ name: String) throws -> Data? {
        let isRefused = reads.withLock { reads in
            defer { reads = max(reads - 1, 0) }
            return reads > 0
        }
        if isRefused { throw SecretStoreError("the store is locked") }
        return secrets.secret(name)
    }

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
