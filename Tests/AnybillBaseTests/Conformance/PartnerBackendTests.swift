import APIRuntime
import AnybillBase
import AnybillServer
import Foundation
import HTTPTypes
import PartnerBackend
import SandboxServer
import Testing
import URLSessionTransport

@Suite("Backend of a partner", .timeLimit(.minutes(1)))
@MainActor
struct PartnerBackendTests {
    @Test("the backend is notified of a customer's first receipt and then issues tokens to the app")
    func firstReceipt() async throws {
        try await run { backend, bench in
            #expect(try await tokens(backend, "C-77").status == 404)
            let bill = BackendConformanceTests.bill()
            _ = try await vendor(bench).addBill(bill, storeId: store(bench), user: .init(externalId: "C-77"))
            try await heard(backend, 1)
            guard case .receipt(let message) = backend.events[0] else { throw Unexpected() }
            #expect(message.externalId == "C-77" && message.amount == bill.data.fullAmountInclVat)

            let response = try await tokens(backend, "C-77")
            #expect(response.status == 200)
            let user = try JSONCoding.decode(TokenUser.self, from: response.body)
            let app = LiveBench(bench.server)
            try await app.auth.loginTokenUser(tokenUser: user)
            #expect(try await app.receipts.initiateReceiptQuery().receipts.map(\.id) == [message.receiptId])
        }
    }

    @Test("a receipt on a loyalty card has the programme's data")
    func loyalty() async throws {
        try await run { backend, bench in
            let (vendor, store) = (vendor(bench), store(bench))
            _ = try await vendor.addBill(BackendConformanceTests.bill(), storeId: store, user: .init(externalId: "C-9"))
            _ = try await vendor.addBill(
                BackendConformanceTests.bill(),
                storeId: store,
                user: .init(loyaltyCardId: "C-9")
            )
            try await heard(backend, 2)
            let events = backend.events.filter { if case .loyaltyReceipt = $0 { true } else { false } }
            guard case .loyaltyReceipt(let message)? = events.first, events.count == 1 else { throw Unexpected() }
            #expect(message.loyaltyInformation?["cardId"]?.string == "C-9")
        }
    }

    @Test(
        "a message with a wrong key is refused, and so is an invalid one",
        arguments: [("wrong", 401), ("right", 400)]
    )
    func refusals(key: String, status: Int) async throws {
        let backend = try await PartnerBackend.start(webhookKey: "right")
        let response = try await post(try #require(backend.webhookURL), key: key, body: "{")
        #expect(response.status == status)
        #expect(backend.events.isEmpty)
        await backend.stop()
    }

    // MARK: - Helpers

    private func run(_ body: (PartnerBackend, LiveBench) async throws -> Void) async throws {
        let backend = try await PartnerBackend.start(webhookKey: "the-key")
        let configuration = SandboxConfiguration(
            receipts: 1,
            webhookURL: backend.webhookURL,
            webhookKey: "the-key"
        )
        try await LiveBench.run(configuration) { bench in
            backend.connect(BackendConformanceTests.partner(bench.server))
            try await body(backend, bench)
        }
        await backend.stop()
    }

    private func vendor(_ bench: LiveBench) -> AnybillVendorClient {
        AnybillVendorClient(
            account: BackendConformanceTests.account(bench.server),
            servers: AnybillServers(all: bench.server.baseURL),
            transport: .urlSession
        )
    }

    private func store(_ bench: LiveBench) -> String { bench.server.credentials.anybill.storeID }

    private func heard(_ backend: PartnerBackend, _ count: Int) async throws {
        while backend.events.count < count {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private func tokens(_ backend: PartnerBackend, _ customer: String) async throws -> (status: Int, body: [UInt8]) {
        let url = try #require(backend.tokenURL).appending(queryItems: [URLQueryItem(name: "customer", value: customer)]
        )
        return try await post(url, key: nil, body: "")
    }

    private func post(_ url: URL, key: String?, body: String) async throws -> (status: Int, body: [UInt8]) {
        let path = url.query.map { "\(url.path)?\($0)" } ?? url.path
        var head = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:\(url.port ?? 80)", path: path)
        if let key, let name = HTTPField.Name("X-API-KEY") { head.headerFields[name] = key }
        let request = TransportRequest(head, body: .bytes(Array(body.utf8)), timeout: .seconds(10))
        let response = try await URLSessionTransport.shared.send(request)
        return (response.head.status.code, try await response.body.collect(upTo: 1 << 20))
    }
}
