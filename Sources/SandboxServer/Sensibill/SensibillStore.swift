import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The state of the imitated receipt service, and who may touch which part of it.
final class SensibillStore: Sendable {

    /// Who asks.
    enum Caller: Hashable, Sendable {
        case user(String)
        case client
    }

    let core: SandboxCore
    let credentials: SensibillSandboxCredentials
    private let state: LockedState<SensibillState>
    private let counters = LockedState([String: Int]())

    /// Realm of the tokens of users.
    static let userRealm = "sensibill.user"
    /// Realm of the tokens of the client.
    static let clientRealm = "sensibill.client"

    init(core: SandboxCore, credentials: SensibillSandboxCredentials) {
        self.core = core
        self.credentials = credentials
        state = LockedState(SensibillState(settings: SensibillSandboxSettings(core.configuration)))
    }

    /// The sandbox's time in whole milliseconds, as the service writes it.
    var now: Date {
        Date(timeIntervalSinceReferenceDate: (core.clock.now.timeIntervalSinceReferenceDate * 1000).rounded() / 1000)
    }

    /// The next number of a kind, from 1.
    func nextNumber(_ kind: String) -> Int {
        counters.withLock { counters in
            counters[kind, default: 0] += 1
            return counters[kind, default: 0]
        }
    }

    /// The next id of a kind: three letters and 17 digits.
    func nextID(_ kind: String) -> String {
        let digits = String(nextNumber(kind))
        return kind + String(repeating: "0", count: 17 - digits.count) + digits
    }

    /// Reads or changes the state, alone.
    func withState<Result, Failure: Error>(
        _ body: (inout SensibillState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock(body)
    }

    /// Runs an operation's rules and turns a refusal into the operation's own failure.
    func perform<Body: Sendable, Failure: OperationError>(
        _ failing: Failure.Type,
        _ body: () throws(SensibillRefusal) -> Body
    ) throws(Failure) -> ServerResponse<Body> {
        do {
            return ServerResponse(try body())
        } catch {
            throw failure(error)
        }
    }

    /// Runs the rules of an operation for users with the calling user.
    func asUser<Body: Sendable, Failure: OperationError>(
        _ request: ServerRequest,
        _ failing: Failure.Type,
        _ body: (inout SensibillUser, Date) throws(SensibillRefusal) -> Body
    ) throws(Failure) -> ServerResponse<Body> {
        try perform(failing) { () throws(SensibillRefusal) in
            let id = try userID(request)
            let now = now
            return try withState { (state) throws(SensibillRefusal) in
                guard var user = state.users[id] else { throw .unauthorized("The account does not exist any more.") }
                let body = try body(&user, now)
                state.users[id] = user
                return body
            }
        }
    }

    /// A refusal as the failure of an operation, with a correlation id of its own.
    func failure<Failure: OperationError>(_ refusal: SensibillRefusal) -> Failure {
        refusal.failure(Failure.self, correlationID: nextID("cor"))
    }
}

extension SensibillStore {

    /// Who owns the bearer token of a request.
    ///
    /// - Throws: A refusal with status 401 without a token, or with one that is not good any more.
    func caller(_ request: ServerRequest) throws(SensibillRefusal) -> Caller {
        guard let token = request.bearer else {
            throw .unauthorized("The request has no access token.", .missingCredentialsError)
        }
        if let issued = try? core.tokens.check(token, realm: Self.userRealm) { return .user(issued.subject) }
        if (try? core.tokens.check(token, realm: Self.clientRealm)) != nil { return .client }
        throw .unauthorized("The access token is not known, or not good any more.")
    }

    /// The user who owns the bearer token of a request.
    ///
    /// - Throws: A refusal with status 401, or 403 for a token of the client.
    func userID(_ request: ServerRequest) throws(SensibillRefusal) -> String {
        guard case .user(let id) = try caller(request) else {
            throw .forbidden("This needs the access token of a user.")
        }
        return id
    }

    /// Checks that the client asks, with its key and secret.
    ///
    /// - Throws: A refusal with status 401.
    func checkClientCredentials(_ request: ServerRequest) throws(SensibillRefusal) {
        guard let basic = request.basic else {
            throw .unauthorized("The request has no client key and secret.", .missingCredentialsError)
        }
        guard basic.user == credentials.clientKey, basic.password == credentials.clientSecret else {
            throw .unauthorized("The client key or secret is wrong.", .invalidCredentialError)
        }
    }
}
