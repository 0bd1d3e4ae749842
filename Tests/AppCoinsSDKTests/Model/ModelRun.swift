import APIRuntime
import AppCoinsAPI
import AppCoinsTesting
import Foundation

@testable import AppCoinsSDK

/// One random history of two devices, a buyer, links, faults, kills and clock jumps.
struct ModelRun {
    private let service = ModelService()
    private let account = ModelAccount()
    private let devices: [ModelDevice]
    private var random: ModelRandom
    private var orders = 0

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
        switch random.below(12) {
        case 0...5: await purchase(on: [device])
        case 6: await purchase(on: devices)
        case 7: await device.start(life())
        case 8: refund()
        case 9: device.setClock([0, 86_400, -86_400, 365 * 86_400, -365 * 86_400][random.below(5)])
        default:
            service.state.withLock { $0.now += TimeInterval(60 + random.below(7200)) }
            await device.billing?.keeper.pass()
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
            checkouts.append(ModelCheckout(device, sku, payload, "order-\(orders)", service, account))
        }
        for checkout in checkouts { await checkout.opened() }
        for _ in 0..<random.below(5) * checkouts.count {
            await checkouts[random.below(checkouts.count)].event(&random, others: checkouts)
        }
        for checkout in checkouts { await checkout.end(&random) }
        for checkout in checkouts where checkout.device.life.isDead {
            // The buyer comes back from the browser into a new process.
            await checkout.device.start(life())
            if random.chance(50) { checkout.lateLink() }
        }
    }

    // MARK: - The end

    private mutating func settle() async {
        for device in devices {
            device.setClock(0)
            await device.start(life(isCalm: true))
        }
        for _ in 0..<3 {
            service.state.withLock { $0.now += 7200 }
            for device in devices {
                await device.billing?.keeper.pass(all: true)
                await device.deliverUnfinished()
            }
        }
        for device in devices {
            let list = try? await device.billing?.purchaseList()
            if list?.isComplete != true { account.violate("device \(device.name): the purchases cannot be read") }
            let unfinished = try? await device.billing?.unfinishedPurchases()
            if unfinished?.isEmpty != true { account.violate("device \(device.name): purchases remain unfinished") }
        }
    }

    private func brokenRules() -> [String] {
        var broken: [String] = []
        let (reports, delivered) = (service.state.withLock { $0.reports }, account.state.withLock { $0.delivered })
        for sale in service.sales {
            let own = reports.filter { $0.order == sale.orderUID }
            if Set(own.map(\.token)).count > 1 { broken.append("\(sale.orderUID): reported with two tokens") }
            if sale.isRefunded { continue }
            if sale.state != .consumed { broken.append("\(sale.uid): \(sale.state), not consumed") }
            if delivered[sale.uid] != 1 { broken.append("\(sale.uid): not delivered") }
            if own.isEmpty { broken.append("\(sale.orderUID): not reported") }
        }
        for uid in delivered.keys where !service.sales.contains(where: { $0.uid == uid }) {
            broken.append("\(uid): delivered, but never paid")
        }
        return broken
    }
}
