import APIRuntime
import AppCoinsAPI
import HTTPTypes
import SandboxServer
import Testing
import URLSessionTransport

@testable import AppCoinsSDK

/// Tests with a cache, and a service or proxy whose responses may be used for an hour.
@Suite("Decisions with a cache of responses", .timeLimit(.minutes(1)))
struct CacheTests {
    @Test("purchases are read from the service each time, although their responses could be stored")
    func purchases() async throws {
        try await Self.run { bench in
            _ = try await bench.buy()
            let ada = try await bench.control.signIn("ada")
            await bench.billing.activate(.user(address: ada.address, refreshToken: ada.refreshToken))
            bench.sandbox.counter.reset()
            _ = try await bench.billing.purchases()
            let count = bench.sandbox.counter.count("listPurchases")
            _ = try await bench.billing.purchases()
            #expect(count > 0)
            #expect(bench.sandbox.counter.count("listPurchases") == 2 * count)
        }
    }

    @Test("a developer's server detects a refund after it has verified the purchase")
    func refund() async throws {
        try await Self.run { bench in
            let verifier = ServerPurchaseVerifier(
                packageName: Bench.domain,
                servers: bench.environment.servers,
                configuration: bench.environment.configuration
            )
            let purchase = try await bench.buy()
            #expect(try await verifier.verify(sku: purchase.sku, purchaseToken: purchase.uid).isGenuine)
            try await bench.control.refund(purchase.uid)
            #expect(try await !verifier.verify(sku: purchase.sku, purchaseToken: purchase.uid).isGenuine)
        }
    }

    private static func run(_ body: (Bench) async throws -> Void) async throws {
        try await Bench.run { environment, _ in
            environment.configuration.cache = ResponseCache()
            environment.configuration.transport = FreshTransport()
        } _: { bench in
            try await body(bench)
        }
    }
}

/// A transport whose successful responses may be stored for an hour.
private struct FreshTransport: HTTPTransport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let response = try await URLSessionTransport.shared.send(request)
        var head = response.head
        if head.status.kind == .successful { head.headerFields[.cacheControl] = "max-age=3600" }
        return TransportResponse(head, body: response.body)
    }
}
