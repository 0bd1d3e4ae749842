import APIRuntime
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

/// Tests of checkouts that continue in the browser, whose links alone name the wallet that has paid.
@Suite("Wallets that links name", .timeLimit(.minutes(1)))
struct LinkWalletTests {
    private static let external = Data(
        #"{"method":"handleExternalRedirect","params":{"URL":"https://pay.example/1"}}"#.utf8
    )

    @Test("a link that arrives while the ended checkout is resolved is not lost, and settles its order with its wallet")
    func whileResolving() async throws {
        let gate = HoldingTransport { $0.hasSuffix("/consumable/purchases") }
        try await Bench.run { environment, _ in
            environment.configuration.transport = gate
        } _: { bench in
            let ada = try await bench.control.signIn("ada")
            try await Open.run(bench) { open in
                open.sheet.play(.message(Self.external))
                let paid = try await bench.pay(open.request, as: ada)
                open.sheet.play(.closed)
                while !gate.isHolding { try Task.checkCancellation(); await Task.yield() }
                open.tell(paid, byLink: true, more: Open.wallet(ada))
                gate.open()
            } result: { result, paid in
                #expect(result.outline == "pending")
                let next = bench.restarted()
                for _ in 0..<2 { await next.keeper.pass(all: true) }
                let uid = try #require(paid.last)
                #expect(try await bench.control.acknowledgements(uid) == 1)
                #expect(try await next.unfinishedPurchases().map(\.uid) == [uid])
            }
        }
    }
}
