import AnybillAPI
import APIRuntime
import Foundation
import HTTPTypes

/// Tells the partner's backend of new receipts.
///
/// A 2xx takes the message. Anything else is tried again three times, each after a longer pause.
struct AnybillWebhook: Sendable {
    private let url: URL
    private let key: String
    private let transport: any Transport
    private let clock: any Clock<Duration>

    /// Creates a sender; `nil` when no address is set.
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

    /// Sends a message, and goes on with it in the background.
    func send(_ notification: ReceiptNotification) {
        let request = request(JSON.encode(notification))
        Task {
            for pause in [0, 1, 4, 16] {
                if pause > 0 { try await clock.sleep(for: .seconds(pause)) }
                if await isTaken(request) { return }
            }
        }
    }

    private func isTaken(_ request: TransportRequest) async -> Bool {
        guard let answer = try? await transport.send(request) else { return false }
        return (200..<300).contains(answer.head.status.code)
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
    /// Tells the partner of a receipt that a user got; does nothing for an anonymous one.
    func announce(_ stored: StoredReceipt) {
        guard let webhook, let owner = stored.owner else { return }
        let account = store.withLock { $0.accounts[owner] }
        webhook.send(ReceiptNotification(stored, externalID: account?.externalID))
    }
}

extension ReceiptNotification {
    /// The message about a receipt.
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

extension NotificationLine {
    /// What the message says of a line; `nil` for lines that sell nothing.
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
