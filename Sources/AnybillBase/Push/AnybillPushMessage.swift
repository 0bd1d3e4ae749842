import APIRuntime
public import Foundation

/// A push message of the service, decoded from the system's user info.
///
/// Accepts the values at the top level, inside `data`, and in `data` as a JSON string; each form occurs, depending on
/// the sender that forwards the message. Every value is a string.
public struct AnybillPushMessage: Hashable, Sendable {
    /// The kind of a message.
    public enum Kind: Hashable, Sendable {
        /// A message that requires no action; unknown kinds are treated as this one.
        case generic
        /// A receipt was added.
        case newReceipt
    }

    /// The kind of the message.
    public var kind: Kind

    /// The kind in the service's spelling.
    public var type: String

    /// The title; `nil` if there is none.
    public var title: String?

    /// The body; `nil` if there is none.
    public var body: String?

    /// The URL of a picture to show; `nil` if there is none.
    public var imageURL: URL?

    /// The id of the receipt; `nil` if the message names none.
    public var receiptId: String?

    /// Whether the receipt was found through a bank card.
    public var isMatchedByBankingCard: Bool

    /// Decodes a message.
    ///
    /// - Returns: `nil` if it has no kind and is therefore not a message of the service.
    public init?(userInfo: [AnyHashable: Any]) {
        let values = Self.values(in: userInfo)
        guard let type = values["type"], !type.isEmpty else { return nil }
        self.type = type
        kind = ["newbill", "newbilladded"].contains(type.lowercased()) ? .newReceipt : .generic
        let alert = (userInfo["aps"] as? [AnyHashable: Any])?["alert"]
        let parts = alert as? [AnyHashable: Any]
        title = parts?["title"] as? String ?? values["title"]
        body = parts?["body"] as? String ?? alert as? String ?? values["body"]
        imageURL = values["imageUrl"].flatMap { URL(string: $0) }
        receiptId = values["receipt_id"] ?? values["bill_id"]
        isMatchedByBankingCard = values["bill_matched_via_banking_card"]?.lowercased() == "true"
    }

    private static func values(in userInfo: [AnyHashable: Any]) -> [String: String] {
        var values = strings(in: userInfo)
        switch userInfo["data"] {
        case let data as [AnyHashable: Any]: values.merge(strings(in: data)) { $1 }
        case let text as String:
            guard let data = try? JSONCoding.decode([String: JSONValue].self, from: Data(text.utf8)) else { break }
            values.merge(data.compactMapValues(\.string)) { $1 }
        default: break
        }
        return values
    }

    private static func strings(in members: [AnyHashable: Any]) -> [String: String] {
        var strings: [String: String] = [:]
        for case (let name as String, let value as String) in members { strings[name] = value }
        return strings
    }
}
