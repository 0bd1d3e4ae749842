import APIRuntime
import Foundation
import SensibillAPI

/// A runner that executes the plans of a provider's tasks.
struct TaskRunner: Sendable {
    /// Whether the upload queue executes the call.
    ///
    /// Its user is that of the token, and it must know that the service has a document, also after the provider's user has
    /// changed: it would upload the document again.
    @TaskLocal static var isForQueue = false

    /// Whether the call may use the app's cache.
    ///
    /// The upload queue decides by what the service has now: a stored list without a document would let it be sent again.
    @TaskLocal static var usesCache = true

    let server: URL
    let client: ClientConfiguration
    let tokenUpdateLimit: Duration
    let tokens: UserTokens

    /// Creates a runner.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL or the transfers cannot be used.
    init(
        _ configuration: SensibillAPIClient.Configuration,
        tokens: UserTokens,
        transfers: BackgroundTransfers? = nil
    ) throws(SensibillAPIClient.TaskError) {
        server = try configuration.server()
        let host = server.host ?? ""
        let pins = configuration.pins
        let decision = PinningDecision.make(
            isEnabled: configuration.certificatePinningEnabled,
            host: host,
            pins: pins
        )
        var client = configuration.client
        client.transport = decision.transport(for: host, among: pins, over: client.transport)
        if let transfers, let security = decision.security(for: host, among: pins) {
            client.transport = HandoverTransport(
                next: client.transport,
                desk: try transfers.desk(security),
                isPinned: decision != .systemTrust
            )
        }
        // Each execution sends one request.
        client.retry = .never
        self.client = client
        tokenUpdateLimit = configuration.tokenUpdateLimit
        self.tokens = tokens
    }

    /// Executes a plan once.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - options: The task's options.
    ///   - user: The user who was bound when the execution was started; `nil` for none.
    /// - Returns: The decoded response.
    /// - Throws: The error of the execution.
    func run<Model>(
        _ plan: TaskPlan<Model>,
        options: SensibillAPIClient.TaskOptions,
        of user: UserBinding?
    ) async throws(SensibillAPIClient.TaskError) -> Model {
        // The user may have another delegate since.
        let current = tokens.binding
        let user = current?.cacheIdentifier == user?.cacheIdentifier ? current : user
        // All pages of a list belong to one user.
        if plan.need != .none, let user, !CredentialOwner.admits(user.cacheIdentifier, in: tokens) {
            throw .missingUserAccessToken
        }
        var course = TaskCourse(
            need: plan.need,
            options: options,
            renewsByItself: user?.renewsByItself ?? false
        )
        var step = course.first
        var rejected: String?
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            switch step {
            case .readToken: step = course.read(await token(of: user))
            case .updateToken: step = course.updated(await update(user, replacing: rejected))
            case .fail(let error): throw error
            case .send(let token):
                let model: Model
                do {
                    model = try await plan.send(makeClient(plan.authorization, token: token, owner: user))
                } catch {
                    rejected = token
                    let failure = SensibillAPIClient.TaskError(call: error)
                    if let token, failure.isUnauthorized { user?.delegate.session?.wasRefused(token) }
                    step = course.failed(failure)
                    continue
                }
                guard let token else { return model }
                user?.delegate.session?.wasAccepted(token)
                guard Self.isForQueue || tokens.isSameUser(user) else { throw .missingUserAccessToken }
                return model
            }
        }
    }

    private func token(of user: UserBinding?) async -> String? {
        guard let user, tokens.isCurrent(user) else { return nil }
        let token = await user.currentToken()
        return tokens.isCurrent(user) ? token : nil
    }

    private func update(
        _ user: UserBinding?,
        replacing rejected: String?
    ) async -> SensibillAPIClient.TaskError? {
        guard let user, tokens.isCurrent(user) else { return .missingUserAccessToken }
        return await tokens.update(user, replacing: rejected, within: tokenUpdateLimit, on: client.clock)
    }

    private func makeClient<Model>(
        _ authorization: TaskPlan<Model>.Authorization,
        token: String?,
        owner: UserBinding?
    ) -> SensibillClient {
        let credentials: SensibillCredentials
        if case .given(let given) = authorization {
            credentials = given
        } else {
            let source = token.map { StaticCredential.bearer($0, partition: owner?.cacheIdentifier) }
            credentials = SensibillCredentials(userToken: source)
        }
        var configuration = client
        if !Self.usesCache { configuration.cache = nil }
        return SensibillClient(
            servers: SensibillServers(all: server),
            credentials: credentials,
            configuration: configuration
        )
    }
}
