import APIRuntime
import AppCoinsAPI
import AppCoinsTesting
import Foundation

@testable import AppCoinsSDK

/// One random history of two devices, two guests, two users, links, faults, kills and clock jumps.
struct ModelRun {
    private let service = ModelService()
    private let account = ModelAccount()
    private let devices: [ModelDevice]
    private var random: ModelRandom
    private var orders = 0
    private var past: [ModelCheckout] = []

    init(seed: UInt64) {
        random = ModelRandom(seed: seed)
        let (service, account) = (service, account)
        devices = ["a", "b"].map { ModelDevice(name: $0, service: service, account: account) }
    }

    /// Performs the history and returns the broken rules.
    mutating func violations() async -> [String] {
        for device in devices { await device.start(life()) }
        for _ in 0..<3 + random.below(5) { await step() }
        await settle()
        for device in devices { await device.discard() }
        return account.state.withLock { $0.violations } + brokenRules()
    }

    /// The number of paid orders.
    var paidOrders: Int { service.sales.count }

    private mutating func life(isCalm: Bool = false) -> ModelLife {
        if isCalm { return ModelLife(seed: 1, faultRate: 0, stepsLeft: nil) }
        let faultRate = random.chance(50) ? 0 : random.below(40)
        let stepsLeft = random.chance(50) ? nil : 1 + random.below(60)
        return ModelLife(seed: random.next(), faultRate: faultRate, stepsLeft: stepsLeft)
    }

    private mutating func step() async {
        let device = devices[random.below(2)]
        switch random.below(14) {
        case 0...5: await purchase(on: [device])
        case 6: await purchase(on: devices)
        case 7: await device.start(life())
        case 8: refund()
        case 9: device.setClock([0, 86_400, -86_400, 365 * 86_400, -365 * 86_400][random.below(5)])
        case 10: random.pick(past)?.latePay()
        case 11: random.pick(past)?.lateLink()
        default:
            let isLong = random.chance(20)
            service.state.withLock { $0.now += isLong ? 4 * 86_400 : TimeInterval(60 + random.below(7200)) }
            await device.billing?.keeper.pass()
            if random.chance(30) { _ = try? await device.billing?.purchaseList() }
            await device.billing?.reporter.flush()
            if random.chance(30) { await device.deliverUnfinished() }
        }
        for device in devices where device.life.isDead { await device.start(life()) }
    }

    private mutating func refund() {
        let index = random.below(8)
        service.state.withLock { state in
            if index < state.sales.count { state.sales[index].isRefunded = true }
        }
    }

    // MARK: - Purchases

    private mutating func purchase(on devices: [ModelDevice]) async {
        var checkouts: [ModelCheckout] = []
        let (sku, payload) = (["gas", "oil"][random.below(2)], ["", "u1"][random.below(2)])
        for device in devices {
            orders += 1
            checkouts.append(ModelCheckout(device, sku, payload, "order-\(orders)", service, account, &random))
        }
        for checkout in checkouts { await checkout.opened() }
        // The link of an earlier order may arrive while another checkout is open.
        if random.chance(30) { random.pick(past)?.lateLink() }
        for _ in 0..<random.below(5) * checkouts.count {
            await checkouts[random.below(checkouts.count)].event(&random, others: checkouts)
        }
        for checkout in checkouts { await checkout.end(&random) }
        for checkout in checkouts where checkout.device.life.isDead {
            // The buyer comes back from the browser into a new process.
            await checkout.device.start(life())
            if random.chance(50) { checkout.lateLink() }
        }
        past += checkouts
    }

    // MARK: - The end

    private mutating func settle() async {
        for device in devices {
            device.setClock(0)
            await device.start(life(isCalm: true), isDelivering: false)
        }
        // The oldest first, while the others are unpaid or unknown.
        for checkout in past { checkout.lateLink() }
        await passes(isDelivering: false)
        expectSettledWithoutApp()
        await passes(isDelivering: true)
        for device in devices {
            let list = try? await device.billing?.purchaseList()
            await device.billing?.reporter.flush()
            if list?.isComplete != true { account.violate("device \(device.name): the purchases cannot be read") }
            let unfinished = try? await device.billing?.unfinishedPurchases()
            if unfinished?.isEmpty != true { account.violate("device \(device.name): purchases remain unfinished") }
        }
    }

    private func passes(isDelivering: Bool) async {
        for _ in 0..<3 {
            service.state.withLock { $0.now += 7200 }
            for device in devices {
                await device.billing?.keeper.pass(all: true)
                if isDelivering { await device.deliverUnfinished() }
            }
        }
    }

    /// Checks what the SDK must do without the app: acknowledge what is paid, and consume what the app has finished.
    private func expectSettledWithoutApp() {
        for sale in service.unfinished {
            if sale.state == .pending { account.violate("\(sale.uid): not acknowledged") }
            for device in devices where device.requested.contains(sale.uid) {
                account.violate("\(sale.uid): not consumed, although \(device.name) has finished it")
            }
        }
    }

    private func brokenRules() -> [String] {
        var broken: [String] = []
        let (reports, given) = (service.state.withLock { $0.reports }, account.state.withLock { $0.given })
        for sale in service.sales {
            let own = reports.filter { $0.order == sale.orderUID }
            if Set(own.map(\.token)).count > 1 { broken.append("\(sale.orderUID): reported with two tokens") }
            if sale.consumptions.values.contains(where: { $0 > 1 }) { broken.append("\(sale.uid): consumed twice") }
            if own.isEmpty { broken.append("\(sale.orderUID): not reported") }
            if sale.isRefunded {
                if own.count < 2 { broken.append("\(sale.orderUID): the refund is not reported") }
                continue
            }
            if sale.state != .consumed { broken.append("\(sale.uid): \(sale.state), not consumed") }
            if given[sale.uid] == nil { broken.append("\(sale.uid): not given") }
        }
        for uid in given.keys where !service.sales.contains(where: { $0.uid == uid }) {
            broken.append("\(uid): given, but never paid")
        }
        return broken + repeatedReports()
    }

    /// Returns the reports that a process has sent again after it had received the confirmation.
    private func repeatedReports() -> [String] {
        let (receipts, sales) = service.state.withLock { ($0.receipts, $0.sales) }
        return receipts.compactMap { receipt, count in
            // The report of a refund has the same content as that of the order.
            let isRefunded = sales.contains { $0.orderUID == receipt.order && $0.isRefunded }
            let limit = isRefunded ? 2 : 1
            return count > limit ? "\(receipt.order ?? receipt.token): reported \(count) times by one process" : nil
        }
    }
}
