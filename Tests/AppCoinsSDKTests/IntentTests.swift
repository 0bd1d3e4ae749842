import APIRuntime
import APITesting
import AppCoinsAPI
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

@Suite("Purchase intents")
struct IntentTests {
    private static let link =
        "\(Bench.domain).iap://wallet.appcoins.io/purchase?product=golden_spade&discount_policy=D2C&oemid=oem7"

    @Test("a link becomes an intent with the discounted price, and its purchase has the policy and OEM")
    func confirm() async throws {
        let requests = RequestKeeper()
        try await Bench.run { environment, _ in
            environment.presenter = KeepingPresenter(next: environment.presenter, keeper: requests)
        } _: { bench in
            let full = try await bench.product("golden_spade")
            let intent = try await Self.intent(bench)
            #expect(UUID(uuidString: intent.id) != nil)
            #expect(intent.product.priceDiscountOriginal == full.priceValue)
            #expect(intent.product.priceDiscountPercentage != nil)
            let result = await intent.confirm(payload: "p1", orderID: "o1")
            #expect(result.outline == "verified")
            let request = try #require(requests.requests.first)
            #expect(request.discountPolicy == .directToConsumer)
            #expect(request.oemID == "oem7")
            #expect(request.reference == "o1")
            let query = try #require(URLComponents(string: request.url.absoluteString)?.queryItems)
            #expect(query.first { $0.name == "discount_policy" }?.value == "D2C")
            #expect(query.first { $0.name == "oem_id" }?.value == "oem7")
            #expect(query.first { $0.name == "metadata" }?.value == "p1")
            #expect(bench.billing.pendingIntent == nil)
        }
    }

    @Test("an intent has all documented properties")
    func properties() async throws {
        let date = TestDate(Date(timeIntervalSince1970: 1_750_000_000))
        try await Bench.run { environment, _ in
            environment.configuration.now = { date.now }
        } _: { bench in
            let intent = try await Self.intent(bench)
            #expect(UUID(uuidString: intent.id) != nil)
            #expect(intent.timestamp == date.now)
            #expect(intent.product.sku == "golden_spade")
        }
    }

    @Test("an intent is consumed by confirm and by reject")
    func usedUp() async throws {
        try await Bench.run { bench in
            let first = try await Self.intent(bench)
            #expect(await first.confirm(payload: "sandbox:cancelled").outline == "userCancelled")
            #expect(await first.confirm().outline == "failed purchaseNotAllowed")
            let second = try await Self.intent(bench)
            second.reject()
            #expect(bench.billing.pendingIntent == nil)
            #expect(await second.confirm().outline == "failed purchaseNotAllowed")
            #expect(bench.restarted().pendingIntent == nil)
        }
    }

    @Test("an intent whose purchase cannot start is kept")
    func kept() async throws {
        try await Bench.run { bench in
            let intent = try await Self.intent(bench)
            #expect(bench.billing.active.enter())
            #expect(await intent.confirm().outline == "failed purchaseNotAllowed")
            bench.billing.active.leave()
            #expect(bench.billing.pendingIntent == intent)
            #expect(await intent.confirm().outline == "verified")
        }
    }

    @Test("a pending intent is stored across restarts and sent again for half an hour")
    func restart() async throws {
        let date = TestDate(Date())
        try await Bench.run { environment, _ in
            environment.configuration.now = { date.now }
        } _: { bench in
            let intent = try await Self.intent(bench)
            let next = bench.restarted()
            #expect(next.pendingIntent == intent)
            var updates = next.intentUpdates().makeAsyncIterator()
            #expect(await updates.next() == intent)
            date.advance(by: 29 * 60)
            #expect(bench.restarted().pendingIntent == intent)
            date.advance(by: 60)
            #expect(bench.restarted().pendingIntent == nil)
            #expect(next.pendingIntent == nil)
            #expect(await intent.confirm().outline == "failed purchaseNotAllowed")
        }
    }

