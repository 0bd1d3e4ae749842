import APIRuntime
import APITesting

/// A store whose methods wait for the scheduler before they use another store.
///
/// Two of them over one file are the stores of two processes.
struct ModelStore: TokenStore {
    /// The error of an injected fault.
    struct Fault: Error {}

    let world: ModelWorld
    let inner: any TokenStore

    func load() async throws -> StoredToken? {
        try await pass(.load)
        return try await inner.load()
    }

    func save(_ entry: StoredToken) async throws {
        try await pass(.save)
        world.note(entry)
        try await inner.save(entry)
        try await pass(.save)
    }

    func remove() async throws {
        try await pass(.remove)
        try await inner.remove()
    }

    func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        do {
            try await pass(.replace)
            world.note(next)
            let isReplaced = try await inner.replace(current, with: next)
            if isReplaced { world.noteReplaced(current.token.refreshToken) }
            return isReplaced
        } catch {
            world.forgive(current.token.refreshToken)
            throw error
        }
    }

    func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await pass(.lock)
        return try await inner.exclusively(body)
    }

    private func pass(_ gate: ModelWorld.Gate) async throws {
        switch await world.pass(gate) {
        case .proceed: return
        case .cancelled, .cancelTask: throw CancellationError()
        case .fail, .status: throw Fault()
        }
    }
}

/// A clock whose sleepers wait for the scheduler when their time has come.
struct ModelClock: Clock {
    let base: TestClock
    let world: ModelWorld

    var now: TestClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        try await base.sleep(until: deadline, tolerance: tolerance)
        switch await world.pass(.wake) {
        case .proceed: return
        case .cancelled, .cancelTask: throw CancellationError()
        case .fail, .status: throw ModelStore.Fault()
        }
    }
}
