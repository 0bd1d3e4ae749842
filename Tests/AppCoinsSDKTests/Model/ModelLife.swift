import APIRuntime
import AppCoinsAPI
import Foundation
import HTTPTypes

@testable import AppCoinsSDK

/// One life of a process: after its end, nothing that it does has an effect.
///
/// The life ends by a kill between two steps, or during a step: a call that the service has processed or not, or a write
/// that is stored or not.
final class ModelLife: Sendable {
    private struct State: Sendable {
        var random: ModelRandom
        var isDead = false
        var stepsLeft: Int?
        var faultRate: Int
        /// Whether some writes and reads fail although the process lives on, as on a full or locked disk.
        var isDiskFull = false
    }

    /// The identifier of the life.
    let id = UUID()

    /// Whether neither faults nor a kill are planned.
    let isCalm: Bool

    private let state: LockedState<State>

    /// Creates a life.
    ///
    /// - Parameters:
    ///   - seed: The seed of its faults.
    ///   - faultRate: The number of faults per 100 calls.
    ///   - stepsLeft: The number of steps before the kill; `nil` for none.
    init(seed: UInt64, faultRate: Int, stepsLeft: Int?) {
        isCalm = faultRate == 0 && stepsLeft == nil
        state = LockedState(State(random: ModelRandom(seed: seed), stepsLeft: stepsLeft, faultRate: faultRate))
    }

    /// Ends the life now.
    func kill() { state.withLock { $0.isDead = true } }

    /// Whether the life has ended.
    var isDead: Bool { state.withLock { $0.isDead } }

    /// Whether a read of the store fails although the process lives on, as of a device that is locked.
    func readFails() -> Bool {
        state.withLock { $0.faultRate > 0 && $0.isDiskFull && $0.random.chance(10) }
    }

    /// The fate of a step.
    enum Fate {
        /// The step is performed and reported.
        case done
        /// The step is performed, but its result is lost.
        case lost
        /// The step is not performed.
        case failed
        /// The step gets a response of the service that it does not process.
        case status(Int)
    }

    /// Returns the fate of the next step.
    func step(isCall: Bool) -> Fate {
        state.withLock { state in
            if state.isDead { return .failed }
            if let left = state.stepsLeft {
                state.stepsLeft = left - 1
                if left <= 1 {
                    state.isDead = true
                    return state.random.chance(50) ? .lost : .failed
                }
            }
            if !isCall, state.faultRate > 0 {
                if state.isDiskFull, state.random.chance(30) { return state.random.chance(30) ? .lost : .failed }
                if state.random.chance(10) { state.isDiskFull.toggle() }
            }
            guard isCall, state.random.chance(state.faultRate) else { return .done }
            switch state.random.below(6) {
            case 0: return .lost
            case 1: return .failed
            case 2: return .status(500)
            case 3: return .status(503)
            case 4: return .status(429)
            default: return .status(401)
            }
        }
    }
}

/// The transport of a life to the model of the service.
struct ModelTransport: HTTPTransport {
    let service: ModelService
    let life: ModelLife
    let device: String

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let fate = life.step(isCall: true)
        switch fate {
        case .failed: throw TransportError(.unreachable, "The model lost the request.")
        case .status(let status): return TransportResponse(HTTPResponse(status: .init(code: status)), body: .bytes([]))
        case .done, .lost: break
        }
        let (status, body) = service.respond(to: request, of: device)
        if case .lost = fate { throw TransportError(.connection, "The model lost the response.") }
        if status == 200 { service.confirm(request, of: life.id) }
        var head = HTTPResponse(status: .init(code: status))
        head.headerFields[.contentType] = "application/json"
        head.headerFields[.date] = HTTPDate.format(service.state.withLock { $0.now })
        return TransportResponse(head, body: .bytes(body))
    }
}

/// The store of a life, which outlives it.
struct ModelStore: SecretStore {
    let disk: MemorySecretStore
    let life: ModelLife

    func secret(_ name: String) throws -> Data? {
        if life.isDead { throw SecretStoreError("the process has ended") }
        if life.readFails() { throw SecretStoreError("the read failed") }
        return disk.secret(name)
    }

    func set(_ secret: Data?, for name: String) throws {
        switch life.step(isCall: false) {
        case .failed, .status: throw SecretStoreError("the write failed")
        case .lost:
            disk.set(secret, for: name)
            throw SecretStoreError("the write failed")
        case .done: disk.set(secret, for: name)
        }
    }
}

/// A clock that never waits: whoever wants to sleep is cancelled, and the model performs the passes itself.
struct ModelClock: Clock {
    typealias Instant = ContinuousClock.Instant
    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw CancellationError() }
}

/// A reproducible sequence of numbers (SplitMix64).
struct ModelRandom: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<Item>(_ items: [Item]) -> Item? { items.isEmpty ? nil : items[below(items.count)] }
}
