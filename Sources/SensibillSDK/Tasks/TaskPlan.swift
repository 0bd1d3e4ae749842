import SensibillAPI

/// What a task sends, and with which credentials.
struct TaskPlan<Model: Sendable>: Sendable {
    /// Where the credentials come from.
    enum Authorization: Sendable {
        /// Given with the call, or none at all.
        case given(SensibillCredentials)
        /// The delegate.
        case user
        /// The delegate, where it has a token.
        case userIfAny
    }

    let authorization: Authorization
    let send: @Sendable (SensibillClient) async throws -> Model

    /// What the user token is to the call.
    var need: TaskCourse.Need {
        switch authorization {
        case .given: .none
        case .user: .required
        case .userIfAny: .optional
        }
    }
}
