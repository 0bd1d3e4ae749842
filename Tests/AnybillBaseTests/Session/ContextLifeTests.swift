import Foundation
import Testing

@testable import AnybillBase

// ANYBILL_LIVES sets the number of simulated hours, for long runs, and ANYBILL_LIFE the first of them.
@Suite("Life of contexts", .timeLimit(.minutes(60)))
@MainActor
struct ContextLifeTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test("in an hour of logins, logouts, renewals and restarts, all processes agree and show one user's receipts")
    func hours() async throws {
        let first = Self.number("ANYBILL_LIFE") ?? 1
        for seed in first..<(first + (Self.number("ANYBILL_LIVES") ?? 2)) {
            let life = ContextLife(seed: seed)
            await life.run(minutes: 60)
            guard !life.problems.isEmpty else { continue }
            Issue.record("seed \(seed): \(life.problems.prefix(5))\n\(life.trace.suffix(30).joined(separator: "\n"))")
            return
        }
    }
}
