import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The state of the imitated receipt service with its access rules.
final class SensibillStore: Sendable {

    /// The caller of an operation.
    enum Caller: Hashable, Sendable {
        case user(String)
        case client
    }

    let core: SandboxCore
    let credentials: SensibillSandboxCredentials
    private let state: LockedState<SensibillState>
    private let counters = LockedState([String: Int]())

    /// The realm of users' tokens.
    static let userRealm = "sensibill.user"
    /// The realm of the client's tokens.
    static let clientRealm = "sensibill.client"

    init(core: SandboxCore, credentials: SensibillSandboxCredentials) {
        self.core = core
        self.credentials = credentials
        state = LockedState(SensibillState(settings: SensibillSandboxSettings(core.configuration)))
    }

    /// The sandbox's time in whole milliseconds, the precision of the service.
    var now: Date {
        Date(timeIntervalSinceReferenceDate: (core.clock.now.timeIntervalSinceReferenceDate * 1000).rounded() / 1000)
    }

    /// Returns the next number of a kind, from 1.
    func nextNumber(_ kind: String) -> Int {
        counters.withLock { counters in
            counters[kind, default: 0] += 1
            return counters[kind, default: 0]
        }
    }

    /// Returns the next ID of a kind: three letters and 17 digits.
    func nextID(_ kind: String) -> String {
        let digits = String(nextNumber(kind))
        return kind + String(repeating: "0", count: 17 - digits.count) + digits
    }

    /// Reads or changes the state with exclusive access.
    func withState<Result, Failure: Error>(
        _ body: (inout SensibillState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock(body)
    }

    /// Runs an operation's rules, and converts a refusal to the operation's error.
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

    /// Runs the rules of an operation for users, with the user who sends the request.
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

    /// Returns a refusal as the error of an operation, with a unique correlation ID.
    func failure<Failure: OperationError>(_ refusal: SensibillRefusal) -> Failure {
        refusal.failure(Failure.self, correlationID: nextID("cor"))
    }
}

extension SensibillStore {

    /// Returns the owner of a request's bearer token.
    ///
    /// - Throws: A refusal with status 401 if the token is missing or not valid.
    func caller(_ request: ServerRequest) throws(SensibillRefusal) -> Caller {
        guard let token = request.bearer else {
            throw .unauthorized("The request has no access token.", .missingCredentialsError)
        }
        if let issued = try? core.tokens.check(token, realm: Self.userRealm) { return .user(issued.subject) }
        if (try? core.tokens.check(token, realm: Self.clientRealm)) != nil { return .client }
        throw .unauthorized("The access token is not known, or not good any more.")
    }

    /// Returns the user who owns a request's bearer token.
    ///
    /// - Throws: A refusal with status 401, or 403 for a token of the client.
    func userID(_ request: ServerRequest) throws(SensibillRefusal) -> String {
        guard case .user(let id) = try caller(request) else {
            throw .forbidden("This needs the access token of a user.")
        }
        return id
    }

    /// Checks that the request contains the client's key and secret.
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
