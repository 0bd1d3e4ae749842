import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import ShopAPI
import Testing

/// Links: from an answer to the next operation.
@Suite("Links")
struct ShopLinkTests {

    private func client(_ transport: ScriptedTransport) -> ShopClient {
        ShopClient(configuration: .testing(transport))
    }

    @Test("a link takes its parameters from the answer and asks for the others")
    func follow() async throws {
        let order = #"{"id":"o/1","total":3,"state":"placed"}"#
        let transport = ScriptedTransport([.json(order, status: 201), .json(order), .status(204)])
        let client = client(transport)
        let placed = try await client.orders.place(body: NewOrder(article: "tea"))
        let current = try await client.orders.orderStatus(from: placed, language: "de")
        #expect(current.state == .placed)
        try await client.orders.cancellation(from: placed)
        let requests = transport.requests
        #expect(
            requests.map(\.line) == [
                "POST /v1/orders", "GET /v1/orders/o%2F1?language=de", "DELETE /v1/orders/o%2F1",
            ]
        )
    }
}
