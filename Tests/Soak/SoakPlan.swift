import Foundation
import SandboxServer

/// The length and the choices of a soak test.
///
/// The same seed produces the same choices.
struct SoakPlan: Sendable {
    /// The total number of calls.
    var calls: Int
    /// The number of concurrent calls.
    var workers: Int
    /// The seed of all random choices.
    var seed: UInt64

    /// The number of calls in one round, which has faults of one kind and ends with a check.
    var roundLength: Int { workers * 10 }

    /// The number of rounds, including two for warming up.
    var rounds: Int { max(4, calls / roundLength) }
}

/// The kind of trouble in one round.
enum SoakTrouble: CaseIterable, Sendable {
    case none, expiry, latency, tooMany, serverErrors, drops, truncations, refusals

    /// Returns the faults of the data operations.
    ///
    /// For an expiry, the soak test expires tokens instead.
    func faults(_ random: inout SoakRandom) -> [Fault] {
        let kinds: [Fault.Kind] =
            switch self {
            case .none, .expiry: []
            case .latency: [.latency(milliseconds: 1 + random.next(below: 15))]
            case .tooMany: [.status(429, retryAfter: 0)]
            case .serverErrors: [.status(503), .status(500)]
            case .drops: [.droppedConnection]
            case .truncations: [.truncatedBody]
            case .refusals: [.status(401)]
            }
        return kinds.map { Fault($0, pathPrefix: "/api/", times: 5 + random.next(below: 40)) }
    }
}

/// A random number generator with a seed (SplitMix64).
struct SoakRandom: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// Returns a number from 0 up to, but not including, a bound.
    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
