import APIRuntime
import APIStorage
import APITesting
import AppCoinsAPI
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

@Suite("Reports for the Core Technology Commission")
struct ReportingTests {
    @Test("a purchase reports its token and then its order")
    func purchase() async throws {
        try await Self.run { bench, _ in
            let purchase = try await bench.buy()
            await bench.billing.reporter.flush()
            let reports = try await bench.control.reports()
            let report = try #require(try reports.last?["report"]?.decode(ExternalPurchaseReport.self))
            #expect(report.transaction?.uid == purchase.orderUid)
            #expect(report.locale == "PT")
            #expect(report.storefront == .aptoideStore)
        }
    }

    @Test("a checkout without a purchase reports its token, and no order")
    func withoutPurchase() async throws {
        try await Self.run { bench, _ in
            let product = try await bench.product()
            #expect(await product.purchase(payload: "sandbox:cancelled").outline == "userCancelled")
            await bench.billing.reporter.flush()
            let reports = try await bench.control.reports()
            let report = try #require(try reports.last?["report"]?.decode(ExternalPurchaseReport.self))
            #expect(reports.count == 1)
            #expect(report.transaction == nil)
        }
    }

    @Test("a call is retried after a transport error and a 503 when it is due, and arrives once")
    func again() async throws {
        try await Self.run { bench, date in
            let reporter = bench.billing.reporter
            bench.sandbox.faults.add(Fault(.status(503), operation: "recordReport", times: 2))
            await reporter.reportToken()
            await reporter.flush()
            await reporter.flush()
            #expect(bench.sandbox.counter.count("recordReport") == 1)
            date.advance(by: 31)
            await reporter.flush()
            date.advance(by: 61)
            await reporter.flush()
            let reports = try await bench.control.reports()
            #expect(reports.count == 1)
            bench.sandbox.counter.reset()
            date.advance(by: 86_400)
            await reporter.flush()
            #expect(bench.sandbox.counter.count("recordReport") == 0)
        }
    }

    @Test("a report whose end cannot be stored at first is not sent again, and is then finished", arguments: [1, 2, 5])
    func unstoredEnd(failures: Int) async throws {
        try await Self.run { bench, _ in
            let reporter = Self.reporter(bench, failures: failures)
            let token = try #require(await reporter.newToken().token)
            var isConfirmed = false
            for _ in 0...failures { isConfirmed = await reporter.report(.order("ORDER1"), with: token) }
            #expect(isConfirmed)
            #expect(bench.sandbox.counter.count("recordReport") == 1)
        }
    }

    @Test("a report whose postponement cannot be stored at first is sent again when it is due")
    func unstoredPostponement() async throws {
        try await Self.run { bench, date in
            let reporter = Self.reporter(bench, failures: 1)
            bench.sandbox.faults.add(Fault(.status(503), operation: "recordReport", times: 1))
            await reporter.reportToken()
            for _ in 0..<2 { await reporter.flush() }
            let early = try await bench.control.reports()
            #expect(early.isEmpty)
            date.advance(by: 31)
            await reporter.flush()
            let reports = try await bench.control.reports()
            #expect(reports.count == 1)
        }
    }

