import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import ShopAPI
import Testing

/// Tests of links from a response to the next operation.
@Suite("Links")
struct ShopLinkTests {

    private func client(_ transport: ScriptedTransport) -> ShopClient {
        ShopClient(configuration: .testing(transport))
    }

    @Test("a link takes parameters from the response and the rest from the caller")
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

    @Test("a link supplies the body, constants and server of the next call")
    func bodies() async throws {
        let order = #"{"id":"o1","total":3}"#
        let transport = ScriptedTransport([
            .json(order, status: 201), .status(204), .json(order, status: 201), .status(204),
        ])
        let client = client(transport)
        let placed = try await client.orders.place(body: NewOrder(article: "milk"))
        try await client.orders.storage(from: placed)
        _ = try await client.orders.tea(from: placed)
        var options = CallOptions()
        options.server = URL(string: "https://other.example")
        try await client.orders.storage(from: placed, options: options)
        let requests = transport.requests
        #expect(requests.map(\.text).dropFirst() == [order, #"{"article":"tea","count":2}"#, order])
        #expect(
            requests.map { $0.head.authority ?? "" }.dropFirst() == [
                "eu.archive.example", requests[0].head.authority ?? "", "other.example",
            ]
        )
        #expect(requests[1].line == "PUT /v2/archive?reason=done")
        options.server = URL(string: "ftp://other.example")
        await #expect(throws: ArchiveOrderError.self) {
            try await client.orders.storage(from: placed, options: options)
        }
        #expect(transport.requests.count == 4)
    }
}
