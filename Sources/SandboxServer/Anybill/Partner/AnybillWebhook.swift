import AnybillAPI
import APIRuntime
import Foundation
import HTTPTypes

/// A sender of messages about new receipts to the partner's backend.
///
/// A 2xx status confirms the message. For any other result, the message is sent up to three more times, with increasing
/// delays.
struct AnybillWebhook: Sendable {
    private let url: URL
    private let key: String
    private let transport: any HTTPTransport
    private let clock: any Clock<Duration>

    /// Creates a sender, or returns `nil` if no address is configured.
    init?(_ configuration: SandboxConfiguration) {
        guard let url = configuration.webhookURL else { return nil }
        precondition(
            ["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host() ?? ""),
            "A sandbox sends messages to loopback only."
        )
        self.url = url
        key = configuration.webhookKey
        transport = configuration.webhookTransport
        clock = configuration.webhookClock
    }

    /// Sends a message in the background, including its retries.
    func send(_ notification: some JSONCodable) {
        let request = request(JSONCoding.encode(notification))
        Task {
            for pause in [0, 1, 4, 16] {
                if pause > 0 { try await clock.sleep(for: .seconds(pause)) }
                if await isTaken(request) { return }
            }
        }
    }

    private func isTaken(_ request: TransportRequest) async -> Bool {
        guard let response = try? await transport.send(request) else { return false }
        return (200..<300).contains(response.head.status.code)
    }

    private func request(_ body: [UInt8]) -> TransportRequest {
        var head = HTTPRequest(method: .post, url: url)
        head.headerFields[.contentType] = "application/json"
        head.headerFields[.userAgent] = "anybill"
        if let name = HTTPField.Name("X-API-KEY") { head.headerFields[name] = key }
        return TransportRequest(head, body: .bytes(body), timeout: .seconds(10))
    }
}

extension AnybillEnvironment {
    /// Sends a message about a receipt to the partner.
    ///
    /// Does nothing for an anonymous receipt.
    ///
    /// - Parameters:
    ///   - stored: The receipt.
    ///   - loyaltyCard: The loyalty card that the receipt counts for; `nil` for none.
    func announce(_ stored: StoredReceipt, loyaltyCard: String? = nil) {
        guard let webhook, let owner = stored.owner else { return }
        let account = store.withLock { $0.accounts[owner] }
        let notification = ReceiptNotification(stored, externalID: account?.externalID)
        guard let loyaltyCard else { return webhook.send(notification) }
        webhook.send(LoyaltyReceiptNotification(notification, card: loyaltyCard))
    }
}

extension ReceiptNotification {
    /// Creates the message about a receipt.
    fileprivate init(_ stored: StoredReceipt, externalID: String?) {
        let receipt = stored.receipt
        self.init(
            receiptId: receipt.id,
            receiptNumber: receipt.head.number,
            storeId: StoreIdentity.id(of: stored.storeID),
            externalStoreId: stored.storeID,
            externalId: externalID,
            vendorName: receipt.head.seller?.name,
            amount: receipt.data.fullAmountInclVat,
            date: receipt.head.date,
            vendorAddress: receipt.head.seller?.address,
            lines: (receipt.data.lines ?? []).compactMap(NotificationLine.init)
        )
    }
}

extension LoyaltyReceiptNotification {
    /// Creates the message about a receipt that also counts for a loyalty programme.
    fileprivate init(_ notification: ReceiptNotification, card: String) {
        self.init(
            receiptId: notification.receiptId,
            receiptNumber: notification.receiptNumber,
            storeId: notification.storeId,
            externalStoreId: notification.externalStoreId,
            externalId: notification.externalId,
            vendorName: notification.vendorName,
            amount: notification.amount,
            date: notification.date,
            vendorAddress: notification.vendorAddress,
            lines: notification.lines,
            loyaltyInformation: ["cardId": .string(card), "transactionId": .string("lt-\(notification.receiptId)")]
        )
    }
}

extension NotificationLine {
    /// Creates the message's version of a line, or returns `nil` for a line without sold goods.
    fileprivate init?(_ line: Line) {
        guard case .defaultLine(let line) = line else { return nil }
        self.init(
            text: line.text,
            quantity: line.item?.quantity,
            pricePerUnit: line.item?.pricePerUnit,
            fullAmountInclVat: line.fullAmountInclVat
        )
    }
}
