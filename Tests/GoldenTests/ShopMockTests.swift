import APIRuntime
import APITesting
import Foundation
import ShopAPI
import ShopMocks
import Testing

/// Tests of generated mocks and examples, as used in an app's tests.
@Suite("Mocks and examples")
struct ShopMockTests {

    /// Code of an app that depends only on the protocol.
    private struct Basket {
        let orders: any OrdersOperationsProtocol

        func buy(_ article: String) async -> String {
            do {
                return try await orders.place(body: NewOrder(article: article)).id
            } catch .unprocessableContent(let problem) {
                return problem.title
            } catch {
                return "\(error)"
            }
        }
    }

    @Test("a mock responds in order and records its inputs")
    func script() async throws {
        let orders = OrdersOperationsMock()
        orders.onPlace.responds(with: try Order.example, try Order.examples[1])
        orders.onPlace.fails(with: .unprocessableContent(Problem(title: "Sold out")))
        let basket = Basket(orders: orders)
        #expect(await [basket.buy("tea"), basket.buy("milk"), basket.buy("salt")] == ["o-7", "o-8", "Sold out"])
        #expect(orders.onPlace.inputs.map(\.body.article) == ["tea", "milk", "salt"])
    }

    @Test("a mock without a configured result fails with its method's name")
    func silence() async {
        let orders = OrdersOperationsMock()
        do {
            _ = try await orders.list()
            Issue.record("It returned a response")
        } catch .transport(let error) {
            #expect(error.code == .unsupported)
            #expect(error.message.contains("'list'"))
        } catch {
            Issue.record(error)
        }
    }

    @Test("a mock's closure returns results that depend on its input")
    func closure() async throws {
        let orders = OrdersOperationsMock()
        orders.onGet.performs { input throws(GetOrderError) in
            Order(id: input.orderId, total: Decimal(input.language?.count ?? 0))
        }
        orders.onCancel.succeeds()
        #expect(try await orders.get(orderId: "a", language: "de").total == 2)
        try await orders.cancel(orderId: "a")
        #expect(orders.onCancel.inputs.map(\.orderId) == ["a"])
    }

    @Test("a mock returns its pages like the service and throws its configured errors")
    func pages() async throws {
        let orders = OrdersOperationsMock()
        orders.onListPages.responds(with: [try Order.example], [], [try Order.examples[1]])
        var ids: [String] = []
        for try await order in orders.listPages(size: 1).items {
            ids.append(order.id)
        }
        #expect(ids == ["o-7", "o-8"])
        orders.onListPages.fails(with: ListOrdersError.cancelled)
        await #expect(throws: ListOrdersError.self) {
            for try await _ in orders.listPages() {}
        }
        #expect(orders.onListPages.inputs.map(\.size) == [1, nil])
    }

    @Test("the client's operations conform to the same protocol, with their default arguments")
    func conformance() async throws {
        let transport = ScriptedTransport([.json(#"{"orders":[]}"#), .json(#"{"orders":[]}"#)])
        let client = ShopClient(configuration: .testing(transport))
        let orders: any OrdersOperationsProtocol = client.orders
        #expect(try await orders.list(size: 3).orders.isEmpty)
        #expect(try await client.orders.list().orders.isEmpty)
        #expect(transport.requests.map(\.line) == ["GET /v1/orders?size=3", "GET /v1/orders"])
    }

    @Test("every example of the specification is decoded and encoded unchanged")
    func examples() throws {
        #expect(try OrderPage.examples.map(\.orders.count) == [1, 0])
        #expect(try OrderPage.example.next == "c2")
        #expect(try NewOrder.example.note == "quotes \" and #\n")
        #expect(try Article.example.left == -3)
        let written = String(decoding: JSONCoding.encode(try Order.example), as: UTF8.self)
        #expect(written == #"{"id":"o-7","total":0.1,"state":"packed"}"#)
    }

    /// Waits for an order and follows links through any implementation of the protocol, like the code of an app.
    private func follow(_ orders: any OrdersOperationsProtocol) async throws -> [OrderState?] {
        let placed = try await orders.place(body: NewOrder(article: "tea"))
        let now = try await orders.orderStatus(from: placed, language: "de")
        let end = try await orders.getUntilDone(orderId: placed.id)
        try await orders.cancellation(from: end)
        return [now.state, end.state]
    }

    @Test("a mock polls without waiting and returns configured results for links")
    func waiting() async throws {
        let orders = OrdersOperationsMock()
        let order = try Order.example
        orders.onPlace.responds(with: order)
        orders.onOrderStatus.responds(with: Order(id: "o-7", total: 1, state: .placed))
        orders.onGetUntilDone.responds(with: Order(id: "o-7", total: 1, state: .delivered))
        orders.onCancellation.responds(with: ())
        #expect(try await follow(orders) == [.placed, .delivered])
        #expect(orders.onOrderStatus.inputs.map(\.response) == [order])
        #expect(orders.onOrderStatus.inputs.map(\.language) == ["de"])
        #expect(orders.onGetUntilDone.inputs.map(\.polling.interval) == [.seconds(5)])
        #expect(orders.onCancellation.inputs.map(\.response.state) == [.delivered])
        #expect(orders.onGet.inputs.isEmpty)
    }
}
