import APIRuntime
import Foundation

/// What the SDK remembers beside secrets: the guest, the OEM, the toggle for tests and the pending intent.
///
/// One entry per name, in a file of the environment's folder, or in memory without one.
struct AppcSettings: Sendable {
    /// The names.
    enum Name: String, Sendable {
        case guestUID = "attribution-guestuid"
        case oemID = "attribution-oemid"
        case toggle = "is-sdk-default"
        case storefrontLocale = "sdk-default-storefront-locale"
        case storefrontMarketplace = "sdk-default-storefront-marketplace"
        case intent = "purchase-intent"
        case knownOrders = "known-orders"
    }

    private let store: any SecretStore

    /// Uses a store.
    init(store: any SecretStore) {
        self.store = store
    }

    /// The text of a name; `nil` when there is none or it cannot be read.
    func text(_ name: Name) -> String? {
        (try? store.secret(name.rawValue)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Keeps a text; `nil` deletes it.
    ///
    /// - Throws: ``SecretStoreError``.
    func set(_ text: String?, _ name: Name) throws {
        try store.set(text.map { Data($0.utf8) }, for: name.rawValue)
    }

    /// The value of a name; `nil` when there is none or it is not understood.
    func value<Value: Decodable>(_ name: Name, as type: Value.Type = Value.self) -> Value? {
        (try? store.secret(name.rawValue)).flatMap { $0 }.flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
    }

    /// Keeps a value; `nil` deletes it.
    ///
    /// - Throws: ``SecretStoreError``; `EncodingError`.
    func set(_ value: (some Encodable)?, _ name: Name) throws {
        try store.set(value.map { try JSONEncoder().encode($0) }, for: name.rawValue)
    }
}
