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
    private let queue: WorkQueue<ExternalPurchaseReport>?
    private var unused: ExternalPurchaseToken?
    private var flushing: Task<Void, Never>?

    /// Opens the queue; if that fails, for example because another process uses it, nothing is reported.
    init(environment: AppcEnvironment, client: AppCoinsClient, settings: AppcSettings) {
        self.environment = environment
        self.client = client
        self.settings = settings
        let now = environment.configuration.now
        do {
            queue =
                if let folder = environment.folder {
                    try WorkQueue(url: folder.appendingPathComponent("reports.sqlite"), now: now)
                } else {
                    try WorkQueue(inMemory: now)
                }
        } catch {
            queue = nil
            environment.log("The queue of reports cannot be opened.")
        }
    }

    /// Reports the token of a checkout that opens.
    func checkoutOpened() async {
        guard let token = await newToken() else { return }
        unused = token
        await enqueue(await report(token), key: "token:\(token.externalPurchaseID)")
    }

    /// Reports the order of a paid checkout with the checkout's token.
    func paid(order: String) async {
        guard !order.isEmpty, settings.knownOrders[order] == nil else { return }
        var token = unused
        if token == nil { token = await newToken() }
        guard let token else { return }
        unused = nil
        var report = await report(token)
        report.transaction = ReportedTransaction(uid: order)
        settings.remember(report, of: order)
        await enqueue(report, key: "order:\(order)")
    }

    /// Reports the cancellation or refund of a purchase whose order was reported.
    func cancelled(order: String) async {
        guard let report = settings.knownOrders[order] else { return }
        await enqueue(report, key: "void:\(order)")
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
        try queue?.close()
    }

    private func sendDue() async {
        guard let queue else { return }
        while let claim = try? await queue.claim() {
            do throws(RecordReportError) {
                try await client.reports.record(body: claim.item)
                _ = try? await queue.finish(claim, remembering: true)
            } catch {
                switch ReportDecision(error, attempt: claim.attempt) {
                case .again(let delay):
                    let due = environment.now.addingTimeInterval(delay)
                    _ = try? await queue.postpone(claim, until: due, cause: error.status.map { "status \($0)" })
                case .drop(let reason): _ = try? await queue.fail(claim, cause: reason)
                }
            }
        }
    }

    private func newToken() async -> ExternalPurchaseToken? {
        guard environment.reportingRules.apply(to: await environment.device()) else { return nil }
        return (try? await environment.purchaseTokens.token()).flatMap { $0 }
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
    /// The reports of orders, by order identifier.
    fileprivate var knownOrders: [String: ExternalPurchaseReport] { value(.knownOrders) ?? [:] }

    /// Stores the report of an order, so that a cancellation can refer to it.
    fileprivate func remember(_ report: ExternalPurchaseReport, of order: String) {
        var known = knownOrders
        known[order] = report
        try? set(known, .knownOrders)
    }
}
