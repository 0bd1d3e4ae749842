import Foundation
import Testing

@testable import APIRuntime

@Suite("Model of sessions", .timeLimit(.minutes(5)))
struct SessionModelTests {
    /// The number of runs of each kind; set `SESSION_MODEL_SEEDS` for more.
    private static let seeds =
        ProcessInfo.processInfo.environment["SESSION_MODEL_SEEDS"].flatMap { UInt64($0) } ?? 150

    @Test(
        "no order of events lets a request carry, or a user read, what belongs to another session",
        arguments: ModelRun.Kind.allCases
    )
    func interleavings(_ kind: ModelRun.Kind) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "session-model-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        var delivered = 0
        var ended = 0
        for seed in 1...Self.seeds {
            let run = try ModelRun(seed: seed, kind, in: folder)
            let report = await run.run()
            delivered += report.delivered
            ended += report.ended
            #expect(report.violations.isEmpty, "seed \(seed), \(kind): \(report.violations)")
            if !report.violations.isEmpty { break }
        }
        // A model in which nothing happens would prove nothing.
        #expect(delivered > Int(Self.seeds) / 2, "too few responses: \(delivered)")
        #expect(ended > Int(Self.seeds) / 10, "too few calls of ended sessions: \(ended)")
    }
}
