import Foundation
import Testing

@testable import AppCoinsSDK

@Suite("Random histories of purchases", .timeLimit(.minutes(60)))
struct ModelTests {
    @Test("in every history, each paid order is delivered, finished and reported once, and no other one is delivered")
    func histories() async {
        let environment = ProcessInfo.processInfo.environment
        let count = Int(environment["HISTORIES"] ?? "") ?? 30
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

    @Test("in thousands of histories of the deciders, no step that fails or ends the process loses or repeats anything")
    func deciders() {
        let environment = ProcessInfo.processInfo.environment
        let count = Int(environment["DECIDER_HISTORIES"] ?? "") ?? 2000
        let first = UInt64(environment["SEED"] ?? "") ?? 1
        var paid = 0
        for seed in first..<first + UInt64(count) {
            var world = DeciderWorld(seed: seed)
            let violations = world.run()
            paid += world.sales.count
            #expect(violations.isEmpty, "SEED=\(seed) DECIDER_HISTORIES=1")
            if !violations.isEmpty { return }
        }
        print("decider histories \(count), paid orders \(paid)")
    }
}
