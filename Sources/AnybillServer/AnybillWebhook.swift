import APIRuntime
public import AnybillAPI
public import Foundation
import HTTPTypes

/// Reads the messages that the service posts to a partner's backend when a user gets a receipt.
///
/// Deliveries may come more than once: tell them apart by the id of the receipt.
public struct AnybillWebhook: Sendable {
    /// A message.
    public enum Event: Hashable, Sendable {
        /// A user has a new receipt.
        case receipt(ReceiptNotification)
        /// A user has a new receipt that also counts for a loyalty programme.
        case loyaltyReceipt(LoyaltyReceiptNotification)

        /// Id of the receipt.
        public var receiptId: String {
            switch self {
            case .receipt(let message): message.receiptId
            case .loyaltyReceipt(let message): message.receiptId
            }
        }
    }

    /// Why a delivery is not accepted.
    public enum Refusal: Error, Hashable, Sendable {
        /// The key is missing or wrong: response 401.
        case wrongKey
        /// The body is no message: response 400.
        case unreadable
    }

    private let verifier: SharedSecretVerifier

    /// Creates a receiver.
    ///
    /// - Parameter key: The key that the service was given for `X-API-KEY`; not empty.
    public init(key: String) {
        precondition(!key.isEmpty, "An empty webhook key would accept anybody.")
        // The field is read by the caller; the name is for descriptions.
        let field = HTTPField.Name("X-API-KEY") ?? .authorization
        verifier = SharedSecretVerifier(secrets: [key], header: field)
    }

    /// Reads a delivery.
    ///
    /// - Parameters:
    ///   - body: The body of the request.
    ///   - key: Value of the header field `X-API-KEY`; `nil` when it is missing.
    /// - Returns: The message.
    /// - Throws: ``Refusal``.
    public func event(body: Data, key: String?) throws(Refusal) -> Event {
        guard isRight(key) else { throw .wrongKey }
        guard let message = try? JSONCoding.decode(LoyaltyReceiptNotification.self, from: body) else {
            throw .unreadable
        }
        if message.loyaltyInformation != nil { return .loyaltyReceipt(message) }
        guard let plain = try? JSONCoding.decode(ReceiptNotification.self, from: body) else { throw .unreadable }
        return .receipt(plain)
    }

    /// Whether a key is the agreed one; takes as long for any key of the same length.
    public func isRight(_ candidate: String?) -> Bool {
        verifier.accepts(candidate ?? "")
    }
}
