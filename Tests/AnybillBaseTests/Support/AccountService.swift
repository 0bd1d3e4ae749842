import APIRuntime
import APITesting
import AnybillAPI
import Foundation

@testable import AnybillBase

/// A service of several users, whose refresh tokens can be used once each, as those of the real identity service.
actor AccountService {
    /// A login: a pair of tokens that each renewal replaces.
    private struct Session {
        let user: String
        var access: String
        var refresh: String
        var expiry: Date
    }

    /// The receipts of each user.
    let receipts: [String: HeldService]
    /// The push tokens of each user.
    private(set) var pushTokens: [String: Set<String>] = [:]
    /// The number of renewals that were refused because their refresh token had been used before.
    private(set) var reuses = 0
    /// The number of renewals that were received.
    private(set) var renewals = 0
    /// The faults of the next requests for push tokens, in order.
    var pushFaults: [Fault] = []

    private let now: @Sendable () -> Date
    private let lifetime: Int
    private var sessions: [Session] = []
    private var owners: [String: String] = [:]
    private var lastToken = 0
    private var isHolding = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var observers: [CheckedContinuation<Void, Never>] = []

    /// A fault of a request.
    enum Fault {
        /// The service never receives the request.
        case notSent
        /// The service performs the request, and its response is lost.
        case lost
        /// The service fails.
        case refused
        /// The request succeeds.
        case none

        /// Returns any of them.
        static func random(_ random: inout SeededGenerator) -> Fault {
            [notSent, lost, refused, none][Int.random(in: 0..<4, using: &random)]
        }
    }

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - receipts: The receipts of each user.
    ///   - lifetime: The seconds after which an access token expires.
    ///   - now: Returns the time of the service.
    init(
        _ receipts: [String: [Receipt]],
        lifetime: Int = 86_400,
        now: @escaping @Sendable () -> Date = { .distantPast }
    ) {
        self.receipts = receipts.mapValues { HeldService($0) }
        self.lifetime = lifetime
        self.now = now
    }

    /// A transport to the service.
    nonisolated var transport: ScriptedTransport { ScriptedTransport { await self.response(to: $0) } }

    /// Issues the tokens of a login.
    func tokens(of user: String) -> TokenUser {
        let session = Session(user: user, access: nextToken("a"), refresh: nextToken("r"), expiry: nextExpiry)
        sessions.append(session)
        owners[session.access] = user
        return TokenUser(accessToken: session.access, expiresIn: lifetime, refreshToken: session.refresh)
    }

    /// Returns the user to whom an access token was issued; `nil` if it was not issued.
    func owner(of access: String) -> String? { owners[access] }

    /// Makes all access tokens invalid, so that each session must be renewed.
    func expireAll() {
        for index in sessions.indices { sessions[index].access = nextToken("expired") }
    }

    /// Ends all sessions of a user, so that their next renewal is refused.
    func revoke(_ user: String) { sessions.removeAll { $0.user == user } }

    /// Sets the faults of the next requests for push tokens.
    func failPush(_ faults: [Fault]) { pushFaults = faults }

    /// Holds back the responses to renewals.
    func holdRenewals() { isHolding = true }

    /// Waits until a number of renewals have been received.
    func waitForRenewals(_ count: Int) async {
        while renewals < count { await withCheckedContinuation { observers.append($0) } }
    }

    /// Sends the held responses.
    func releaseRenewals() {
        isHolding = false
        for continuation in held { continuation.resume() }
        held = []
    }

    func response(to request: RecordedRequest) async -> ScriptedResponse {
        if request.path.hasSuffix("/token") { return await renew(request) }
        let access = request.header("Authorization")?.dropFirst("Bearer ".count)
        guard let session = sessions.first(where: { $0.access == access ?? "" }), now() < session.expiry else {
            return .problem(401)
        }
        if request.path.contains("/user/pushtoken") { return push(request, session.user) }
        return await receipts[session.user]?.response(to: request) ?? .problem(404)
    }

    private func renew(_ request: RecordedRequest) async -> ScriptedResponse {
        renewals += 1
        for continuation in observers { continuation.resume() }
        observers = []
        let field = request.text.split(separator: "&").first { $0.hasPrefix("refresh_token=") }
        let refresh = field.map { String($0.dropFirst("refresh_token=".count)) }
        guard let index = sessions.firstIndex(where: { $0.refresh == refresh }) else {
            reuses += 1
            return .value(OAuthError(error: "invalid_grant", errorDescription: "AADB2C90080"), status: 400)
        }
        sessions[index].access = nextToken("a")
        sessions[index].refresh = nextToken("r")
        sessions[index].expiry = nextExpiry
        let renewed = sessions[index]
        owners[renewed.access] = renewed.user
        let response = ScriptedResponse.value(
            TokenResponse(accessToken: renewed.access, expiresIn: lifetime, refreshToken: renewed.refresh)
        )
        if isHolding { await withCheckedContinuation { held.append($0) } }
        return response
    }

    private func push(_ request: RecordedRequest, _ user: String) -> ScriptedResponse {
        let fault = pushFaults.isEmpty ? .none : pushFaults.removeFirst()
        if fault == .notSent { return .failure(TransportError(.unreachable, "offline")) }
        if fault == .refused { return .problem(500) }
        var status = 204
        if request.line.hasPrefix("DELETE") {
            let token = request.path.split(separator: "/").last.map(String.init) ?? ""
            if pushTokens[user]?.remove(token) == nil { status = 404 }
        } else if let body = try? request.json(PushTokenRegistration.self) {
            pushTokens[user, default: []].insert(body.token)
        }
        if fault == .lost { return .failure(TransportError(.connection, "lost")) }
        return status == 404 ? .problem(404) : .status(status)
    }

    private var nextExpiry: Date { now().addingTimeInterval(Double(lifetime)) }

    private func nextToken(_ kind: String) -> String {
        lastToken += 1
        return "\(kind)\(lastToken)"
    }
}

/// A token store without locks that suspends between its steps, as the Keychain between two processes.
final class LocklessTokenStore: TokenStore {
    /// What several stores of one Keychain share.
    final class Keychain: Sendable {
        let entry = LockedState<StoredToken?>(nil)
    }

    struct Failure: Error {}

    private let keychain: Keychain
    private let isFailing = LockedState(false)
    private let loaded = LockedState<(@Sendable () async -> Void)?>(nil)

    init(_ keychain: Keychain = Keychain()) {
        self.keychain = keychain
    }

    /// Makes all changes fail.
    func setFailing(_ isFailing: Bool) { self.isFailing.withLock { $0 = isFailing } }

    /// Runs a closure once, between the next load and the use of its result.
    func afterNextLoad(_ body: @escaping @Sendable () async -> Void) { loaded.withLock { $0 = body } }

    func load() async throws -> StoredToken? {
        await Task.yield()
        let entry = keychain.entry.withLock { $0 }
        await loaded.withLock { $0.take() }?()
        await Task.yield()
        return entry
    }

    func save(_ entry: StoredToken) async throws {
        await Task.yield()
        if isFailing.withLock({ $0 }) { throw Failure() }
        keychain.entry.withLock { $0 = entry }
        await Task.yield()
    }

    func remove() async throws {
        await Task.yield()
        if isFailing.withLock({ $0 }) { throw Failure() }
        keychain.entry.withLock { $0 = nil }
        await Task.yield()
    }
}
