#if canImport(Security)
public import Foundation
import Security

/// A store that keeps secrets in the Keychain, readable on this device after its first unlock.
///
/// The entries are those of the published SDK: the service is the secret's name, and the account is the Keychain group.
public struct KeychainSecretStore: SecretStore {
    private static let account = "com.aptoide.appcoins-wallet"

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
        if status == errSecItemNotFound {
            var item = entry(name)
            item[kSecValueData] = secret
            item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            status = SecItemAdd(item as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw Self.failure(status) }
    }

    private func entry(_ name: String) -> [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: name, kSecAttrAccount: Self.account]
    }

    private static func failure(_ status: OSStatus) -> SecretStoreError {
        SecretStoreError(isEntitlement: status == errSecMissingEntitlement, "the Keychain returned \(status)")
    }
}
#endif
