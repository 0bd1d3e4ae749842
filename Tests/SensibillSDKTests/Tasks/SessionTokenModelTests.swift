import APIRuntime
import SeededTesting
import Testing

@testable import SensibillSDK

/// Sign-ins, restored tokens and sign-outs of one delegate in random orders.
///
/// The store and the sign-ins suspend until the scheduler lets them continue, one at a time.
@MainActor
@Suite("The token of a session in random orders of events", .timeLimit(.minutes(2)))
struct SessionTokenModelTests {

    @Test("no token from before a sign-out is used after it, and a later sign-in succeeds", arguments: 0..<150)
    func orders(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let run = Run(hasEntry: Bool.random(using: &random))
        for _ in 0..<Int.random(in: 4...20, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: run.begin { try await $0.prepare() }
            case 1: run.begin { try await $0.update() }
            case 2: run.beginSignOut()
            default: run.steps.release(&random)
            }
            await run.settle()
            run.check()
        }
        await run.finish(&random)
        run.check()
        let stored = try await run.memory.load()
        let token = run.delegate.currentAccessToken(for: "ada")
        // A stored token is read by the first call.
        if !run.outcomes.isEmpty || run.signOuts > 0 { #expect(stored?.token.accessToken == token) }
        // Whatever was called after the last sign-out had returned succeeds, unless that sign-out ended it.
        for outcome in run.outcomes where outcome.removals == run.signOuts {
            #expect(outcome.error == nil, "\(outcome)")
            #expect(token != nil)
        }
    }

    /// A delegate, and the calls that were made of it.
    @MainActor
    private final class Run {
        struct Outcome {
            /// The number of sign-outs that had begun before the call.
            let removals: Int
            let error: String?
        }

        let memory: MemoryTokenStore
        let steps = Steps()
        let delegate: SessionTokenDelegate
        private(set) var outcomes: [Outcome] = []
        private(set) var signOuts = 0
        private var tasks: [Task<Void, Never>] = []
        private let unfinished = LockedState(0)
        /// The number of sign-outs that had begun when each token was requested.
        private let issued = LockedState<[String: Int]>(["kept": 0])

        init(hasEntry: Bool) {
            let kept = StoredToken(token: OAuthToken(accessToken: "kept", refreshToken: "r"), partition: "ada")
            memory = MemoryTokenStore(hasEntry ? kept : nil)
            let begun = LockedState(0)
            self.begun = begun
            let request: @Sendable (Steps, LockedState<[String: Int]>) async -> OAuthToken = { steps, issued in
                let removals = begun.withLock { $0 }
                await steps.wait()
                return issued.withLock { issued in
                    let name = "t\(issued.count)"
                    issued[name] = removals
                    return OAuthToken(accessToken: name, refreshToken: "r")
                }
            }
            delegate = SessionTokenDelegate(
                cacheIdentifier: "ada",
                store: Store(memory: memory, steps: steps),
                refresher: TokenRefresher { [steps, issued] _ in await request(steps, issued) },
                login: { [steps, issued] in await request(steps, issued) }
            )
        }

        private let begun: LockedState<Int>

        func begin(_ call: @escaping @MainActor (SessionTokenDelegate) async throws -> Void) {
            unfinished.withLock { $0 += 1 }
            let removals = signOuts
            tasks.append(
                Task {
                    var failure: String?
                    do { try await call(delegate) } catch { failure = "\(error)" }
                    outcomes.append(Outcome(removals: removals, error: failure))
                    unfinished.withLock { $0 -= 1 }
                }
            )
        }

        func beginSignOut() {
            unfinished.withLock { $0 += 1 }
            signOuts += 1
            begun.withLock { $0 += 1 }
            tasks.append(
                Task {
                    do { try await delegate.signOut() } catch { Issue.record(error) }
                    unfinished.withLock { $0 -= 1 }
                }
            )
        }

        /// The token in use was requested after the last sign-out.
        func check() {
            guard let token = delegate.currentAccessToken(for: "ada") else { return }
            let removals = issued.withLock { $0[token] }
            #expect(removals == signOuts, "\(token) is from before a sign-out")
        }

        /// Lets all tasks that are not suspended by the scheduler continue.
        func settle() async {
            // Sign-outs begin outside of the main actor.
            while delegate.token.removals < signOuts { await Task.yield() }
            for _ in 0..<30 { await Task.yield() }
        }

        func finish(_ random: inout SeededRandom) async {
            while unfinished.withLock({ $0 }) > 0 {
                steps.release(&random)
                await settle()
            }
            for task in tasks { await task.value }
        }
    }

    /// Suspended work.
    private final class Steps: Sendable {
        private let waiting = LockedState<[CheckedContinuation<Void, Never>]>([])

        func wait() async {
            await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
        }

        /// Lets one work continue, if any is suspended.
        func release(_ random: inout SeededRandom) {
            let chosen = waiting.withLock { waiting in
                waiting.isEmpty ? nil : waiting.remove(at: Int.random(in: waiting.indices, using: &random))
            }
            chosen?.resume()
        }
    }

    /// A store in memory whose calls suspend before and after they take effect.
    private struct Store: TokenStore {
        let memory: MemoryTokenStore
        let steps: Steps

        func load() async throws -> StoredToken? {
            await steps.wait()
            let entry = try await memory.load()
            await steps.wait()
            return entry
        }

        func save(_ entry: StoredToken) async throws {
            await steps.wait()
            try await memory.save(entry)
            await steps.wait()
        }

        func remove() async throws {
            await steps.wait()
            try await memory.remove()
            await steps.wait()
        }

        func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
            await steps.wait()
            let isReplaced = try await memory.replace(current, with: next)
            await steps.wait()
            return isReplaced
        }
    }
}
