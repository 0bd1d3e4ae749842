import AppCoinsAPI
import Foundation

@testable import AppCoinsSDK

/// A synchronous model of the service, two devices and an app, which drives the SDK's deciders without tasks.
///
/// Every action of a decider can fail, lose its result, or be the last one of the process.
struct DeciderWorld {
    /// An error for the end of a process.
    struct Killed: Error {}

    /// One device: what is stored, and what is in memory.
    struct Device {
        var ledger = Ledger()
        var machine: PurchaseMachine?
        var entry: LedgerEntry?
        var skew: TimeInterval = 0
    }

    var sales: [ModelService.Sale] = []
    var reports: [(token: String, order: String)] = []
    var delivered: Set<String> = []
    var violations: [String] = []
    var devices = [Device(), Device()]
    var paidInTime: Set<String> = []
    var now = Date(timeIntervalSince1970: 1_750_000_000)
    var random: ModelRandom
    var isCalm = false
    var orders = 0

    init(seed: UInt64) { random = ModelRandom(seed: seed) }

    /// Performs a random history and returns the broken rules.
    mutating func run() -> [String] {
        for _ in 0..<20 + random.below(40) { step() }
        isCalm = true
        for _ in 0..<3 {
            now += 7200
            for index in devices.indices {
                devices[index].skew = 0
                restart(index)
            }
        }
        return violations + brokenRules()
    }

    mutating func step() {
        let index = random.below(2)
        do {
            switch random.below(14) {
            case 0, 1: try open(index)
            case 2, 3: pay(index)
            case 4: try end(index)
            case 5: try link(index, to: random.pick(sales))
            case 6: try handle(.message(.redirect(.external(URL(fileURLWithPath: "/")))), index)
            case 7: throw Killed()
            case 8: devices[index].skew = [0, 86_400, -86_400, 3e7, -3e7][random.below(5)]
            case 9: now += TimeInterval(random.below(10_000))
            case 10: try pass(index, all: false)
            case 11: try deliverUnfinished(index)
            case 12: if random.chance(20) { refund() }
            default: try end(index)
            }
        } catch {
            restart(index)
        }
    }

    func time(_ index: Int) -> Date { now.addingTimeInterval(devices[index].skew) }

    /// Lets the process end before or after a step, or the step fail.
    mutating func fate() throws -> (isDone: Bool, isKnown: Bool) {
        if isCalm { return (true, true) }
        if random.chance(3) { throw Killed() }
        let isDone = !random.chance(12)
        return (isDone, isDone && !random.chance(8))
    }

    // MARK: - Checkouts

    mutating func open(_ index: Int) throws {
        guard devices[index].machine == nil else { return }
        orders += 1
        let entry = LedgerEntry(
            id: "entry-\(orders)",
            domain: ModelSigner.domain,
            sku: ["gas", "oil"][random.below(2)],
            payload: ["", "u1"][random.below(2)],
            reference: "order-\(orders)",
            guestUID: nil,
            opened: time(index),
            token: ExternalPurchaseToken(
                appAppleID: 1,
                bundleID: "b",
                externalPurchaseID: "token-\(orders)",
                tokenType: "T"
            )
        )
        devices[index].ledger.add(entry, now: time(index))
        _ = try fate()
        devices[index].entry = entry
        devices[index].machine = PurchaseMachine()
    }

    mutating func pay(_ index: Int) {
        guard let entry = devices[index].entry, !sales.contains(where: { $0.reference == entry.reference }) else {
            return
        }
        let number = sales.count + 1
        sales.append(
            ModelService.Sale(
                uid: "uid-\(number)",
                orderUID: "ORDER\(number)",
                sku: entry.sku,
                payload: entry.payload,
                reference: entry.reference,
                wallet: "0xada",
                paid: now
            )
        )
    }

    mutating func end(_ index: Int) throws {
        guard let entry = devices[index].entry else { return }
        let own = sales.first { $0.reference == entry.reference }
        if own != nil { paidInTime.insert(entry.reference) }
        switch random.below(6) {
        case 0: try handle(.closed, index)
        case 1: try handle(.leftUnsettled, index)
        case 2: try handle(.loadFailed(status: nil), index)
        case 3: try handle(.message(.failed(Self.failure)), index)
        case 4: if let sale = random.pick(sales) { try handle(.message(.paid(Self.result(sale))), index) }
        default: if let own { try handle(.message(.paid(Self.result(own))), index) }
        }
    }

    private static let failure = CheckoutFailure(checkoutError: .failed, message: "m", description: "d")

    mutating func link(_ index: Int, to sale: ModelService.Sale?) throws {
        // Any page can open a failure link at any time.
        if random.below(3) == 0 { try handle(.linkFailed(.failed), index) }
        guard let sale else { return }
        if devices[index].machine != nil { return try handle(.link(Self.result(sale)), index) }
        guard let open = devices[index].ledger.entries.last(where: { $0.payment == nil && $0.sku == sale.sku }) else {
            return
        }
        record(.claimed(sale.uid), of: open.id, index)
        try pass(index, all: true)
    }

