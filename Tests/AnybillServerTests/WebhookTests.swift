import APIRuntime
import AnybillServer
import Foundation
import Testing

@Suite("Webhook")
struct WebhookTests {
    private let webhook = AnybillWebhook(key: "right-key")
    private let body = #"{"receiptId": "r-1", "externalId": "C-1", "amount": 7.48, "extra": {"x": 1}}"#

    @Test("a delivery with the right key is decoded, including unknown properties")
    func receipt() throws {
        let event = try webhook.event(body: Data(body.utf8), key: "right-key")
        guard case .receipt(let message) = event else { throw Unexpected() }
        #expect(message.receiptId == "r-1" && message.amount == Decimal(string: "7.48") && event.receiptId == "r-1")
    }

    @Test("a delivery with loyalty data is a separate event")
    func loyalty() throws {
        let body = #"{"receiptId": "r-1", "loyaltyInformation": {"transactionId": "t"}}"#
        let event = try webhook.event(body: Data(body.utf8), key: "right-key")
        guard case .loyaltyReceipt(let message) = event else { throw Unexpected() }
        #expect(message.loyaltyInformation?["transactionId"]?.string == "t")
    }

    @Test(
        "a wrong or missing key is refused before the body is read",
        arguments: [
            nil, "", "right-keY", "right-ke", "right-key-and-more", "right-keyright-key",
        ]
    )
    func wrongKey(key: String?) {
        #expect(throws: AnybillWebhook.Refusal.wrongKey) { try webhook.event(body: Data("{".utf8), key: key) }
        #expect(!webhook.isRight(key))
    }

    @Test("a body that is not a message is refused", arguments: ["", "{", "[]", #"{"amount": 1}"#])
    func unreadable(body: String) {
        #expect(throws: AnybillWebhook.Refusal.unreadable) {
            try webhook.event(body: Data(body.utf8), key: "right-key")
        }
    }
}

/// A value of another case than expected.
private struct Unexpected: Error {}
