/// What one execution of a task does next.
///
/// Decides only; ``TaskRunner`` acts.
struct TaskCourse: Equatable, Sendable {
    /// What to do next.
    enum Step: Equatable, Sendable {
        /// Ask the delegate for the token.
        case readToken
        /// Let the delegate renew the token.
        case updateToken
        /// Send the request; without a user token where that is `nil`.
        case send(token: String?)
        /// End.
        case fail(SensibillAPIClient.TaskError)
    }

    /// What the user token is to a call.
    enum Need: Equatable, Sendable {
        /// Not sent.
        case none
        /// Sent where there is one.
        case optional
        /// Without it nothing is sent.
        case required
    }

    private let need: Need
    private let mayUpdate: Bool
    private var hasUpdated = false

    /// Creates a course.
    ///
    /// - Parameters:
    ///   - need: What the user token is to the call.
    ///   - options: The options that the task had when it was executed.
    init(need: Need, options: SensibillAPIClient.TaskOptions) {
        self.need = need
        mayUpdate = need == .required && options.shouldRefreshTokenAndRetryOnStatusCode401
    }

    /// The first step.
    var first: Step { need == .none ? .send(token: nil) : .readToken }

    /// After the delegate was asked for the token.
    mutating func read(_ token: String?) -> Step {
        if token != nil || need == .optional { return .send(token: token) }
        return update(else: .missingUserAccessToken)
    }

    /// After the delegate renewed the token, or failed to.
    func updated(_ failure: SensibillAPIClient.TaskError?) -> Step {
        failure.map(Step.fail) ?? .readToken
    }

    /// After the request failed.
    mutating func failed(_ error: SensibillAPIClient.TaskError) -> Step {
        guard case .apiFailure(.unauthorized, _) = error else { return .fail(error) }
        return update(else: error)
    }

    private mutating func update(else error: SensibillAPIClient.TaskError) -> Step {
        guard mayUpdate, !hasUpdated else { return .fail(error) }
        hasUpdated = true
        return .updateToken
    }
}
