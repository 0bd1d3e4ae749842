import APIRuntime
public import Foundation

/// A push message of the service, read from what the system delivers.
///
/// Accepts the values beside each other, inside `data`, and `data` as JSON text: all three are seen, depending on who
/// forwards the message. Every value is a string.
public struct AnybillPushMessage: Hashable, Sendable {
    /// What a message is about.
    public enum Kind: Hashable, Sendable {
        /// Something to show, nothing to do. Unknown kinds count as this one.
        case generic
        /// A receipt was added.
        case newReceipt
    }

    /// What the message is about.
    public var kind: Kind

    /// The kind as the service spells it.
    public var type: String

    /// Heading; `nil` when there is none.
    public var title: String?

    /// Text; `nil` when there is none.
    public var body: String?

    /// Picture to show; `nil` when there is none.
    public var imageURL: URL?

    /// Id of the receipt it is about; `nil` when the message does not say.
    public var receiptId: String?

    /// Whether the receipt was found through a banking card.
    public var isMatchedByBankingCard: Bool

    /// Reads a message.
    ///
    /// - Returns: `nil` when it has no kind, so is not one of the service.
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
