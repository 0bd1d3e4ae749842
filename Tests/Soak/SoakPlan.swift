import Foundation
import SandboxServer

/// How long a soak is, and what it does when: the same seed makes the same choices.
struct SoakPlan: Sendable {
    /// Calls in all.
    var calls: Int
    /// Calls at a time.
    var workers: Int
    /// Start of every random choice.
    var seed: UInt64

    /// Calls between two looks at the sessions, with faults of one kind.
    var roundLength: Int { workers * 10 }

    /// Number of rounds, two of which warm up.
    var rounds: Int { max(4, calls / roundLength) }
}

/// What goes wrong in one round.
enum SoakTrouble: CaseIterable, Sendable {
    case none, expiry, latency, tooMany, serverErrors, drops, truncations, refusals

    /// The faults of the data operations; an expiry is made by ending the tokens.
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

/// Random numbers that a seed decides (SplitMix64).
struct SoakRandom: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A number from 0 up to a bound.
    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
