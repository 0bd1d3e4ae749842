import Foundation
import Testing

@testable import AppCoinsSDK

@Suite("Random histories of purchases", .timeLimit(.minutes(10)))
struct ModelTests {
    @Test("in every history, each paid order is delivered, finished and reported once, and no other one is delivered")
    func histories() async {
        let environment = ProcessInfo.processInfo.environment
        let count = Int(environment["HISTORIES"] ?? "") ?? 300
        let first = UInt64(environment["SEED"] ?? "") ?? 1
        var paid = 0
        for seed in first..<first + UInt64(count) {
            var run = ModelRun(seed: seed)
            let violations = await run.violations()
            paid += run.paidOrders
            #expect(violations.isEmpty, "SEED=\(seed) HISTORIES=1")
            if !violations.isEmpty { return }
        }
        print("histories \(count), paid orders \(paid)")
    }
}
