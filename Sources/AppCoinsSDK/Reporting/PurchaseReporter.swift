import APIRuntime
import APIStorage
import AppCoinsAPI
import Foundation

/// A reporter of tokens, orders and cancellations, with a queue that persists across launches.
///
/// Every event has a key under which it is queued at most once, even after it was sent.
actor PurchaseReporter {
    private let environment: AppcEnvironment
    private let client: AppCoinsClient
    private let settings: AppcSettings
    private var opened: WorkQueue<ExternalPurchaseReport>?
    private var isClosed = false
    private var flushing: Task<Void, Never>?
    private let store: Store
    /// The ends of attempts that could not be stored.
    ///
    /// The queue returns their reports only after the next launch, which would then send them a second time.
    private var unstored: [(claim: Claim, ending: Ending)] = []

    /// A report that is being sent.
    typealias Claim = WorkClaim<ExternalPurchaseReport>

    /// A closure that stores the end of an attempt.
    typealias Store = @Sendable (Ending, Claim, WorkQueue<ExternalPurchaseReport>) async throws -> Void

    /// The end of an attempt to send a report.
    enum Ending: Sendable {
        /// The service has received the report.
        case sent
        /// The report is sent again at a time.
        case postponed(until: Date, cause: String?)
        /// The service has refused the report for a reason.
        case refused(String)
    }

    /// Opens the queue.
    ///
    /// If that fails, for example because another process uses it, each later use tries again. Until then, nothing is
    /// queued here; the ledger repeats what is not confirmed.
    init(
        environment: AppcEnvironment,
        client: AppCoinsClient,
        settings: AppcSettings,
        store: @escaping Store = PurchaseReporter.end
    ) {
        self.environment = environment
        self.client = client
        self.settings = settings
        self.store = store
        do {
            opened = try Self.openQueue(environment)
        } catch {
            opened = nil
            environment.log("The queue of reports cannot be opened.")
        }
    }

    private static func openQueue(_ environment: AppcEnvironment) throws -> WorkQueue<ExternalPurchaseReport> {
        let (now, longestDelay) = (environment.configuration.now, ReportDecision.longestDelay)
        guard let folder = environment.folder else { return try WorkQueue(inMemory: now, longestDelay: longestDelay) }
        let url = folder.appendingPathComponent("reports.sqlite")
        return try WorkQueue(url: url, now: now, longestDelay: longestDelay)
    }

    /// The queue; `nil` if it is closed, or cannot be opened now.
    private var queue: WorkQueue<ExternalPurchaseReport>? {
        if opened == nil, !isClosed { opened = try? Self.openQueue(environment) }
        return opened
    }

    /// The number of reports that are remembered after they were sent; more than orders whose refund can be reported.
    private static let maximumRemembered = 1000

    /// An event to report.
    enum Occurrence: Sendable, Hashable {
        /// A checkout opens with the token.
        case token
        /// The order was paid.
        case order(String)
        /// The purchase of the order was cancelled or refunded.
        case refund(String)
    }

    /// The system's response to a request for a token.
    enum NewToken {
        case found(ExternalPurchaseToken)
        /// The purchase needs no report.
        case none
        /// The system failed, and may not fail later.
        case failed

        /// The token; `nil` if there is none.
        var token: ExternalPurchaseToken? {
            if case .found(let token) = self { token } else { nil }
        }
    }

    /// Requests a new token of the system, if purchases are reported here.
    func newToken() async -> NewToken {
        let device = await environment.device()
        guard environment.reportingRules.apply(to: device) else { return .none }
        do {
            return try await environment.purchaseTokens.token().map { .found($0) } ?? .none
        } catch {
            // The system throws also if the app is from a source whose purchases are not reported.
            return device.distributor.reportsPurchases ? .failed : .none
        }
    }

    /// Queues an event, sends what is due, and returns whether the service has received or finally refused the event.
    func report(_ occurrence: Occurrence, with token: ExternalPurchaseToken) async -> Bool {
        let key = await queue(occurrence, with: token)
        await flush()
        guard let entry = try? await queue?.entry(key) else { return false }
        return entry.state == .finished || entry.state == .failed
    }

    /// Queues an event; does nothing if it was queued before.
    ///
    /// - Returns: The key of the event.
    @discardableResult
    func queue(_ occurrence: Occurrence, with token: ExternalPurchaseToken) async -> String {
        var report = await report(token)
        let key: String
        switch occurrence {
        case .token: key = "token:\(token.externalPurchaseID)"
        case .order(let order):
            key = "order:\(order)"
            report.transaction = ReportedTransaction(uid: order)
        case .refund(let order):
            key = "void:\(order)"
            report.transaction = ReportedTransaction(uid: order)
        }
        await enqueue(report, key: key)
        // Stored after the report: if the process ends in between, the order is queued again and not forgotten.
        if case .order(let order) = occurrence { settings.remember(report, of: order) }
        return key
    }

    /// Reports the cancellation or refund of a purchase whose order was reported.
    func cancelled(order: String) async {
        guard let report = settings.report(of: order) else { return }
        await queue(.refund(order), with: report.token)
    }

    /// Sends the reports that are due and waits until none is left.
    func flush() async {
        // Waiting only for the current pass would miss reports that were queued after it read the queue.
        let task = Task { [flushing] in
            await flushing?.value
            await self.sendDue()
        }
        flushing = task
        await task.value
    }

    /// Returns the reports that were given up, as reasons by key.
    func refused() async -> [String: String] {
        let entries = (try? await queue?.entries()) ?? []
        return Dictionary(
            entries.filter { $0.state == .failed }.map { ($0.key, $0.cause ?? "") },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Closes the queue, so that another instance can use it.
    ///
    /// - Throws: `StorageError` if the queue is still in use.
    func close() throws {
        isClosed = true
        try opened?.close()
    }

    private func sendDue() async {
        guard let queue else { return }
        await storeEndings(in: queue)
        _ = try? await queue.forgetFinished(keeping: Self.maximumRemembered)
        while let claim = try? await queue.claim() {
            unstored.append((claim, await send(claim)))
            await storeEndings(in: queue)
        }
    }

    private func send(_ claim: Claim) async -> Ending {
        do throws(RecordReportError) {
            try await client.reports.record(body: claim.item)
            return .sent
        } catch {
            switch ReportDecision(error, attempt: claim.attempt) {
            case .again(let delay):
                let due = environment.now.addingTimeInterval(delay)
                return .postponed(until: due, cause: error.status.map { "status \($0)" })
            case .drop(let reason): return .refused(reason)
            }
        }
    }

    private func storeEndings(in queue: WorkQueue<ExternalPurchaseReport>) async {
        let endings = unstored
        unstored = []
        for (claim, ending) in endings {
            do {
                try await store(ending, claim, queue)
            } catch {
                unstored.append((claim, ending))
            }
        }
    }

    /// Stores the end of an attempt.
    ///
    /// - Throws: `StorageError`.
    @Sendable
    static func end(_ ending: Ending, _ claim: Claim, in queue: WorkQueue<ExternalPurchaseReport>) async throws {
        switch ending {
        case .sent: try await queue.finish(claim, remembering: true)
        case .postponed(let due, let cause): try await queue.postpone(claim, until: due, cause: cause)
        case .refused(let reason): try await queue.fail(claim, cause: reason)
        }
    }

    private func report(_ token: ExternalPurchaseToken) async -> ExternalPurchaseReport {
        let device = await environment.device()
        return ExternalPurchaseReport(
            token: token,
            locale: device.region?.uppercased(),
            storefront: InstallationSource(device.distributor)
        )
    }

    private func enqueue(_ report: ExternalPurchaseReport, key: String) async {
        _ = try? await queue?.enqueue(report, key: key, group: report.token.externalPurchaseID)
    }
}

extension AppcSettings {
    /// The report of an order.
    private struct KnownOrder: Codable {
        let order: String
        let report: ExternalPurchaseReport
    }

    /// The largest number of orders whose cancellation can be reported without the ledger.
    private static var maximumKnownOrders: Int { 200 }

    private var knownOrders: [KnownOrder] { value(.knownOrders) ?? [] }

    /// Returns the report of an order; `nil` if it is unknown.
    fileprivate func report(of order: String) -> ExternalPurchaseReport? {
        knownOrders.first { $0.order == order }?.report
    }

    /// Stores the report of an order, so that a cancellation can refer to it; removes the oldest ones.
    fileprivate func remember(_ report: ExternalPurchaseReport, of order: String) {
        let others = knownOrders.filter { $0.order != order }
        try? set((others + [KnownOrder(order: order, report: report)]).suffix(Self.maximumKnownOrders), .knownOrders)
    }
}
