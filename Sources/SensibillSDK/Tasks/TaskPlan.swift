import SensibillAPI

/// The request of a task and its credentials.
struct TaskPlan<Model: Sendable>: Sendable {
    /// The source of the credentials.
    enum Authorization: Sendable {
        /// Given with the call, or none.
        case given(SensibillCredentials)
        /// From the delegate.
        case user
        /// From the delegate, if it has a token.
        case userIfAny
    }

    let authorization: Authorization
    let send: @Sendable (SensibillClient) async throws -> Model

    /// The requirement of the call for the user token.
    var need: TaskCourse.Need {
        switch authorization {
        case .given: .none
        case .user: .required
        case .userIfAny: .optional
        }
    }
}
