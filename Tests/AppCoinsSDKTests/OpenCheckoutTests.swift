import APIRuntime
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing
import URLSessionTransport

@testable import AppCoinsSDK

/// Tests of what happens elsewhere while a checkout is open: searches for earlier orders, and deliveries.
@Suite("What happens while a checkout is open", .timeLimit(.minutes(1)))
struct OpenCheckoutTests {
    @Test(
        "a search that began before a checkout does not take its purchase for an earlier order with the same reference",
        arguments: [true, false]
    )
    func searchInFlight(isReported: Bool) async throws {
        let isArmed = LockedState(false)
        let gate = HoldingTransport { path in
            isArmed.withLock { isArmed in
                guard isArmed, path.hasSuffix("/consumable/purchases") else { return false }
                isArmed = false
                return true
            }
        }
        let (sheet, requests) = (PlayedSheet(), RequestKeeper())
        try await Bench.run { environment, _ in
            environment.configuration.transport = gate
            environment.presenter = KeepingPresenter(next: SheetPresenter(sheet: sheet), keeper: requests)
        } _: { bench in
            let billing = bench.billing
            let product = try await bench.product()
            try await billing.wallets.include(.guest(try await billing.attribution.guestUID()))
            let earlier = Self.order("order-7", of: product)
            try billing.ledger.add(earlier, now: earlier.opened)
            isArmed.withLock { $0 = true }
            let search = Task { await billing.keeper.pass(all: true) }
            while !gate.isHolding { try Task.checkCancellation(); await Task.yield() }
            async let ended = product.purchase(orderID: "order-7")
            while billing.active.sheet == nil { try Task.checkCancellation(); await Task.yield() }
            let open = Open(request: try #require(requests.requests.first), sheet: sheet, billing: billing)
            let paid = try await bench.pay(open.request)
            gate.open()
            await search.value
            let unpaid = try billing.ledger.entry(earlier.id)
            #expect(unpaid?.payment == nil)
            if isReported { open.tell(paid, byLink: false) } else { sheet.play(.closed) }
            let result = await ended
            #expect(result.purchase?.uid == paid.uid, "\(result)")
        }
    }

    @Test(
        "a purchase that another instance takes for an earlier order with the same reference is pending, not failed",
        arguments: [true, false]
    )
    func searchElsewhere(isReported: Bool) async throws {
        try await Bench.run { bench in
            let earlier = Self.order("order-7", of: Product(try await bench.item(), billing: bench.billing))
            try bench.billing.ledger.add(earlier, now: earlier.opened)
            try await Open.run(bench, orderID: "order-7") { open in
                let paid = try await bench.pay(open.request)
                await bench.restarted().keeper.pass(all: true)
                let settled = try bench.billing.ledger.entry(earlier.id)
                #expect(settled?.payment?.uid == paid.uid)
                if isReported { open.tell(paid, byLink: false) } else { open.sheet.play(.closed) }
            } result: { result, paid in
                #expect(result.outline == "pending")
                let unfinished = try await bench.restarted().unfinishedPurchases().map(\.uid)
                #expect(unfinished == paid)
            }
        }
    }

    @Test(
        "a purchase that is delivered while its checkout is open is pending, however the checkout ends",
        arguments: [CheckoutEvent.closed, .loadFailed(status: nil), .loadFailed(status: 500)],
        [true, false]
    )
    func deliveredWhileOpen(ending: CheckoutEvent, isOtherDevice: Bool) async throws {
        try await Bench.run { bench in
            try await Open.run(bench) { open in
                let paid = try await bench.pay(open.request)
                if isOtherDevice {
                    let wallet = try await bench.client.wallets.guest(id: open.request.guestUID ?? "")
                    let client = AppCoinsClient(
                        servers: bench.environment.servers,
                        credentials: AppCoinsCredentials(walletToken: .bearer(wallet.ewt)),
                        transport: .urlSession
                    )
                    try await client.purchases.consume(domain: Bench.domain, uid: paid.uid)
                } else {
                    for purchase in try await open.billing.unfinishedPurchases() { try await purchase.finish() }
                }
                open.sheet.play(ending)
            } result: { result, paid in
                #expect(result.outline == "pending")
                let uid = try #require(paid.last)
                #expect(try await bench.control.consumptions(uid) == 1)
            }
        }
    }

    @Test("after many consumed purchases of the same product by another device, a closed sheet is a cancellation")
    func consumedBefore() async throws {
        try await Bench.run { bench in
            let sku = try await bench.item().sku
            for _ in 0..<6 { try await bench.buy(sku).finish() }
            // Another installation with the same wallet, which knows none of the purchases.
            let (settings, guest) = (MemorySecretStore(), AppcSettings.Name.guestUID.rawValue)
            settings.set(try bench.environment.settings.secret(guest), for: guest)
            var other = bench
            other.environment.settings = settings
            try await Open.run(other) { open in
                open.sheet.play(.closed)
            } result: { result, _ in
                #expect(result.outline == "userCancelled")
            }
        }
    }

    /// Returns an order whose buyer has left the page.
    private static func order(_ reference: String, of product: Product) -> LedgerEntry {
        LedgerEntry(
            domain: Bench.domain,
            sku: product.sku,
            payload: "",
            reference: reference,
            guestUID: nil,
            opened: Date()
        )
    }
}
