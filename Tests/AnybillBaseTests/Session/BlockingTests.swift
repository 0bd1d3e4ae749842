import APIRuntime
import APITesting
import AnybillAPI
import Dispatch
import Foundation
import Testing

@testable import AnybillBase

// As many contexts as the system has threads for tasks, and one more, block on their stores at the same time. If one of
// them blocked such a thread, no other task could run.
@Suite("Blocking work of stores", .timeLimit(.minutes(2)))
@MainActor
struct BlockingTests {
    /// An occasion for blocking work.
    enum Occasion: CaseIterable {
        case start, login, adoption, logout
    }

    @Test("opening, creating and closing stores blocks no thread that tasks share", arguments: Occasion.allCases)
    func pool(occasion: Occasion) async throws {
        let count = ProcessInfo.processInfo.activeProcessorCount + 1
        let valve = Valve()
        var calls: [@MainActor () async throws -> Void] = []
        var folders: [TemporaryFolder] = []
        for _ in 0..<count {
            let folder = TemporaryFolder()
            folders.append(folder)
            calls.append(try await prepare(occasion, folder, valve))
        }
        valve.close()
        let tasks = calls.map { call in Task { try await call() } }
        while valve.waiting < count - 1 { await Task.yield() }
        await Task.detached {}.value
        valve.open()
        for task in tasks { try await task.value }
        #expect(valve.timeouts == 0)
        withExtendedLifetime(folders) {}
    }

    private func prepare(
        _ occasion: Occasion,
        _ folder: TemporaryFolder,
        _ valve: Valve
    ) async throws -> @MainActor () async throws -> Void {
        let bench = { Bench(storage: folder.location, willBlock: { valve.pass() }) }
        switch occasion {
        case .start:
            try await Bench(storage: folder.location).logIn()
            return { await bench().receipts.waitUntilLoaded() }
        case .login:
            let bench = bench()
            await bench.context.ready()
            return { try await bench.logIn() }
        case .adoption:
            let bench = bench()
            await bench.context.ready()
            try await Bench(storage: folder.location).logIn()
            return { await bench.context.ready() }
        case .logout:
            let bench = bench()
            try await bench.logIn()
            return { try await bench.auth.logoutUser() }
        }
    }
}

/// A valve before blocking work: while it is closed, the threads wait.
private final class Valve: Sendable {
    private struct State {
        var isClosed = false
        var waiting = 0
        var timeouts = 0
    }

    private let state = LockedState(State())
    private let opened = DispatchSemaphore(value: 0)

    /// The number of threads that have begun to wait.
    var waiting: Int { state.withLock { $0.waiting } }

    /// The number of threads that waited so long that the valve opened too late.
    var timeouts: Int { state.withLock { $0.timeouts } }

    func close() { state.withLock { $0.isClosed = true } }

    func open() {
        state.withLock { $0.isClosed = false }
        opened.signal()
    }

    func pass() {
        let isClosed = state.withLock { state in
            if state.isClosed { state.waiting += 1 }
            return state.isClosed
        }
        guard isClosed else { return }
        // Long enough for a task, and not endless: a blocked pool must fail the test instead of stopping it.
        if opened.wait(timeout: .now() + 20) == .timedOut { state.withLock { $0.timeouts += 1 } }
        opened.signal()
    }
}