    @Test("a repeated link renews the intent that nobody has read, and one that was read is followed by another")
    func repeated() async throws {
        let date = TestDate(Date())
        try await Bench.run { environment, _ in
            environment.configuration.now = { date.now }
        } _: { bench in
            let first = try await Self.intent(bench)
            var updates = bench.billing.intentUpdates().makeAsyncIterator()
            date.advance(by: 29 * 60)
            #expect(bench.billing.handle(redirectURL: URL(string: Self.link)))
            while bench.billing.pendingIntent == first { try Task.checkCancellation(); await Task.yield() }
            date.advance(by: 29 * 60)
            let renewed = try #require(await updates.next())
            #expect(renewed.id == first.id)
            #expect(renewed.timestamp == first.timestamp.addingTimeInterval(29 * 60))
            #expect(bench.restarted().pendingIntent == renewed)
            let next = try await Self.intent(bench, after: renewed)
            #expect(next.id != first.id)
            #expect(await updates.next() == next)
        }
    }

    @Test("several observers receive an intent, and an intent before the first observer is not lost")
    func observers() async throws {
        try await Bench.run { bench in
            let first = try await Self.intent(bench)
            let second = try await Self.intent(bench, sku: "honey_jar", after: first)
            var early = bench.billing.intentUpdates().makeAsyncIterator()
            #expect(await early.next() == first)
            #expect(await early.next() == second)
            var late = bench.billing.intentUpdates().makeAsyncIterator()
            #expect(await late.next() == second)
            let third = try await Self.intent(bench, sku: "orchard_deed", after: second)
            #expect(await early.next() == third)
            #expect(await late.next() == third)
        }
    }

