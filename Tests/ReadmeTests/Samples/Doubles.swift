import APIRuntime
import APITesting
import ShopAPI
import ShopMocks
import Testing

// region double
struct Basket {
    let orders: any OrdersOperationsProtocol

    func status(of id: String) async -> String {
        do {
            let order = try await orders.get(orderId: id, language: nil)
            return order.state?.rawValue ?? "unknown"
        } catch {
            return "failed with \(error.status ?? 0)"
        }
    }
}

@Test("an order that the service does not know is a failure")
func unknownOrder() async {
    let orders = OrdersOperationsMock()
    orders.onGet.fails(with: .transport(.timedOut))
    #expect(await Basket(orders: orders).status(of: "o-1") == "failed with 0")
    #expect(orders.onGet.inputs.count == 1)
}
// endregion