    @Test("reports that cannot be queued because another process uses the queue are sent once it is free")
    func occupiedQueue() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let owner = LockedState<WorkQueue<ExternalPurchaseReport>?>(nil)
        try await Bench.run { environment, _ in
            environment.folder = folder
            environment.purchaseTokens = CountingTokens()
            environment.device = { DeviceFacts(system: .init(26), region: "PT") }
            let queue = try? WorkQueue<ExternalPurchaseReport>(url: folder.appendingPathComponent("reports.sqlite"))
            owner.withLock { $0 = queue }
        } _: { bench in
            let purchase = try await bench.buy()
            #expect(try await bench.control.reports().isEmpty)
            let queue = try #require(owner.withLock { $0 })
            try queue.close()
            await bench.billing.keeper.pass(all: true)
            let reports = try await bench.control.reports()
            #expect(reports.contains { $0["report"]?["transaction"]?["uid"]?.string == purchase.orderUid })
        }
    }

    @Test("a proxy's refusal does not lose a report", arguments: [302, 401, 403, 404, 407])
    func proxy(status: Int) async throws {
        try await Self.run { bench, date in
            let reporter = bench.billing.reporter
            bench.sandbox.faults.add(Fault(.status(status), operation: "recordReport", times: 1))
            let purchase = try await bench.buy()
            await reporter.flush()
            date.advance(by: 3601)
            await bench.billing.keeper.pass(all: true)
            #expect(await reporter.refused().isEmpty)
            let reports = try await bench.control.reports()
            #expect(reports.contains { $0["report"]?["transaction"]?["uid"]?.string == purchase.orderUid })
        }
    }

    @Test("after the clock is set back, reports are sent, those queued before and those postponed before")
    func clockSetBack() async throws {
        try await Self.run { bench, date in
            let reporter = bench.billing.reporter
            date.advance(by: 365 * 86_400)
            bench.sandbox.faults.add(Fault(.status(503), operation: "recordReport", times: 1))
            await reporter.reportToken()
            await reporter.flush()
            await reporter.queue(.order("ORDER1"), with: try #require(try await CountingTokens().token()))
            date.advance(by: -365 * 86_400)
            bench.sandbox.counter.reset()
            await reporter.flush()
            #expect(bench.sandbox.counter.count("recordReport") == 2)
            await reporter.flush()
            #expect(bench.sandbox.counter.count("recordReport") == 2)
            try Task.checkCancellation()
        }
    }

    @Test("a refund is reported once, however far the clock is set forward in between")
    func clockSetForward() async throws {
        try await Self.run { bench, date in
            let purchase = try await bench.buy()
            try await bench.control.refund(purchase.uid)
            _ = try await bench.billing.purchases()
            await bench.billing.reporter.flush()
            let before = bench.sandbox.counter.count("recordReport")
            for _ in 0..<3 {
                date.advance(by: 365 * 86_400)
                await bench.billing.reporter.flush()
                _ = try await bench.billing.purchases()
                await bench.billing.reporter.flush()
            }
            #expect(bench.sandbox.counter.count("recordReport") == before)
        }
    }

    @Test("a refused report is final and keeps its reason")
    func refusal() async throws {
        try await Self.run { bench, date in
            let reporter = bench.billing.reporter
            bench.sandbox.faults.add(Fault(.status(422), operation: "recordReport", times: 1))
            await reporter.reportToken()
            await reporter.flush()
            date.advance(by: 86_400)
            await reporter.flush()
            #expect(bench.sandbox.counter.count("recordReport") == 1)
            #expect(await reporter.refused() == ["token:token-1": "status 422"])
            try Task.checkCancellation()
        }
    }

    @Test("an event is reported once, however often it occurs")
    func once() async throws {
        try await Self.run { bench, _ in
            let reporter = bench.billing.reporter
            for _ in 0..<3 {
                await reporter.report(order: "ORDER1")
                await reporter.flush()
                await reporter.cancelled(order: "ORDER1")
                await reporter.flush()
            }
            await reporter.cancelled(order: "never reported")
            await reporter.flush()
            #expect(bench.sandbox.counter.count("recordReport") == 2)
            try Task.checkCancellation()
        }
    }

    @Test("a refunded purchase is reported when the app reads it")
    func cancelled() async throws {
        try await Self.run { bench, _ in
            let purchase = try await bench.buy()
            await bench.billing.reporter.flush()
            let before = bench.sandbox.counter.count("recordReport")
            try await bench.control.refund(purchase.uid)
            for _ in 0..<2 {
                #expect(try await bench.billing.purchases().first?.verification.data.purchaseState == 1)
                await bench.billing.reporter.flush()
            }
            #expect(bench.sandbox.counter.count("recordReport") == before + 1)
        }
    }

    @Test("the queue is kept across restarts")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sandbox = try await SandboxServer.start(SandboxConfiguration(receipts: 0))
        var environment = Bench.environment(sandbox)
        environment.folder = folder
        environment.purchaseTokens = CountingTokens()
        environment.device = Self.device
        environment.configuration.retry = .never
        sandbox.faults.add(Fault(.status(500), operation: "recordReport", times: 1))
        let billing = AppcBilling(environment)
        await billing.reporter.reportToken()
        await billing.reporter.flush()
        #expect(sandbox.counter.count("recordReport") == 1)
        try await billing.reporter.close()
        environment.configuration.now = { Date().addingTimeInterval(60) }
        let next = AppcBilling(environment)
        await next.reporter.flush()
        let reports = try await SandboxControl(base: sandbox.baseURL).reports()
        #expect(reports.count == 1)
    }

    @Test(
        "reporting rules specify the region and the first system version",
        arguments: [
            (26, "PT", true), (26, "pt", true), (26, "US", false), (25, "PT", false), (27, "DE", true),
            (26, "GB", false),
        ]
    )
    func rules(system: Int, region: String, applies: Bool) {
        let device = DeviceFacts(system: DeviceFacts.SystemVersion(system), region: region)
        #expect(ReportingRules.standard.apply(to: device) == applies)
        #expect(!ReportingRules.never.apply(to: device))
    }

    @Test("the storefront determines the region of reports, and the language does not")
    func storefrontRegion() {
        #expect(ReportingRules.standard.apply(to: DeviceFacts(system: .init(26), region: "PT", languageRegion: "US")))
        #expect(!ReportingRules.standard.apply(to: DeviceFacts(system: .init(26), region: "US", languageRegion: "PT")))
        #expect(Set(StorefrontRegion.codes.keys) == AppcStorefront.codes)
        #expect(Set(StorefrontRegion.codes.values).count == 175)
        let european = Set(AppcStorefront.europeanUnion.compactMap { StorefrontRegion.alpha2($0) })
        #expect(ReportingRules.standard.regions == european)
        #expect(StorefrontRegion.alpha2("prt") == "PT" && StorefrontRegion.alpha2("PT") == nil)
    }

    @Test("only the system's encoding of a token is parsed")
    func tokenText() {
        let json = #"{"appAppleId":42,"bundleId":"b","tokenCreationDate":1,"externalPurchaseId":"e?>","tokenType":"T"}"#
        let text = Data(json.utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        let token = ExternalPurchaseToken(systemText: text)
        #expect(
            token == ExternalPurchaseToken(appAppleID: 42, bundleID: "b", externalPurchaseID: "e?>", tokenType: "T")
        )
        for other in ["", "%", "e30", text + "!", "A"] { #expect(ExternalPurchaseToken(systemText: other) == nil) }
    }

    @Test("pauses increase from half a minute to an hour")
    func pauses() {
        let delays = (1...10).map { attempt -> TimeInterval in
            guard case .again(let delay) = ReportDecision(.transport(TransportError(.timedOut, "")), attempt: attempt)
            else { return -1 }
            return delay
        }
        #expect(delays == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
    }

    private static let device: @Sendable () async -> DeviceFacts = {
        DeviceFacts(system: DeviceFacts.SystemVersion(26, 1), region: "PT")
    }

    /// A source that fails, as the system does for an app that was not installed from a marketplace or the web.
    private struct FailingTokens: ExternalPurchaseTokenSource {
        struct Failure: Error {}

        func token() async throws -> ExternalPurchaseToken? { throw Failure() }
    }

    @Test(
        "a purchase without a token of the system has nothing to report, unless the system may provide one later",
        arguments: [
            (DeviceFacts.Distributor.marketplace(DeviceFacts.aptoideStore), false, true),
            (.marketplace(DeviceFacts.aptoideStore), true, false), (.other, true, true),
        ]
    )
    func noToken(_ distributor: DeviceFacts.Distributor, _ isFailing: Bool, _ isSettled: Bool) async throws {
        let date = TestDate(Date())
        try await Bench.run { environment, _ in
            if isFailing { environment.purchaseTokens = FailingTokens() }
            environment.device = { DeviceFacts(system: .init(26), distributor: distributor, region: "PT") }
            environment.configuration.now = { date.now }
        } _: { bench in
            let purchase = try await bench.buy()
            try await purchase.finish()
            await bench.billing.keeper.pass(all: true)
            #expect(bench.sandbox.counter.count("recordReport") == 0)
            let entries = try bench.billing.ledger.entries()
            #expect(entries.map { $0.isSettled(at: date.now) } == [isSettled])
            #expect(entries.map { $0.openDuties.contains(.reportOrder) } == [!isSettled])
            let later = date.now.addingTimeInterval(LedgerRules.refundWindow + 1)
            #expect(entries.map { $0.isOnlyReported(at: date.now) } == [false])
            #expect(entries.map { $0.isOnlyReported(at: later) } == [true])
        }
    }

    /// Returns a reporter whose first attempts to store the end of a report fail.
    private static func reporter(_ bench: Bench, failures: Int) -> PurchaseReporter {
        let left = LockedState(failures)
        return PurchaseReporter(
            environment: bench.environment,
            client: bench.billing.client,
            settings: bench.billing.settings
        ) { ending, claim, queue in
            let isFailing = left.withLock { left in
                defer { left = max(left - 1, 0) }
                return left > 0
            }
            if isFailing { throw SecretStoreError("the disk is full") }
            try await PurchaseReporter.end(ending, claim, in: queue)
        }
    }

    private static func run(_ body: (Bench, TestDate) async throws -> Void) async throws {
        let date = TestDate(Date())
        try await Bench.run { environment, _ in
            environment.purchaseTokens = CountingTokens()
            environment.device = device
            environment.configuration.now = { date.now }
            environment.configuration.retry = .never
        } _: { bench in
            try await body(bench, date)
        }
    }
}

/// A source of tokens with consecutive numbers.
final class CountingTokens: ExternalPurchaseTokenSource {
    private let count = LockedState(0)

    func token() async throws -> ExternalPurchaseToken? {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return ExternalPurchaseToken(
            appAppleID: 1,
            bundleID: Bench.domain,
            externalPurchaseID: "token-\(number)",
            tokenType: "CORE_TECHNOLOGY"
        )
    }
}

extension PurchaseReporter {
    /// Queues the report of a new token.
    fileprivate func reportToken() async {
        guard let token = await newToken().token else { return }
        await queue(.token, with: token)
    }

    /// Queues the report of an order with a new token.
    fileprivate func report(order: String) async {
        guard let token = await newToken().token else { return }
        await queue(.order(order), with: token)
    }
}
