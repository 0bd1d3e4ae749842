import Testing

@testable import soak

@Suite("Short soak test", .timeLimit(.minutes(5)))
struct SoakTests {
    @Test("a thousand calls with faults of every kind end as documented, and no change is made twice")
    func short() async throws {
        let report = try await Soak(plan: SoakPlan(calls: 1000, workers: 12, seed: 7)).run()
        #expect(report.violations.isEmpty, "\(report.table)")
        #expect(report.calls >= 900)
        #expect(report.expiries >= 1)
        #expect(report.changes > 0)
        // The faults took effect: not every call succeeded.
        #expect(report.outcomes.keys.contains { $0 != .success })
    }

    @Test("each broken rule is a violation")
    func violations() {
        var report = SoakReport()
        report.outcomes = [.success: 1, .wrong("decoding"): 1, .undocumented(404): 1, .unauthenticated("rejected"): 1]
        report.end.bytes = 1 << 30
        report.end.descriptors = 1000
        report.judge()
        #expect(report.violations.count == 5)
    }
}
