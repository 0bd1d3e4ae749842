/// The sequence of steps in one execution of a task.
///
/// Makes decisions only; ``TaskRunner`` performs the steps.
struct TaskCourse: Equatable, Sendable {
    /// The next step of an execution.
    enum Step: Equatable, Sendable {
        /// Read the token from the delegate.
        case readToken
        /// Have the delegate renew the token.
        case updateToken
        /// Send the request, without a user token if `token` is `nil`.
        case send(token: String?)
        /// End the execution with an error.
        case fail(SensibillAPIClient.TaskError)
    }

    /// The requirement of a call for the user token.
    enum Need: Equatable, Sendable {
        /// The call sends no user token.
        case none
        /// The call sends the user token if one is available.
        case optional
        /// The call is not sent without a user token.
        case required
    }

    private let need: Need
    private let mayUpdate: Bool
    private var hasUpdated = false
    private let renewsByItself: Bool
    private var hasRequestedToken = false

    /// Creates a course.
    ///
    /// - Parameters:
    ///   - need: The requirement of the call for the user token.
    ///   - options: The task's options at the time of execution.
    ///   - renewsByItself: Whether a missing or rejected token is renewed even if the options do not allow a retry.
    init(need: Need, options: SensibillAPIClient.TaskOptions, renewsByItself: Bool = false) {
        self.need = need
        mayUpdate = need == .required && (options.shouldRefreshTokenAndRetryOnStatusCode401 || renewsByItself)
        self.renewsByItself = renewsByItself
    }

    /// The first step.
    var first: Step { need == .none ? .send(token: nil) : .readToken }

    /// Returns the step after the token was read from the delegate.
    mutating func read(_ token: String?) -> Step {
        if token != nil || need == .optional { return .send(token: token) }
        guard renewsByItself else { return update(else: .missingUserAccessToken) }
        guard !hasRequestedToken else { return .fail(.missingUserAccessToken) }
        hasRequestedToken = true
        return .updateToken
    }

    /// Returns the step after the delegate renewed the token or failed to.
    func updated(_ failure: SensibillAPIClient.TaskError?) -> Step {
        failure.map(Step.fail) ?? .readToken
    }

    /// Returns the step after the request failed.
    mutating func failed(_ error: SensibillAPIClient.TaskError) -> Step {
        guard error.isUnauthorized else { return .fail(error) }
        return update(else: error)
    }

    private mutating func update(else error: SensibillAPIClient.TaskError) -> Step {
        guard mayUpdate, !hasUpdated else { return .fail(error) }
        hasUpdated = true
        return .updateToken
    }
}
