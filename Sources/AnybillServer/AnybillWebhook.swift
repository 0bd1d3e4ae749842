import APIRuntime
import APIWebhooks
public import AnybillAPI
public import Foundation
import HTTPTypes

/// A receiver of the messages that the service sends to a partner's backend when a user receives a receipt.
///
/// A message may be delivered more than once: identify repeated deliveries by the ID of the receipt.
public struct AnybillWebhook: Sendable {
    /// A message of the service.
    public enum Event: Hashable, Sendable {
        /// A user has received a receipt.
        case receipt(ReceiptNotification)
        /// A user has received a receipt that also counts towards a loyalty program.
        case loyaltyReceipt(LoyaltyReceiptNotification)

        /// The ID of the receipt.
        public var receiptId: String {
            switch self {
            case .receipt(let message): message.receiptId
            case .loyaltyReceipt(let message): message.receiptId
            }
        }
    }

    /// The reason why a delivery is rejected.
    public enum Refusal: Error, Hashable, Sendable {
        /// The key is missing or wrong: respond with status 401.
        case wrongKey
        /// The body is not a valid message: respond with status 400.
        case unreadable
    }

    private let verifier: SharedSecretVerifier

    /// Creates a receiver.
    ///
    /// - Parameter key: The key that is configured at the service for `X-API-KEY`; not empty.
    public init(key: String) {
        precondition(!key.isEmpty, "An empty webhook key would accept every sender.")
        // The caller reads the header field; this name appears only in descriptions.
        let field = HTTPField.Name("X-API-KEY") ?? .authorization
        verifier = SharedSecretVerifier(secrets: [key], header: field)
    }

    /// Decodes a delivery.
    ///
    /// - Parameters:
    ///   - body: The body of the request.
    ///   - key: The value of the header field `X-API-KEY`; `nil` if it is missing.
    /// - Returns: The message.
    /// - Throws: ``Refusal`` if the key or the body is invalid.
    public func event(body: Data, key: String?) throws(Refusal) -> Event {
        guard isRight(key) else { throw .wrongKey }
        guard let message = try? JSONCoding.decode(LoyaltyReceiptNotification.self, from: body) else {
            throw .unreadable
        }
        if message.loyaltyInformation != nil { return .loyaltyReceipt(message) }
        guard let plain = try? JSONCoding.decode(ReceiptNotification.self, from: body) else { throw .unreadable }
        return .receipt(plain)
    }

    /// Returns whether a key is the configured one, in a time that depends only on the length of the key.
    public func isRight(_ candidate: String?) -> Bool {
        verifier.accepts(candidate ?? "")
    }
}

extension AnybillWebhook.Refusal: LocalizedError {
    /// The reason, in one sentence.
    public var errorDescription: String? {
        switch self {
        case .wrongKey: "The key of the delivery is missing or wrong."
        case .unreadable: "The body of the delivery is not a valid message."
        }
    }
}
