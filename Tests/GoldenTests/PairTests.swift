import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import PairAPI
import Testing

/// Tests of two documents in one module.
@Suite("Golden module: two documents")
struct PairTests {

    @Test("each document has its client, hosts and credentials, and both share common types")
    func calls() async throws {
        let transport = ScriptedTransport([
            .json(#"[{"price":{"amount":1.5,"note":null}}]"#), .status(204),
            .json(#"{"total":{"amount":2,"rate":{"by":"bank"}}}"#),
        ])
        let configuration = ClientConfiguration.testing(transport)
        let orders = OrdersClient(
            credentials: OrdersCredentials(ordersToken: .bearer("t")),
            configuration: configuration
        )
        let billing = BillingClient(
            credentials: BillingCredentials(billingToken: .apiKey("k")),
            configuration: configuration
        )
        let items: [OrdersItem] = try await orders.items.list()
        try await orders.items.add(body: OrdersItem(price: items[0].price))
        let bill: BillingItem = try await billing.items.list(id: "7")
        let prices: [Money] = [items[0].price, bill.total]
        #expect(prices.map(\.amount) == [Decimal(1.5), 2])
        #expect(prices[1].rate?.by == .bank)
        #expect(
            transport.requests.map { "\($0.head.authority ?? "") \($0.line)" } == [
                "orders.example GET /items", "upload.example POST /items", "upload.example GET /items/7",
            ]
        )
        #expect(transport.requests[0].headers[.authorization] == "Bearer t")
        #expect(transport.requests[2].headers[try #require(HTTPField.Name("X-Key"))] == "k")
    }

    @Test("a schema that one document sends and the other receives supports both directions")
    func sharedUse() throws {
        // One of the documents sends it, so that both distinguish null from an absent value.
        let money: Money = try JSONCoding.decode(from: Array(#"{"amount":1,"note":null}"#.utf8))
        #expect(money.note == .null)
        #expect(Money(amount: 1).note == nil)
    }

    @Test("operations of two documents with the same failures have error types of their own")
    func failures() {
        let orders: any OperationError = OrdersListItemsError.notFound(Problem(title: "None"))
        let billing: any OperationError = BillingListItemsError.notFound(Problem(title: "None"))
        #expect(orders.status == 404 && billing.status == 404)
        #expect("\(orders)".hasPrefix("OrdersListItemsError.notFound"))
        #expect("\(billing)".hasPrefix("BillingListItemsError.notFound"))
    }
}
