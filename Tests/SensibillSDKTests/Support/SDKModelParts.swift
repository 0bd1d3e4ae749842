import APIRuntime
import APITesting
import Foundation
import HTTPTypes

@testable import SensibillSDK

/// The faults of a service, of which a mode selects some.
struct ModelFaults: Sendable {
    /// The kind of faults.
    enum Mode: CaseIterable, Sendable {
        case none, mixed, offline, unavailable, unauthorized, uploadsUnauthorized, lookupsInvalid, statusInvalid, portal
    }

    var mode = Mode.none
    private var dice: SplitMix

    init(dice: SplitMix) {
        self.dice = dice
    }

    /// Returns the fault of a request.
    mutating func next(for request: RecordedRequest) -> ModelDocumentService.Fault? {
        let isUpload = request.head.method == .post
        let isStatus = request.path.hasSuffix("/status")
        switch mode {
        case .none: return nil
        case .offline: return .lostRequest
        case .unavailable: return .unavailable
        case .unauthorized: return .unauthorized
        case .uploadsUnauthorized: return isUpload ? .unauthorized : nil
        case .lookupsInvalid: return isUpload ? .lostResponse : isStatus ? nil : .invalid
        case .statusInvalid: return isStatus ? .invalid : nil
        case .portal: return .portal
        case .mixed:
            let all: [ModelDocumentService.Fault?] = [
                .lostRequest, .lostResponse, .lostNetwork, .unavailable, .tooManyRequests, .unauthorized, .conflict,
                .rejected, .portal, isUpload ? .refused : .invalid, nil, nil, nil,
            ]
            return all.randomElement(using: &dice) ?? nil
        }
    }
}

/// The tokens of all users, and the app's backend that issues them.
@MainActor
final class ModelTokens: TokenProvider {
    /// The behaviour of the backend.
    enum Mode: CaseIterable {
        case good, failing, stale, sameStale, empty, silent
    }

    private struct State: Sendable {
        var numbers: [String: Int] = [:]
        var questions = 0
    }

    var mode = Mode.good
    /// Returns the backend's time, which is always right.
    var now: @Sendable () -> Date = { Date() }
    private var held: [(Result<SensibillSDK.Credentials, any Error>) -> Void] = []
    private nonisolated let state = LockedState(State())

    /// The number of questions for tokens.
    nonisolated var questions: Int { state.withLock { $0.questions } }

    /// Whether the service accepts a token.
    nonisolated func isValid(_ token: String) -> Bool {
        let parts = token.split(separator: "/")
        guard parts.count == 2, let number = Int(parts[1]) else { return false }
        return state.withLock { $0.numbers[String(parts[0]), default: 0] } == number
    }

    /// Revokes a token that a client has invalidated.
    nonisolated func revoke(_ token: String) {
        guard let user = token.split(separator: "/").first, isValid(token) else { return }
        state.withLock { $0.numbers[String(user), default: 0] += 1 }
    }

    /// Revokes the tokens of all users.
    func revokeAll() {
        state.withLock { state in
            for user in state.numbers.keys { state.numbers[user, default: 0] += 1 }
        }
    }

    /// Lets the questions that have no response fail.
    func releaseAll() {
        if mode == .silent { mode = .good }
        for response in held { response(.failure(DelegateFailure())) }
        held = []
    }

    func provideTokenReplacement(
        userIdentifier: String,
        completion: @escaping (Result<SensibillSDK.Credentials, any Error>) -> Void
    ) {
        let (number, question) = state.withLock { state in
            state.questions += 1
            let number = state.numbers[userIdentifier, default: 0]
            state.numbers[userIdentifier] = number
            return (number, state.questions)
        }
        let end = now().addingTimeInterval(3600)
        switch mode {
        case .good: completion(.success(.init(accessToken: "\(userIdentifier)/\(number)", expiresAt: end)))
        case .failing: completion(.failure(DelegateFailure()))
        case .stale: completion(.success(.init(accessToken: "\(userIdentifier)/stale\(question)", expiresAt: end)))
        case .sameStale: completion(.success(.init(accessToken: "\(userIdentifier)/stale")))
        case .empty: completion(.success(.init(accessToken: "")))
        case .silent: held.append(completion)
        }
    }
}

/// A token store that takes its time, and that cannot always be read.
struct ModelTokenStore: TokenStore {
    let isReadable = LockedState(true)
    private let stored = MemoryTokenStore()

    func load() async throws -> StoredToken? {
        for _ in 0..<3 { await Task.yield() }
        guard isReadable.withLock({ $0 }) else { throw DelegateFailure() }
        return try await stored.load()
    }

    func save(_ entry: StoredToken) async throws {
        await Task.yield()
        try await stored.save(entry)
    }

    func remove() async throws {
        await Task.yield()
        try await stored.remove()
    }
}
