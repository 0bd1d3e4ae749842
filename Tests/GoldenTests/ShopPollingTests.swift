import APIRuntime
import APITesting
import Foundation
import ShopAPI
import Testing

/// Tests of generated methods that poll for the completion of work.
@Suite("Golden module: polling", .timeLimit(.minutes(1)))
struct ShopPollingTests {

    private let clock = TestClock()

    private func client(_ transport: ScriptedTransport) -> ShopClient {
        var configuration = ClientConfiguration.testing(transport)
        configuration.clock = clock
        return ShopClient(configuration: configuration)
    }

    private func order(_ state: String?) -> String {
        #"{"id":"o","total":1"# + (state.map { #","state":"\#($0)"}"# } ?? "}")
    }

    @Test("a polling method repeats until a property has a final value, at the interval of the specification")
    func untilDone() async throws {
        let transport = ScriptedTransport([order("placed"), order(nil), order("packed")].map { .json($0) })
        let client = client(transport)
        let task = Task { try await client.orders.getUntilDone(orderId: "o", language: "de") }
        for count in 1...2 {
            await clock.sleepers(1)
            #expect(transport.requests.count == count)
            clock.advance(by: .seconds(5))
        }
        #expect(try await task.value.state == .packed)
        #expect(Set(transport.requests.map(\.line)) == ["GET /v1/orders/o?language=de"])
    }

    @Test("a list is polled until every element has ended, also with long polling")
    func list() async throws {
        let half = #"{"orders":[\#(order("delivered")),\#(order("packed"))]}"#
        let whole = #"{"orders":[\#(order("delivered")),\#(order("delivered"))]}"#
        let transport = ScriptedTransport([.json(half), .json(whole)])
        let client = client(transport)
        let polling = PollingOptions(interval: .seconds(2), wait: .seconds(20))
        let task = Task { try await client.orders.trackUntilDone(ids: ["a", "b"], polling: polling) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        #expect(try await task.value.orders.count == 2)
        #expect(transport.requests.map(\.query) == ["id=a&id=b&hold=20", "id=a&id=b&hold=20"])
    }

    @Test("polling ends with an error or when its time is over")
    func failures() async throws {
        let client = client(ScriptedTransport([.status(404)]))
        await #expect(throws: GetOrderError.self) { try await client.orders.getUntilDone(orderId: "o") }
        let slow = self.client(ScriptedTransport([.json(order("placed"))]))
        do {
            _ = try await slow.orders.getUntilDone(
                orderId: "o",
                polling: PollingOptions(interval: .seconds(5), deadline: .seconds(4))
            )
            Issue.record("It came to an end")
        } catch .transport(let error) {
            #expect(error.code == .timedOut)
        } catch {
            Issue.record(error)
        }
    }
}
