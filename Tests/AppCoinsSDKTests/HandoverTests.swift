import APIRuntime
import AppCoinsAPI
import Foundation
import SandboxServer
import Testing
import URLSessionTransport

@testable import AppCoinsSDK

/// Tests of an app that reads its unfinished purchases while the checkout that paid for one of them is open.
@Suite("Purchases that two paths could return", .timeLimit(.minutes(1)))
struct HandoverTests {
    @Test(
        "a checkout and the unfinished purchases that are read meanwhile return a purchase once, in any order",
        arguments: ["/acknowledge", "/transactions/"]
    )
    func duringCheckout(held: String) async throws {
        try await Self.run(holding: { $0.contains(held) }) { bench, gate in
            let listed = LockedState<[String]>([])
            try await Open.run(bench) { open in
                open.tell(try await bench.pay(open.request), byLink: false)
                while !gate.isHolding { try Task.checkCancellation(); await Task.yield() }
                for purchase in try await open.billing.unfinishedPurchases() {
                    listed.withLock { $0.append(purchase.uid) }
                }
                gate.open()
            } result: { result, paid in
                let received = listed.withLock { $0 } + (result.purchase.map { [$0.uid] } ?? [])
                #expect(received == paid)
            }
        }
    }

    @Test("a list that is read while a checkout returns its purchase leaves it out, and the next list does not")
    func listInFlight() async throws {
        try await Self.run(holding: { $0.hasSuffix("/consumable/purchases") }) { bench, gate in
            let list = LockedState<Task<[String], any Error>?>(nil)
            try await Open.run(bench) { open in
                let paid = try await bench.pay(open.request)
                let reading = Task { try await open.billing.unfinishedPurchases().map(\.uid) }
                list.withLock { $0 = reading }
                while !gate.isHolding { try Task.checkCancellation(); await Task.yield() }
                open.tell(paid, byLink: false)
            } result: { result, paid in
                #expect(result.purchase?.uid == paid.last)
                gate.open()
                let read = try await list.withLock { $0 }?.value
                #expect(read == [])
                #expect(try await bench.restarted().unfinishedPurchases().map(\.uid) == paid)
            }
        }
    }

    @Test(
        "a purchase that another process or device delivers during its acknowledgement is no success",
        arguments: [true, false]
    )
    func elsewhere(isOtherDevice: Bool) async throws {
        try await Self.run(holding: { $0.hasSuffix("/acknowledge") }) { bench, gate in
            try await Open.run(bench) { open in
                let paid = try await bench.pay(open.request)
                open.tell(paid, byLink: false)
                while !gate.isHolding { try Task.checkCancellation(); await Task.yield() }
                if isOtherDevice {
                    let wallet = try await bench.client.wallets.guest(id: open.request.guestUID ?? "")
                    let client = AppCoinsClient(
                        servers: bench.environment.servers,
                        credentials: AppCoinsCredentials(walletToken: .bearer(wallet.ewt)),
                        transport: .urlSession
                    )
                    try await client.purchases.consume(domain: Bench.domain, uid: paid.uid)
                } else {
                    for purchase in try await bench.restarted().unfinishedPurchases() { try await purchase.finish() }
                }
                gate.open()
            } result: { result, paid in
                #expect(result.outline == "pending")
                let uid = try #require(paid.last)
                #expect(try await bench.control.consumptions(uid) == 1)
            }
        }
    }

    @Test("a purchase whose state cannot be read before its result is pending, and then unfinished")
    func unreadableState() async throws {
        try await Self.run(holding: { $0.hasSuffix("/acknowledge") }) { bench, gate in
            try await Open.run(bench) { open in
                open.tell(try await bench.pay(open.request), byLink: false)
                while !gate.isHolding { try Task.checkCancellation(); await Task.yield() }
                bench.sandbox.faults.add(Fault(.status(503), operation: "getPurchase"))
                gate.open()
            } result: { result, paid in
                #expect(result.outline == "pending")
                bench.sandbox.faults.clear()
                let unfinished = try await bench.restarted().unfinishedPurchases().map(\.uid)
                #expect(unfinished == paid)
            }
        }
    }

    private static func run(
        holding matches: @escaping @Sendable (String) -> Bool,
        _ body: (Bench, HoldingTransport) async throws -> Void
    ) async throws {
        let gate = HoldingTransport(where: matches)
        try await Bench.run { environment, _ in
            environment.configuration.transport = gate
        } _: { bench in
            defer { gate.open() }
            try await body(bench, gate)
        }
    }
}
