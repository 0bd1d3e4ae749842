#if canImport(Security)
public import APIRuntime
public import Foundation
import Security

/// A store that keeps a token in the Keychain, readable on this device after its first unlock.
///
/// The Keychain has no locks. ``AnybillContext`` uses locks in the folder of its storage, so that the contexts and
/// processes of the folder change and renew the token one at a time.
public struct KeychainTokenStore: TokenStore {
    private let service: String
    private let account: String
    private let accessGroup: String?

    /// Creates a store for one Keychain entry.
    ///
    /// - Parameters:
    ///   - service: The service of the entry.
    ///   - account: The account of the entry.
    ///   - accessGroup: The access group of the entry, which the app and its extensions share; `nil` uses the default
    ///     group of the process.
    public init(service: String, account: String, accessGroup: String? = nil) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
    }

    /// Returns the token; `nil` if no user is signed in.
    ///
    /// - Throws: ``Failure`` if the Keychain cannot be read, for example before the first unlock.
    public func load() async throws -> StoredToken? {
        var query = entry
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var found: CFTypeRef?
        switch SecItemCopyMatching(query as CFDictionary, &found) {
        case errSecSuccess: return (found as? Data).flatMap { try? JSONDecoder().decode(StoredToken.self, from: $0) }
        case errSecItemNotFound: return nil
        case let status: throw Failure(status: status)
        }
    }

    /// Stores a token and replaces any former one.
    ///
    /// - Throws: ``Failure`` if the Keychain cannot be changed.
    public func save(_ entry: StoredToken) async throws {
        let data = try JSONEncoder().encode(entry)
        let change = [kSecValueData: data] as CFDictionary
        var status = SecItemUpdate(self.entry as CFDictionary, change)
        if status == errSecItemNotFound {
            var item = self.entry
            item[kSecValueData] = data
            item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            status = SecItemAdd(item as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw Failure(status: status) }
    }

    /// Deletes the token, if there is one.
    ///
    /// - Throws: ``Failure`` if the Keychain cannot be changed.
    public func remove() async throws {
        let status = SecItemDelete(entry as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
    }

    private var entry: [CFString: Any] {
        var entry: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
        ]
        if let accessGroup {
            entry[kSecAttrAccessGroup] = accessGroup
            // On macOS, only the data protection Keychain has access groups.
            entry[kSecUseDataProtectionKeychain] = true
        }
        return entry
    }

    /// An error of the Keychain.
    public struct Failure: Error, Hashable, LocalizedError {
        /// The system's status code.
        public let status: Int32

        /// The status code, in one sentence.
        public var errorDescription: String? { "The Keychain cannot be used (status \(status))." }
    }
}
#endif
