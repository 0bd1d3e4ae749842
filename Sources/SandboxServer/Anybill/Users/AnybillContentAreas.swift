import AnybillAPI
import APIRuntime
import APIServer
import Foundation

/// The operations of the tag `contentAreas`.
struct AnybillContentAreas: AnybillContentAreasService {
    private let environment: AnybillEnvironment

    init(_ environment: AnybillEnvironment) {
        self.environment = environment
    }

    /// Returns the extra content of a receipt.
    ///
    /// Two of three seeded receipts have some.
    func get(
        receiptId: String,
        clientID: String?,
        request: ServerRequest
    ) throws(GetContentAreaError) -> ServerResponse<ContentArea> {
        let user = try environment.gate.user(request, failing: GetContentAreaError.self)
        guard let stored = environment.store.withLock({ $0.receipt(receiptId, of: user.id) }), stored.hasContentArea
        else {
            throw .notFound(environment.problems.notFound())
        }
        return ServerResponse(area(stored.receipt))
    }

    private func area(_ receipt: Receipt) -> ContentArea {
        let shop = receipt.head.seller?.name ?? "Shop"
        return ContentArea(
            id: "area-\(receipt.id)",
            receiptId: receipt.id,
            title: "News from \(shop)",
            contents: [
                ContentAreaEntry(
                    id: "\(receipt.id)-0",
                    type: .image,
                    title: "Offers of the week",
                    imageUrl: URL(string: "https://media.shop.example/offers.png"),
                    targetUrl: URL(string: "https://shop.example/offers"),
                    sequenceNumber: 0
                ),
                ContentAreaEntry(
                    id: "\(receipt.id)-1",
                    type: .text,
                    title: "Opening hours",
                    text: "Monday to Saturday, 8 to 20 o'clock.",
                    sequenceNumber: 1
                ),
                ContentAreaEntry(
                    id: "\(receipt.id)-2",
                    type: .link,
                    title: "Tell us how it was",
                    targetUrl: URL(string: "https://shop.example/feedback"),
                    sequenceNumber: 2
                ),
            ]
        )
    }
}