    mutating func handle(_ event: PurchaseMachine.Event, _ index: Int) throws {
        guard let entry = devices[index].entry, var machine = devices[index].machine else { return }
        var actions = machine.on(event)
        devices[index].machine = machine
        while !actions.isEmpty {
            switch actions.removeFirst() {
            case .activate, .follow: continue
            case .check(let result):
                record(.claimed(result.purchaseData.purchaseToken), of: entry.id, index)
                let reading = try reading(try claimed(result.purchaseData.purchaseToken, entry, index), entry, index)
                actions += machine.on(.verified(reading))
            case .resolve(let claim):
                var finding = Finding.absent
                if let uid = claim?.purchaseToken {
                    record(.claimed(uid), of: entry.id, index)
                    finding = try claimed(uid, entry, index)
                }
                if finding == .foreign || finding == .absent {
                    let listed = try listed(entry, index)
                    if listed != .absent { finding = listed }
                }
                if finding == .foreign || finding == .absent {
                    let recent = try recent(entry, index)
                    if recent != .absent { finding = recent }
                }
                actions += machine.on(.verified(try reading(finding, entry, index)))
            case .acknowledge(let purchase):
                try advance(purchase.uid, .acknowledge, entry.id, index)
                actions += machine.on(.acknowledged(nil))
            case .end(let result):
                devices[index].machine = nil
                devices[index].entry = nil
                try heard(result, entry, index)
                return
            }
            devices[index].machine = machine
        }
    }

    // MARK: - The app

    mutating func heard(_ result: PurchaseResult, _ entry: LedgerEntry, _ index: Int) throws {
        let order = entry.reference
        switch result {
        case .success(.verified(let purchase)):
            let sale = sales.first { $0.uid == purchase.uid }
            if sale?.reference != order { violations.append("\(order): success of \(sale?.reference ?? "nobody")") }
            try deliver(purchase.uid, index)
        case .success(.unverified): violations.append("\(order): unverified")
        case .failed, .userCancelled:
            let isPaid = sales.contains { $0.reference == order && !$0.isRefunded }
            if isPaid, paidInTime.contains(order) { violations.append("\(order): paid, but \(result)") }
        case .pending: break
        }
    }

    mutating func deliverUnfinished(_ index: Int) throws {
        for sale in sales where sale.state != .consumed && !sale.isRefunded { try deliver(sale.uid, index) }
    }

    mutating func deliver(_ uid: String, _ index: Int) throws {
        guard let sale = sales.first(where: { $0.uid == uid }) else { return }
        delivered.insert(uid)
        _ = try fate()
        let delivery = LedgerEntry(
            id: "delivery-\(uid)-\(random.next())",
            domain: ModelSigner.domain,
            sku: sale.sku,
            payload: sale.payload,
            reference: "",
            guestUID: nil,
            opened: time(index)
        )
        let id = devices[index].ledger.requestFinish(delivery, payment(sale, index), at: time(index))
        try advance(uid, .finish, id, index)
    }

    mutating func restart(_ index: Int) {
        devices[index].machine = nil
        devices[index].entry = nil
        do {
            try deliverUnfinished(index)
            try pass(index, all: true)
        } catch {
            restart(index)
        }
    }

    mutating func refund() {
        if !sales.isEmpty { sales[random.below(sales.count)].isRefunded = true }
    }

    func brokenRules() -> [String] {
        var broken: [String] = []
        for sale in sales {
            let tokens = Set(reports.filter { $0.order == sale.orderUID }.map(\.token))
            if tokens.count > 1 { broken.append("\(sale.orderUID): reported with two tokens") }
            if sale.isRefunded { continue }
            if sale.state != .consumed { broken.append("\(sale.uid): not consumed") }
            if !delivered.contains(sale.uid) { broken.append("\(sale.uid): not delivered") }
            if tokens.isEmpty { broken.append("\(sale.orderUID): not reported") }
        }
        return broken
    }

    static func record(_ sale: ModelService.Sale) -> PurchaseRecord { ModelSigner.record(sale, signed: false) }

    static func result(_ sale: ModelService.Sale) -> CheckoutPurchaseResult {
        CheckoutPurchaseResult(
            responseCode: 0,
            purchaseData: CheckoutPurchaseData(
                orderId: sale.orderUID,
                packageName: ModelSigner.domain,
                productId: sale.sku,
                purchaseTime: 1,
                purchaseToken: sale.uid,
                purchaseState: 0,
                developerPayload: sale.payload,
                productType: .inApp,
                isAutoRenewing: false
            ),
            dataSignature: ""
        )
    }
}
