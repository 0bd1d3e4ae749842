import APIRuntime
import StudioAPI

// region events
func follow(_ orders: OrdersOperations) async throws {
    let reconnection = StreamOptions.Reconnection(maximumFailures: 5)
    let options = CallOptions(stream: StreamOptions(reconnection: reconnection))
    for try await event in orders.watch(orderId: 7, options: options) {
        print(event.id ?? "-", event.data)
    }
}
// endregion

// region lines
func average(of client: StudioClient) async throws -> Double {
    var (sum, count) = (0.0, 0.0)
    for try await reading in client.readings.list() {
        sum += reading.value
        count += 1
    }
    return count == 0 ? 0 : sum / count
}
// endregion
