import APIRuntime
import SensibillAPI

/// The task factory that the endpoints of all categories share.
struct LiveEndpoints: Sendable {
    let tokens: UserTokens
    private let options: SensibillAPIClient.TaskOptions
    private let runner: Result<TaskRunner, SensibillAPIClient.TaskError>

    init(
        configuration: SensibillAPIClient.Configuration,
        tokens: UserTokens,
        transfers: BackgroundTransfers? = nil
    ) {
        self.tokens = tokens
        options = configuration.defaultTaskOptions
        do throws(SensibillAPIClient.TaskError) {
            runner = .success(try TaskRunner(configuration, tokens: tokens, transfers: transfers))
        } catch {
            runner = .failure(error)
        }
    }

    /// Checks that tasks can be made.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the configuration cannot be used.
    func check() throws {
        _ = try runner.get()
    }

    /// The desk at which documents are passed to the system; `nil` if the client sends them.
    var desk: TransferDesk? { ((try? runner.get())?.client.transport as? HandoverTransport)?.desk }

    /// Makes a task.
    ///
    /// - Parameters:
    ///   - authorization: The source of the credentials.
    ///   - send: A closure that sends the request with the generated client.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func task<Model>(
        _ authorization: TaskPlan<Model>.Authorization,
        _ send: @escaping @Sendable (SensibillClient) async throws -> Model
    ) throws -> SensibillAPIClient.Task<Model> {
        SensibillAPIClient.Task(
            runner: try runner.get(),
            plan: TaskPlan(authorization: authorization, send: send),
            options: options
        )
    }
}

extension TaskPlan.Authorization {
    /// No credentials.
    static var none: Self { .given(SensibillCredentials()) }

    /// The client's key and secret.
    static func client(_ credentials: SensibillAPIModel.ClientCredentials) throws -> Self {
        try InputCheck.basic(credentials.key, credentials.secret, "Client credentials")
        return .given(
            SensibillCredentials(clientCredentials: .basic(user: credentials.key, password: credentials.secret))
        )
    }

    /// A user's access id and secret.
    static func user(_ credentials: SensibillAPIModel.UserCredentials) throws -> Self {
        try InputCheck.basic(credentials.username, credentials.password, "User credentials")
        return .given(
            SensibillCredentials(userCredentials: .basic(user: credentials.username, password: credentials.password))
        )
    }

    /// A JSON Web Token.
    static func jwt(_ jwt: String) throws -> Self {
        try InputCheck.token(jwt, "A JSON Web Token")
        return .given(SensibillCredentials(jwt: .bearer(jwt)))
    }

    /// A client's access token.
    static func clientToken(_ token: String) throws -> Self {
        try InputCheck.token(token, "A client access token")
        return .given(SensibillCredentials(clientToken: .bearer(token)))
    }
}
