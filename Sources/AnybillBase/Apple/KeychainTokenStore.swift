#if canImport(Security)
public import APIRuntime
public import Foundation
import Security

/// A store that keeps a token in the Keychain, readable on this device after its first unlock.
public struct KeychainTokenStore: TokenStore {
    private let service: String
    private let account: String

    /// Creates a store for one Keychain entry.
    public init(service: String, account: String) {
        self.service = service
        self.account = account
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
        [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account]
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
