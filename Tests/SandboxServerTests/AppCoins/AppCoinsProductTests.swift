import APIRuntime
import AppCoinsAPI
import Foundation
import HTTPTypes
import SandboxServer
import Testing

@Suite("AppCoins sandbox: currencies and products")
struct AppCoinsProductTests {
    private let domain = AppCoinsHarness.domain

    @Test("a conversion without a target returns the caller's currency")
    func convert() async throws {
        try await AppCoinsHarness.run { sandbox in
            let currencies = sandbox.client().currencies
            let euro = try await currencies.convert(from: "APPC", amount: "1.0")
            #expect(euro == CurrencyConversion(currency: "EUR", label: "Euro", sign: "€", value: "0.0094"))
            _ = try await sandbox.control(.post, "settings", ["userCurrency": "PLN"])
            #expect(try await currencies.convert(from: "APPC", amount: "1.0").currency == "PLN")
            #expect(try await currencies.convert(from: "EUR", amount: "2", to: "USD").value == "2.16")
        }
    }

    @Test(
        "unknown currencies are not found, and malformed amounts are bad requests",
        arguments: [
            ("XXX", "1.0", 404), ("APPC", "1,0", 400), ("APPC", "1.", 400),
        ]
    )
    func refusedConversion(from: String, amount: String, status: Int) async throws {
        try await AppCoinsHarness.run { sandbox in
            let error = await #expect(throws: ConvertCurrencyError.self) {
                try await sandbox.client().currencies.convert(from: from, amount: amount)
            }
            #expect(error?.status == status)
        }
    }

    @Test("all currencies arrive in order and once, over several pages")
    func currencyPages() async throws {
        try await AppCoinsHarness.run { sandbox in
            let currencies = sandbox.client().currencies
            let pages = currencies.listPages(type: .fiat, iconHeight: 128, limit: 3)
            var codes: [[String]] = []
            for try await page in pages { codes.append(page.items.map(\.currency)) }
            #expect(codes == [["EUR", "USD", "GBP"], ["PLN", "SEK", "CHF"], ["BRL", "JPY"]])
        }
    }

    @Test("prices are in the requested currency")
    func prices() async throws {
        try await AppCoinsHarness.run { sandbox in
            let products = sandbox.client().products
            let zloty = try await products.list(domain: domain, currency: "PLN", platform: .ios).items[0]
            #expect(zloty.sku == "seed_pack_small")
            #expect(zloty.price.value == "6.38")
            #expect(zloty.price.label == "zł6.38")
            #expect(zloty.price.micros == 6_380_000)
            #expect(zloty.price.appc?.value == "158.51")
            #expect(zloty.price.discount == nil)
            let yen = try await products.list(domain: domain, skus: ["golden_spade"], currency: "JPY").items
            #expect(yen.map(\.price.label) == ["¥808"])
        }
    }

    @Test("the D2C policy discounts products with a discount and no others")
    func discount() async throws {
        try await AppCoinsHarness.run { sandbox in
            let items = try await sandbox.client().products
                .list(domain: domain, skus: ["golden_spade", "watering_day"], discountPolicy: .directToConsumer).items
            let discount = try #require(items.first?.price.discount)
            #expect(items.map(\.price.value) == ["4.49", "0.79"])
            #expect(discount.percentage == "10.00")
            #expect(discount.value == "0.50")
            #expect(discount.original == ProductPriceAmount(value: "4.99", label: "€4.99", micros: 4_990_000))
            #expect(items.last?.price.discount == nil)
        }
    }

    @Test("unknown products are left out")
    func unknownProducts() async throws {
        try await AppCoinsHarness.run { sandbox in
            let items = try await sandbox.client().products.list(domain: domain, skus: ["none", "orchard_deed"]).items
            #expect(items.map(\.sku) == ["orchard_deed"])
        }
    }

    @Test("the next page has an absolute URL of the same origin, and pagination reaches all products")
    func productPages() async throws {
        try await AppCoinsHarness.run { sandbox in
            let products = sandbox.client().products
            let all = try await products.list(domain: domain, currency: "EUR")
            let first = try await products.list(domain: domain, currency: "EUR", platform: .ios, limit: 3)
            let next = try #require(first.next)
            #expect(next.url.hasPrefix(sandbox.server.baseURL.absoluteString + "/productv2/8.20240812/applications/"))
            #expect(next.query == "currency=EUR&platform=IOS&limit=3&cursor=\(next.cursor)")
            #expect(next.url.hasSuffix("?" + next.query))
            var skus: [String] = []
            for try await item in products.listPages(domain: domain, limit: 3).items { skus.append(item.sku) }
            #expect(skus == all.items.map(\.sku))
            #expect(skus.count == 7)
            let second = try await products.list(domain: domain, limit: 3, cursor: next.cursor)
            let back = try await products.list(domain: domain, limit: 3, cursor: try #require(second.previous).cursor)
            #expect(back.items == first.items)
            #expect(back.previous == nil)
        }
    }

    @Test("an app under review has no products for sale, and an unknown app is not found")
    func otherApps() async throws {
        try await AppCoinsHarness.run { sandbox in
            let products = sandbox.client().products
            let account = sandbox.server.credentials.appCoins
            let underReview = try await products.list(domain: account.unapprovedDomain)
            #expect(underReview == ProductPage(items: []))
            let error = await #expect(throws: ListProductsError.self) { try await products.list(domain: "com.none") }
            #expect(error?.status == 404)
        }
    }

    @Test(
        "values outside the limits are bad requests that name the field",
        arguments: [
            "limit=0", "limit=101", "limit=x", "cursor=nowhere", "currency=XXX", "discount_policy=FREE",
        ]
    )
    func refusedList(query: String) async throws {
        try await AppCoinsHarness.run { sandbox in
            let path = "/productv2/8.20240812/applications/\(domain)/inapp/consumables?\(query)"
            let response = try await sandbox.send(.get, path)
            let problem: ServiceProblem = try JSONCoding.decode(from: response.bytes)
            #expect(response.status == 400)
            #expect(problem.path == "/8.20240812/applications/\(domain)/inapp/consumables")
            guard case .array(let fields)? = problem.data else { throw problem.unexpected }
            #expect(fields.first?.name == query.split(separator: "=").first.map(String.init))
        }
    }

    @Test(
        "any version of eight digits is accepted, and other segments are not found",
        arguments: [
            ("8.20990101", 200), ("8.2024081", 404), ("9.20240812", 404), ("8.2024081x", 404),
        ]
    )
    func versions(version: String, status: Int) async throws {
        try await AppCoinsHarness.run { sandbox in
            let products = try await sandbox.send(
                .get,
                "/productv2/\(version)/applications/\(domain)/inapp/consumables"
            )
            let currencies = try await sandbox.send(.get, "/broker/\(version)/currencies")
            #expect(products.status == status)
            #expect(currencies.status == status)
        }
    }

    @Test("the API version for servers also supports the other broker calls")
    func serverVersion() async throws {
        try await AppCoinsHarness.run { sandbox in
            let response = try await sandbox.send(.get, "/broker/8.20250505/exchanges/APPC/convert/1.0?")
            #expect(response.status == 200)
        }
    }
}

extension ServiceProblem {
    struct Unexpected: Error {}
    fileprivate var unexpected: Unexpected { Unexpected() }
}
