import APIRuntime
import APITesting
import Foundation
import HTTPTypes

/// A generator of random numbers with a seed, so that a failing run can be repeated.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns whether an event of a probability in percent happens.
    mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// The server, the store and the network of a model run, all of whose awaits wait for the scheduler.
final class ModelWorld: Sendable {
    /// An await at which the run can be interrupted.
    enum Gate: Hashable, Sendable { case send, refresh, load, save, remove, replace, lock, wake, observe }

    /// The decision of the scheduler about an await.
    enum Choice: Hashable, Sendable {
        case proceed, fail, status(Int), cancelled
        /// The task that waits is cancelled, which ``pass(_:)`` returns as `cancelled`.
        case cancelTask
    }

    struct Waiting: Sendable {
        let id: Int
        let gate: Gate
        let continuation: CheckedContinuation<Choice, Never>
    }

    private struct State {
        var lastID = 0
        var waiting: [Waiting] = []
        var early: Set<Int> = []
        var tokens: [String: String] = [:]
        var lastToken = 0
        var spent: Set<String> = []
        var lost: Set<String> = []
        var sent: [String: [String]] = [:]
        var loginOfGeneration: [String: String] = [:]
        var generationOfCall: [String: String] = [:]
        var violations: [String] = []
        var isOpen = false
    }

    private let state = LockedState(State())

    // MARK: - Scheduling

    /// The awaits that wait for a decision, in order.
    var gates: [Gate] { state.withLock { $0.waiting.map(\.gate) } }

    /// Waits for the scheduler's decision; cancelling the task ends the wait.
    func pass(_ gate: Gate) async -> Choice {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let choice = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let choice = state.withLock { state -> Choice? in
                    if state.early.remove(id) != nil { return .cancelled }
                    if state.isOpen { return .proceed }
                    state.waiting.append(Waiting(id: id, gate: gate, continuation: continuation))
                    return nil
                }
                if let choice { continuation.resume(returning: choice) }
            }
        } onCancel: {
            let found = state.withLock { state -> Waiting? in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                    state.early.insert(id)
                    return nil
                }
                return state.waiting.remove(at: index)
            }
            found?.continuation.resume(returning: .cancelled)
        }
        guard choice == .cancelTask else { return choice }
        withUnsafeCurrentTask { $0?.cancel() }
        return .cancelled
    }

    /// Decides about one waiting await.
    func decide(_ index: Int, _ choice: Choice) {
        let found = state.withLock { $0.waiting.indices.contains(index) ? $0.waiting.remove(at: index) : nil }
        found?.continuation.resume(returning: choice)
    }

    /// Lets all awaits proceed from now on.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for gate in waiting { gate.continuation.resume(returning: .proceed) }
    }

    // MARK: - Server

    /// Issues a token to a sign-in.
    func issue(_ login: String) -> OAuthToken {
        state.withLock { state in
            state.lastToken += 1
            let number = state.lastToken
            state.tokens["access-\(number)"] = login
            state.tokens["refresh-\(number)"] = login
            return OAuthToken(accessToken: "access-\(number)", refreshToken: "refresh-\(number)")
        }
    }

    /// The sign-in that a token was issued to.
    func login(of token: String) -> String? { state.withLock { $0.tokens[token] } }

    /// Renews a token, and notes a refresh token that is used twice.
    func renew(_ token: OAuthToken) async throws -> OAuthToken {
        let used = token.refreshToken ?? ""
        let choice = await pass(.refresh)
        if choice == .fail || choice == .cancelled { throw StatusError(status: nil) }
        if case .status(let status) = choice { throw StatusError(status: status) }
        let login = state.withLock { state -> String in
            if !state.spent.insert(used).inserted, !state.lost.contains(used) {
                state.violations.append("\(used) was used twice")
            }
            return state.tokens[used] ?? "nobody"
        }
        return issue(login)
    }

    /// Allows a second use of the token before one whose successor an injected fault kept from the store.
    func forgive(_ refreshToken: String?) {
        guard let refreshToken else { return }
        state.withLock { _ = $0.lost.insert(refreshToken) }
    }

    /// Forbids a second use of a token again, because the store has its successor now.
    func noteReplaced(_ refreshToken: String?) {
        guard let refreshToken else { return }
        state.withLock { _ = $0.lost.remove(refreshToken) }
    }

    /// Records the sign-in of a stored entry.
    func note(_ entry: StoredToken?) {
        guard let entry, let generation = entry.generation else { return }
        state.withLock { $0.loginOfGeneration[generation] = $0.tokens[entry.token.accessToken] }
    }

    /// Records the session to which a call is bound at its start.
    func bind(_ call: String, to generation: String) {
        state.withLock { $0.generationOfCall[call] = generation }
    }

    /// The sign-in to which a call is bound; `nil` where it is not known.
    func owner(of call: String) -> String? {
        state.withLock { state in state.generationOfCall[call].flatMap { state.loginOfGeneration[$0] } }
    }

    /// Records the credential of a request, which must belong to the sign-in of its call.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - owner: The call that sends it, also for other calls that wait for the same response; `nil` if not known.
    /// - Returns: The sign-in of the credential.
    func noteRequest(_ request: RecordedRequest, of owner: String?) -> String {
        let token = request.header("Authorization").map { String($0.dropFirst(7)) } ?? ""
        let call = request.header("X-Trace") ?? ""
        if let owner, let expected = self.owner(of: owner), let login = login(of: token), login != expected {
            violate("\(owner) of \(expected) was sent as \(login)")
        }
        return state.withLock { state in
            let login = state.tokens[token] ?? "nobody"
            if call.isEmpty { return login }
            let former = state.sent[call] ?? []
            if let first = former.first, first != login {
                state.violations.append("\(call) of \(first) was sent as \(login)")
            }
            state.sent[call] = former + [login]
            return login
        }
    }

    /// The sign-ins whose tokens the requests of a call carried.
    func logins(sentBy call: String) -> [String] { state.withLock { $0.sent[call] ?? [] } }

    /// Records a broken invariant.
    func violate(_ text: String) { state.withLock { $0.violations.append(text) } }

    /// The broken invariants.
    var violations: [String] { state.withLock { $0.violations } }
}
