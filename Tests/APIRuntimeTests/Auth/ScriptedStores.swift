import SeededTesting

@testable import APIRuntime

/// A store whose operations a test delays or fails.
actor ScriptedStore: TokenStore {
    /// An operation of the store.
    enum Step: Hashable { case load, save, remove, replace }

    /// The error of a failing operation.
    struct Broken: Error {}

    private(set) var entry: StoredToken?
    private(set) var reached: [Step] = []
    private var failing: Set<Step> = []
    private var held: Set<Step> = []
    private var waiting: [CheckedContinuation<Bool, Never>] = []

    init(_ entry: StoredToken?) {
        self.entry = entry
    }

    func fail(_ steps: Set<Step>) { failing = steps }

    func hold(_ step: Step) { held = [step] }

    /// Lets the held operations continue, or fail.
    func letGo(failing: Bool = false) {
        held = []
        for continuation in waiting { continuation.resume(returning: failing) }
        waiting = []
    }

    func load() async throws -> StoredToken? {
        try await pass(.load)
        return entry
    }

    func save(_ entry: StoredToken) async throws {
        try await pass(.save)
        self.entry = entry
    }

    func remove() async throws {
        try await pass(.remove)
        entry = nil
    }

    func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        try await pass(.replace)
        guard entry == current else { return false }
        entry = next
        return true
    }

    private func pass(_ step: Step) async throws {
        reached.append(step)
        if failing.contains(step) { throw Broken() }
        guard held.contains(step) else { return }
        if await withCheckedContinuation({ waiting.append($0) }) { throw Broken() }
    }
}

/// A store whose operations take a random number of steps, and may fail after they have written.
actor RandomStore: TokenStore {
    private(set) var entry: StoredToken?
    private var random: SeededRandom
    private var failures: Double
    private var gate: CheckedContinuation<Void, Never>?
    private var holdsSave = false

    init(seed: UInt64, failures: Double = 0) {
        random = SeededRandom(seed: seed)
        self.failures = failures
    }

    var isHolding: Bool { gate != nil }

    /// Holds the next entry that is saved after it is written.
    func hold(failing: Bool) {
        holdsSave = true
        failures = failing ? 1 : 0
    }

    func letGo() {
        gate?.resume()
        gate = nil
    }

    func succeed() { failures = 0 }

    func load() async throws -> StoredToken? {
        await pass()
        return entry
    }

    func save(_ entry: StoredToken) async throws {
        await pass()
        self.entry = entry
        await pass()
        let fails = Double.random(in: 0..<1, using: &random) < failures
        if holdsSave {
            (holdsSave, failures) = (false, 0)
            await withCheckedContinuation { gate = $0 }
        }
        if fails { throw ScriptedStore.Broken() }
    }

    func remove() async throws {
        await pass()
        entry = nil
        await pass()
    }

    private func pass() async {
        for _ in 0..<Int.random(in: 0..<4, using: &random) { await Task.yield() }
    }
}

/// A store with only the three required methods.
actor PlainStore: TokenStore {
    private(set) var entry: StoredToken?
    private(set) var saves = 0
    private var gate: CheckedContinuation<Void, Never>?
    private var holdsSave = false
    private var failsSave = false

    init(_ entry: StoredToken?) { self.entry = entry }

    var isHolding: Bool { gate != nil }

    func holdNextSave() { holdsSave = true }

    func letGo() {
        gate?.resume()
        gate = nil
    }

    func load() async throws -> StoredToken? { entry }

    func remove() async throws { entry = nil }

    func failNextSave() { failsSave = true }

    func save(_ entry: StoredToken) async throws {
        if failsSave {
            failsSave = false
            throw CancellationError()
        }
        if holdsSave {
            holdsSave = false
            await withCheckedContinuation { gate = $0 }
        }
        saves += 1
        self.entry = entry
    }
}