    @Test("a cancelled task starts no purchase and keeps its intent")
    func cancelledTask() async throws {
        try await Bench.run { bench in
            let intent = try await Self.intent(bench)
            let outline = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await intent.confirm().outline
            }.value
            #expect(outline == "failed purchaseNotAllowed")
            #expect(bench.billing.pendingIntent == intent)
            #expect(await intent.confirm().outline == "verified")
        }
    }

    @Test(
        "a link becomes an intent at once, although a link to an unknown product waits for its next attempt",
        .timeLimit(.minutes(1))
    )
    func behindUnknownProduct() async throws {
        let clock = TestClock()
        try await Bench.run { environment, _ in
            environment.configuration.clock = clock
        } _: { bench in
            let unknown = "\(Bench.domain).iap://wallet.appcoins.io/purchase?product=nothing"
            #expect(bench.billing.handle(redirectURL: URL(string: unknown)))
            // One task sweeps, and one waits for the next attempt.
            await clock.sleepers(2)
            #expect(bench.billing.handle(redirectURL: URL(string: Self.link)))
            while bench.billing.pendingIntent == nil { try Task.checkCancellation(); await Task.yield() }
            #expect(bench.billing.pendingIntent?.product.sku == "golden_spade")
            #expect(bench.billing.intents.links.map(\.sku) == ["nothing"])
            #expect(bench.billing.intents.links.first?.isProductUnknown == true)
        }
    }

    @Test("an unknown product in a link creates no intent, the reason is reported, and the link is kept")
    func unknownProduct() async throws {
        let heard = LockedState<[String]>([])
        try await Bench.run { environment, _ in
            environment.log = { text in heard.withLock { $0.append(text) } }
        } _: { bench in
            let link = URL(string: "\(Bench.domain).iap://wallet.appcoins.io/purchase?product=nothing")
            #expect(bench.billing.handle(redirectURL: link))
            while heard.withLock({ $0.isEmpty }) { try Task.checkCancellation(); await Task.yield() }
            #expect(bench.billing.pendingIntent == nil)
            #expect(bench.restarted().intents.links.map(\.sku) == ["nothing"])
        }
    }

    @Test("a link that is opened offline becomes an intent later, also after a restart")
    func offline() async throws {
        let clock = TestClock()
        try await Bench.run { environment, _ in
            environment.configuration.clock = clock
            environment.configuration.retry = .never
        } _: { bench in
            bench.sandbox.faults.add(Fault(.status(503), operation: "listProducts"))
            #expect(bench.billing.handle(redirectURL: URL(string: Self.link)))
            // One task sweeps, and one waits for the next attempt.
            await clock.sleepers(2)
            #expect(bench.billing.pendingIntent == nil)
            bench.sandbox.faults.clear()
            let next = bench.restarted()
            while next.pendingIntent == nil { try Task.checkCancellation(); await Task.yield() }
            #expect(next.pendingIntent?.product.sku == "golden_spade")
            clock.advance(by: .seconds(2))
            while !bench.billing.intents.links.isEmpty { try Task.checkCancellation(); await Task.yield() }
        }
    }

    @Test("an intent is confirmed once by two instances over one store")
    func twoProcesses() async throws {
        try await Bench.run { bench in
            let intent = try await Self.intent(bench)
            let other = bench.restarted()
            let copy = try #require(other.pendingIntent)
            #expect(copy == intent)
            async let first = intent.confirm()
            async let second = copy.confirm()
            let outlines = await [first.outline, second.outline].sorted()
            #expect(outlines == ["failed purchaseNotAllowed", "verified"])
            #expect(bench.billing.pendingIntent == nil && other.pendingIntent == nil)
            #expect(bench.restarted().pendingIntent == nil)
        }
    }

    @Test("intents that no observer has received are all kept across a restart")
    func unread() async throws {
        try await Bench.run { bench in
            let first = try await Self.intent(bench)
            let second = try await Self.intent(bench, sku: "honey_jar", after: first)
            var updates = bench.restarted().intentUpdates().makeAsyncIterator()
            #expect(await updates.next() == first)
            #expect(await updates.next() == second)
            var again = bench.restarted().intentUpdates().makeAsyncIterator()
            #expect(await again.next() == second)
        }
    }

    @Test("an intent counts as received when its observer asks for it, so that a busy one loses none")
    func busyObserver() async throws {
        try await Bench.run { bench in
            var updates = bench.billing.intentUpdates().makeAsyncIterator()
            let first = try await Self.intent(bench)
            #expect(await updates.next() == first)
            // The observer is busy with the first intent while two others arrive; then the process ends.
            let second = try await Self.intent(bench, sku: "honey_jar", after: first)
            let third = try await Self.intent(bench, sku: "orchard_deed", after: second)
            var next = bench.restarted().intentUpdates().makeAsyncIterator()
            #expect(await next.next() == second)
            #expect(await next.next() == third)
        }
    }

    @Test("after the latest intent is rejected, the one before it is pending")
    func pendingBefore() async throws {
        try await Bench.run { bench in
            let first = try await Self.intent(bench)
            let second = try await Self.intent(bench, sku: "honey_jar", after: first)
            #expect(bench.billing.pendingIntent == second)
            second.reject()
            #expect(bench.billing.pendingIntent == first)
            #expect(bench.restarted().pendingIntent == first)
            first.reject()
            #expect(bench.billing.pendingIntent == nil)
        }
    }

    @Test("an observer does not receive an intent that another one has used before it asked")
    func usedInBetween() async throws {
        try await Bench.run { bench in
            var slow = bench.billing.intentUpdates().makeAsyncIterator()
            let first = try await Self.intent(bench)
            first.reject()
            let second = try await Self.intent(bench, sku: "honey_jar", after: first)
            #expect(await slow.next() == second)
        }
    }

    private static func intent(_ bench: Bench, sku: String = "golden_spade", after: PurchaseIntent? = nil) async throws
        -> PurchaseIntent
    {
        let text = link.replacing("golden_spade", with: sku)
        guard bench.billing.handle(redirectURL: URL(string: text)) else { throw Missing(what: "an intent") }
        while true {
            if let pending = bench.billing.pendingIntent, pending.id != after?.id { return pending }
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

/// A store for the requests that a presenter receives.
final class RequestKeeper: Sendable {
    private let kept = LockedState<[CheckoutRequest]>([])
    var requests: [CheckoutRequest] { kept.withLock { $0 } }
    func keep(_ request: CheckoutRequest) { kept.withLock { $0.append(request) } }
}

/// A presenter that stores requests and forwards them to another presenter.
struct KeepingPresenter: CheckoutPresenter {
    let next: any CheckoutPresenter
    let keeper: RequestKeeper
    func open(_ request: CheckoutRequest) async -> any CheckoutSheet {
        keeper.keep(request)
        return await next.open(request)
    }
}
