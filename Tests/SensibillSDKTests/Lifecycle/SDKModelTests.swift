import Foundation
import Testing

@testable import SensibillSDK

/// Random sequences of events of an app with the whole SDK, each reproducible from its seed except for the order in
/// which tasks run.
///
/// The events are starts and stops that overlap, SDKs that are dropped, two users, revoked and stale tokens, token
/// providers and token stores that fail, refused lookups and status requests, conflicts, captive portals, lost requests
/// and responses, jumps of the device's clock, and calls of the app. The number of seeds is that of SDK_SEEDS, for long
/// runs.
///
/// Invariants: the service receives each document at most once, with a token of its user; a document that the app has
/// not removed has reached the service and is reported, or is still in the queue with a reason; an SDK that is stopped
/// can be started; and while nothing changes and no time passes, requests and questions for tokens come to an end.
@MainActor
@Suite("The SDK under random events", .timeLimit(.minutes(30)))
struct SDKModelTests {
    private static let seeds = UInt64(ProcessInfo.processInfo.environment["SDK_SEEDS"] ?? "") ?? 20
    private static let first = UInt64(ProcessInfo.processInfo.environment["SDK_FIRST_SEED"] ?? "") ?? 1

    @Test("over starts, stops and faults of tokens, each document is stored once or kept with a reason, without haste")
    func exactlyOnce() async throws {
        var stored = 0
        for seed in Self.first..<(Self.first + Self.seeds) {
            let run = SDKModel(seed: seed)
            for _ in 0..<30 { await run.step() }
            await run.rest()
            try await run.settle()
            for violation in run.violations() { Issue.record("seed \(seed): \(violation)") }
            stored += run.storedCount
            run.remove()
        }
        #expect(stored > Int(Self.seeds))
    }
}
