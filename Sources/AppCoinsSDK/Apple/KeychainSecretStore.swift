#if canImport(Security)
public import Foundation
import Security

/// A store that keeps secrets in the Keychain, readable on this device after its first unlock.
///
/// The entries are those of the published SDK: the service is the secret's name, and the account is the Keychain group.
/// Updates exclude each other in one process only, so use the wallets of an app in one process at a time.
public struct KeychainSecretStore: SecretStore {
    private static let account = KeychainGroup.name

    /// Creates a store.
    public init() {}

    /// Returns the secret with a name.
    ///
    /// - Throws: ``SecretStoreError`` if the Keychain cannot be read, for example before the first unlock.
    public func secret(_ name: String) throws -> Data? {
        var query = entry(name)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var found: CFTypeRef?
        switch SecItemCopyMatching(query as CFDictionary, &found) {
        case errSecSuccess: return found as? Data
        case errSecItemNotFound: return nil
        case let status: throw Self.failure(status)
        }
    }

    /// Replaces or deletes the secret with a name.
    ///
    /// - Throws: ``SecretStoreError`` if the Keychain cannot be changed.
    public func set(_ secret: Data?, for name: String) throws {
        guard let secret else {
            let status = SecItemDelete(entry(name) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw Self.failure(status) }
            return
        }
        var status = SecItemUpdate(entry(name) as CFDictionary, [kSecValueData: secret] as CFDictionary)
        if status == errSecItemNotFound { status = add(secret, name) }
        guard status == errSecSuccess else { throw Self.failure(status) }
    }

    /// Adds an entry to the documented group; without that group, fails with `errSecMissingEntitlement`.
    private func add(_ secret: Data, _ name: String) -> OSStatus {
        var item = entry(name)
        item[kSecValueData] = secret
        item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        item[kSecReturnAttributes] = true
        var added: CFTypeRef?
        let status = SecItemAdd(item as CFDictionary, &added)
        // The system adds to the first group of the app, which is the documented one if the app has no other.
        guard status == errSecSuccess, let attributes = added as? [String: Any],
            let group = attributes[kSecAttrAccessGroup as String] as? String, !KeychainGroup.isDocumented(group)
        else { return status }
        var misplaced = entry(name)
        misplaced[kSecAttrAccessGroup] = group
        _ = SecItemDelete(misplaced as CFDictionary)
        item[kSecReturnAttributes] = nil
        item[kSecAttrAccessGroup] = KeychainGroup.documented(inTeamOf: group)
        return SecItemAdd(item as CFDictionary, nil)
    }

    private func entry(_ name: String) -> [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: name, kSecAttrAccount: Self.account]
    }

    private static func failure(_ status: OSStatus) -> SecretStoreError {
        SecretStoreError(isEntitlement: status == errSecMissingEntitlement, "the Keychain returned \(status)")
    }
}
#endif
