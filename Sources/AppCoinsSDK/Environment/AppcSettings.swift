import APIRuntime
import Foundation

/// The persistent settings of the SDK other than secrets: the guest, the OEM, the test toggle and the pending intent.
///
/// Each name is one entry, in a file of the environment's folder, or in memory if there is no folder.
struct AppcSettings: Sendable {
    /// The names of the settings.
    enum Name: String, Sendable {
        case guestUID = "attribution-guestuid"
        case oemID = "attribution-oemid"
        case toggle = "is-sdk-default"
        case storefrontLocale = "sdk-default-storefront-locale"
        case storefrontMarketplace = "sdk-default-storefront-marketplace"
        case intent = "purchase-intent"
        case intents = "purchase-intents"
        case knownOrders = "known-orders"
    }

    private let store: any SecretStore

    /// Creates settings that use a store.
    init(store: any SecretStore) {
        self.store = store
    }

    /// Returns the string for a name; `nil` if there is none or it cannot be read.
    func text(_ name: Name) -> String? {
        (try? store.secret(name.rawValue)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the string for a name; `nil` if there is none.
    ///
    /// - Throws: ``SecretStoreError`` if it cannot be read.
    func storedText(_ name: Name) throws -> String? {
        try store.secret(name.rawValue).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Stores a string; `nil` deletes the entry.
    ///
    /// - Throws: ``SecretStoreError`` if the entry cannot be written.
    func set(_ text: String?, _ name: Name) throws {
        try store.set(text.map { Data($0.utf8) }, for: name.rawValue)
    }

    /// Returns the value for a name; `nil` if there is none or it cannot be decoded.
    func value<Value: Decodable>(_ name: Name, as type: Value.Type = Value.self) -> Value? {
        (try? store.secret(name.rawValue)).flatMap { $0 }.flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
    }

    /// Stores a value; `nil` deletes the entry.
    ///
    /// - Throws: ``SecretStoreError`` if the entry cannot be written; `EncodingError`.
    func set(_ value: (some Encodable)?, _ name: Name) throws {
        try store.set(value.map { try JSONEncoder().encode($0) }, for: name.rawValue)
    }

    /// Changes the value for a name, without another update in between; a value that cannot be decoded is `nil`.
    ///
    /// - Throws: ``SecretStoreError`` if the entry cannot be read or written; `EncodingError`.
    func change<Value: Codable, Result>(
        _ name: Name,
        _ type: Value.Type,
        _ body: (inout Value?) throws -> Result
    ) throws -> Result {
        try store.update(name.rawValue) { data in
            var value = data.flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
            let result = try body(&value)
            data = try value.map { try JSONEncoder().encode($0) }
            return result
        }
    }
}
