import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

/// Tests of every endpoint that the SDK calls with every fault.
@Suite("Faults of all endpoints")
struct FaultMatrixTests {
    @Test(
        "with any fault, the app gets the documented error, and a paid purchase is consumed once",
        arguments: MatrixEndpoint.allCases,
        MatrixFault.all
    )
    func cell(endpoint: MatrixEndpoint, fault: MatrixFault) async throws {
        let transport = MatrixTransport(fault, where: endpoint.matches)
        let isForApp = !endpoint.isCalledByPage && !endpoint.isCalledByServer
        try await Bench.run { environment, _ in
            if isForApp { environment.configuration.transport = transport }
            if endpoint.isCalledByPage {
                let configuration = ClientConfiguration(
                    transport: transport,
                    retry: RetryPolicy(maximumAttempts: 2, baseDelay: .zero, budget: nil)
                )
                environment.presenter = SandboxCheckoutPresenter(
                    servers: environment.servers,
                    configuration: configuration
                )
            }
            environment.purchaseTokens = CountingTokens()
            environment.device = { DeviceFacts(system: .init(26), region: "PT") }
        } _: { bench in
            #expect(try await endpoint.act(bench, transport) == endpoint.outcome(fault))
            try await Self.expectAtMostOnce(bench)
            transport.lift()
            try await Self.expectNothingLost(bench)
        }
    }

    /// Checks that a step with a reported failure was performed at most once.
    private static func expectAtMostOnce(_ bench: Bench) async throws {
        for uid in try await bench.control.purchases() {
            #expect(try #require(try await bench.control.acknowledgements(uid)) <= 1)
            #expect(try #require(try await bench.control.consumptions(uid)) <= 1)
        }
    }

    /// Checks that the next start of the app finds all paid purchases and delivers each once.
    private static func expectNothingLost(_ bench: Bench) async throws {
        let billing = bench.restarted()
        var given: [String] = []
        for purchase in try await billing.unfinishedPurchases() {
            given.append(purchase.uid)
            try await purchase.finish()
        }
        let paid = try await bench.control.purchases()
        #expect(try await billing.purchases().map(\.uid).sorted() == paid.sorted())
        for uid in paid {
            #expect(try await bench.control.consumptions(uid) == 1)
            #expect(try #require(try await bench.control.acknowledgements(uid)) <= 1)
        }
        #expect(Set(given).isSubset(of: paid))
        #expect(try await billing.unfinishedPurchases().isEmpty)
    }
}
