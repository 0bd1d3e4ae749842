import APIRuntime
import APITesting
import CommonAPI
import Foundation
import HTTPTypes
import SalesAPI
import SalesMocks
import StockAPI
import Testing

/// Tests of two modules that import a third one for the schemas of a file that both documents refer to.
@Suite("Golden module: shared types", .timeLimit(.minutes(1)))
struct SharedTypesTests {

    @Test("a value of a shared type from one client can be sent with another")
    func oneType() async throws {
        let transport = ScriptedTransport([
            .json(#"{"total":{"amount":7.5,"note":null,"rate":{"by":"bank"}},"meta":{"state":"done"}}"#),
            .json(#"{"amount":1}"#),
        ])
        let configuration = ClientConfiguration.testing(transport)
        let sales = SalesClient(configuration: configuration)
        let stock = StockClient(configuration: configuration)
        let bill: Bill = try await sales.bills.get(id: 1)
        let before: Money = try await stock.articles.setPrice(code: "AB1", body: bill.total)
        #expect(before.amount == 1)
        #expect(
            transport.requests.map { "\($0.head.authority ?? "") \($0.line)" }
                == ["sales.example GET /bills/1", "stock.example PUT /articles/AB1"]
        )
        // One document sends it and the other receives it: both distinguish null from an absent value.
        #expect(transport.requests[1].text == #"{"amount":7.5,"note":null,"rate":{"by":"bank"}}"#)
    }

    @Test("pages are counted from the number of the first page, in each iteration")
    func firstPage() async throws {
        let transport = ScriptedTransport([
            .json(#"["a","b"]"#), .json(#"["c"]"#), .json(#"["a","b"]"#), .json("[]"),
        ])
        let pages = StockClient(configuration: .testing(transport)).shelves.listPages(size: 2)
        for expected in [["a", "b", "c"], ["a", "b"]] {
            var names: [String] = []
            for try await name in pages.items {
                names.append(name)
            }
            #expect(names == expected)
        }
        let queries = ["page=1&size=2", "page=2&size=2"]
        #expect(transport.requests.map(\.query) == queries + queries)
    }

    @Test("a shared type sends no defaults")
    func changes() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let stock = StockClient(configuration: .testing(transport))
        try await stock.articles.change(code: "AB1", body: Change())
        try await stock.articles.change(code: "AB1", body: Change(unit: "kg", price: Money(amount: 1)))
        let whole = #"{"unit":"kg","price":{"amount":1}}"#
        #expect(transport.requests.map(\.text) == ["{}", whole])
    }

    @Test("a name that both modules declare is qualified with its module")
    func names() {
        let bill = Bill(
            total: Money(amount: 1),
            rate: SalesAPI.Rate(percent: 2),
            bankRate: CommonAPI.Rate(base: Money(amount: 3))
        )
        #expect(bill.bankRate?.base?.amount == 3)
        let discount = Discount(amount: 1, reason: "old", currency: bill.total.currencyOrDefault)
        #expect(discount.currency == Money.Currency.eur)
    }

    @Test("constraints, pages, failures and polling work with properties of shared types")
    func members() async throws {
        let transport = ScriptedTransport([
            .json(#"{"items":[{"code":"A","price":{"amount":1}}],"meta":{"next":"b"}}"#),
            .json(#"{"items":[],"meta":{}}"#), .json(#"{"title":"None"}"#, status: 404),
        ])
        let stock = StockClient(configuration: .testing(transport))
        await #expect(throws: SetPriceError.self) {
            _ = try await stock.articles.setPrice(code: "AB1", body: Money(amount: -1))
        }
        #expect(transport.requests.isEmpty)
        var articles: [Article] = []
        for try await page in stock.articles.listPages() {
            articles += page.items
        }
        #expect(articles.map(\.price.amount) == [1])
        do {
            _ = try await stock.articles.list()
            Issue.record("It returned a response")
        } catch .notFound(let problem) {
            #expect(problem == CommonAPI.Problem(title: "None"))
        } catch {
            Issue.record(error)
        }
        let bills = BillsOperationsMock()
        bills.onGet.responds(with: Bill(total: Money(amount: 1), meta: Meta(state: .done)))
        #expect(try await bills.get(id: 1).meta?.state == .done)
    }

    @Test("parts of a shared type are encoded by the module of the type")
    func parts() async throws {
        let transport = ScriptedTransport([.status(204)])
        let photo = Photo(name: "a", image: FilePart(data: Data("PNG".utf8), fileName: "a.png"))
        try await StockClient(configuration: .testing(transport)).articles.addPhoto(code: "A", body: photo)
        #expect(transport.requests[0].text.contains("filename=\"a.png\""))
    }
}
