import APIRuntime
import AppCoinsAPI
import Foundation
import HTTPTypes
import Testing
import URLSessionTransport

@testable import AppCoinsSDK

/// Tests of the clock of the service, and of purchases while a clock is wrong.
@Suite("The clock of the service", .timeLimit(.minutes(1)))
struct ServiceClockTests {
    private static let start = Date(timeIntervalSince1970: 1_750_000_000)
    private static let product = "https://product.example/v2/list"

    private static func clock() throws -> ServiceClock {
        var servers = AppCoinsServers(all: try #require(URL(string: "https://other.example")))
        servers.product = URL(string: "https://product.example/v2")
        servers.broker = nil
        return ServiceClock(servers: servers)
    }

    private static func head(_ date: Date, status: Int = 200, age: String? = nil) -> HTTPResponse {
        var head = HTTPResponse(status: .init(code: status))
        head.headerFields[.date] = HTTPDate.format(date)
        head.headerFields[.age] = age
        return head
    }

    /// Returns the seconds by which the clock is ahead of the start, rounded to minutes; `nil` if it is not set.
    private static func minutes(_ clock: ServiceClock) -> Double? {
        clock.now.map { ($0.timeIntervalSince(start) / 60).rounded() }
    }

    @Test("only successful responses of the hosts that make purchases set the clock, and not those of caches")
    func sources() throws {
        let clock = try Self.clock()
        clock.note(Self.head(Self.start, status: 503), to: Self.product)
        clock.note(Self.head(Self.start, status: 404), to: Self.product)
        clock.note(Self.head(Self.start, age: "5"), to: Self.product)
        clock.note(Self.head(Self.start), to: "https://other.example/attribution")
        #expect(clock.now == nil)
        clock.note(Self.head(Self.start), to: Self.product)
        #expect(Self.minutes(clock) == 0)
    }

    @Test("a large change is believed only when a second response confirms it")
    func changes() throws {
        let clock = try Self.clock()
        for (minutes, expected) in [(0.0, 0.0), (10, 10), (90, 10), (10, 10), (90, 10), (-90, 10), (-89, -89)] {
            clock.note(Self.head(Self.start + minutes * 60), to: Self.product)
            #expect(Self.minutes(clock) == expected, "\(minutes)")
        }
    }

    @Test(
        "an inaccurate clock does not exclude a purchase with the order's reference",
        arguments: [
            (3600.0, 0.0, true, OrderMatch.same), (3600, 3600, true, .same), (0, 3600, true, .same),
            (3600, 0, false, .unclear), (0, 3600, false, .same), (3600, 3600, false, .other),
        ]
    )
    func references(service: TimeInterval, device: TimeInterval, isUnique: Bool, match: OrderMatch) throws {
        let entry = LedgerEntry(
            domain: ModelSigner.domain,
            sku: "gas",
            payload: "",
            reference: "r",
            isReferenceUnique: isUnique,
            guestUID: nil,
            opened: Self.start + device,
            openedAtService: Self.start + service
        )
        let sale = ModelService.Sale(
            uid: "p",
            orderUID: "O",
            sku: "gas",
            payload: "",
            reference: "r",
            wallet: "0x1",
            paid: Self.start
        )
        let record = ModelSigner.record(sale, signed: false)
        let data = try #require(PurchaseVerificationData(signedText: record.verification.data))
        #expect(OrderMatch(record, data, of: entry, taken: [], reference: .known("r")) == match)
        #expect(OrderMatch(record, data, of: entry, taken: [], reference: .known("s")) == .other)
    }

    @Test("while the dates of all responses are an hour ahead, a paid order is a success")
    func wrongDates() async throws {
        try await Bench.run { environment, _ in
            environment.configuration.transport = HastyTransport()
        } _: { bench in
            let purchase = try await bench.buy()
            let opened = try bench.billing.ledger.entries().last?.openedAtService
            #expect(opened.map { $0 > Date() + 1800 } == true)
            try await purchase.finish()
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
        }
    }
}

/// A transport whose responses have dates that are an hour ahead.
private struct HastyTransport: HTTPTransport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let response = try await URLSessionTransport.shared.send(request)
        var head = response.head
        let date = head.headerFields[.date].flatMap { HTTPDate.parse($0) } ?? Date()
        head.headerFields[.date] = HTTPDate.format(date + 3600)
        return TransportResponse(head, body: response.body)
    }
}
